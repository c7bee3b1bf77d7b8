import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { MINIMUM_AGE } from "#domain/legal.ts";

type SignInButtonProps = {
  /** The page after the sign-in; without it, the dashboard. */
  returnTo?: string;
  look?: "primary" | "outlined" | "quiet";
  size?: "regular" | "large";
  children: ReactNode;
};

/**
 * Leads to the identity provider's page, where people sign in or sign up. No form of the router: that one would still be reading the
 * redirect when the document is left, which Firefox reports as an error.
 */
export function SignInButton({ returnTo, look, size, children }: SignInButtonProps) {
  return (
    <form method="post" action="/login">
      {returnTo !== undefined && <input type="hidden" name="returnTo" value={returnTo} />}
      <Button type="submit" look={look} size={size}>
        {children}
      </Button>
    </form>
  );
}

/** A new account begins with a new story. */
export function TryForFree({ look, size }: Pick<SignInButtonProps, "look" | "size">) {
  return (
    <SignInButton returnTo="/stories/new" look={look} size={size}>
      Try for Free
    </SignInButton>
  );
}

/** What a person agrees to by signing in. Shown at every sign-in button. */
export function AgreementNote() {
  return (
    <>
      By continuing you confirm that you are {MINIMUM_AGE} or older and agree to the{" "}
      <Link to="/terms">Terms</Link> and the <Link to="/privacy-policy">Privacy Policy</Link>.
    </>
  );
}
