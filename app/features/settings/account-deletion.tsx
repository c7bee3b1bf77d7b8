import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { LogoutForm } from "#app/features/auth/logout-form.tsx";
import { Problem } from "#app/features/layout/page.tsx";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { DELETION_PHRASE } from "#domain/account-deletion.ts";

export const DELETION_PATH = "/account/delete";
/** What the route of `DELETION_PATH` answers if it does not redirect. */
export type DeletionProblem = { problem: string; field: "confirmation" | null; mustSignInAgain: boolean };

type DeletionFormProps = {
  /** `null`: no e-mail address is known, so the form asks for the phrase. */
  email: string | null;
  isSignInRecent: boolean;
  /** Absent: the form is a page of its own, and Cancel leads to the dashboard. */
  onCancel?: () => void;
};

/** Asks for a new sign-in if the last one is too long ago, otherwise for the words that confirm. */
export function DeletionForm({ email, isSignInRecent, onCancel }: DeletionFormProps) {
  const { Form: FetcherForm, data, state } = useFetcher<DeletionProblem>();
  const isBusy = state !== "idle";
  const mustSignInAgain = !isSignInRecent || data?.mustSignInAgain === true;
  const Form = mustSignInAgain ? "form" : FetcherForm; // a plain one, as every way to the issuer
  const isWrong = data?.field === "confirmation" && !isBusy;
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isWrong) box.current?.querySelector("input")?.focus();
  }, [isWrong]);
  const cancel = onCancel ? (
    <Button onClick={onCancel}>Cancel</Button>
  ) : (
    <ButtonLink to="/home">Cancel</ButtonLink>
  );
  const form = (
    <Form ref={box} method="post" action={DELETION_PATH} className="stack full-width gap-16 text-start">
      {mustSignInAgain ? (
        <p>
          You signed in a while ago. To be sure that it is you, please sign in again first; then you come back
          here.
        </p>
      ) : (
        <TextField
          label={`To confirm, type ${email ?? DELETION_PHRASE}`}
          name="confirmation"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={isWrong ? data.problem : null}
        />
      )}
      {data?.field === null && !data.mustSignInAgain && !isBusy && <Problem>{data.problem}</Problem>}
      <div className="flex wrap justify-end gap-12 margin-top-8">
        {cancel}
        <Button
          type="submit"
          name="intent"
          value={mustSignInAgain ? "sign-in-again" : "delete"}
          look={mustSignInAgain ? "primary" : "danger"}
          disabled={isBusy}
        >
          {mustSignInAgain ? "Sign in again" : isBusy ? "Deleting..." : "Delete my account"}
        </Button>
      </div>
    </Form>
  );
  if (onCancel) return form;
  return (
    <>
      {form}
      <div className="flex justify-end full-width">
        <LogoutForm>
          <Button type="submit">Logout</Button>
        </LogoutForm>
      </div>
    </>
  );
}

export const DELETION_LEAD = "You are signed out everywhere at once. This can't be undone.";

/** What is deleted with an account, and what is kept. */
export function DeletionFacts() {
  return (
    <dl className="stack gap-4 margin-bottom-20 text-start">
      <dt className="strong">What goes</dt>
      <dd className="margin-bottom-12 muted">
        All your stories, chats, characters and pictures, also archived and recently deleted ones, your
        profile and your feedback: within 24 hours. A Premium subscription ends at once.
      </dd>
      <dt className="strong">What stays</dt>
      <dd className="muted">
        The record of what you agreed to and of the Sparks you used, without your name and e-mail address, and
        invoices at our payment provider: the law asks for them.
      </dd>
    </dl>
  );
}

type DeleteAccountProps = {
  /** `null`: no e-mail address is known, so the dialog asks for the phrase. */
  email: string | null;
  /** Whether the person signed in recently enough for a deletion. */
  isSignInRecent: boolean;
};

/** The button that opens the dialog in which a person deletes their account. */
export function DeleteAccount({ email, isSignInRecent }: DeleteAccountProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button data-needs-script onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <noscript>
        <a href={DELETION_PATH} className={buttonClass({})}>
          Delete my account
        </a>
      </noscript>
      <Dialog open={isOpen} onClose={close} title="Delete your account?" text={DELETION_LEAD}>
        <DeletionFacts />
        <DeletionForm email={email} isSignInRecent={isSignInRecent} onCancel={close} />
      </Dialog>
    </>
  );
}
