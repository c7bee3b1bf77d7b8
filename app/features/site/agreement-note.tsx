import { Link } from "react-router";
import { MINIMUM_AGE } from "#domain/legal.ts";

/** What a person agrees to by signing in. Shown at every sign-in button. */
export function AgreementNote() {
  return (
    <>
      By continuing you confirm that you are {MINIMUM_AGE} or older and agree to the{" "}
      <Link to="/terms">Terms</Link> and the <Link to="/privacy-policy">Privacy Policy</Link>.
    </>
  );
}
