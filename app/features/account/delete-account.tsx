import { useState } from "react";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { DELETION_LEAD, DELETION_PATH, DeletionFacts, DeletionForm } from "./deletion-form.tsx";

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
