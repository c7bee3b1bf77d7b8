import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./form-dialog.module.css";

type FormDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  text?: string;
  look?: "question" | "form";
  /** The label of the button that sends the form, and its label while the form is being sent. */
  submit: string;
  submitting: string;
  /** `false` disables the button that sends the form. */
  canSubmit?: boolean;
  /** Saves the form; the caller closes the dialog if that succeeds. Otherwise the first field with an error gets the focus. */
  onSubmit: (form: FormData) => Promise<void>;
  /** The fields. */
  children: ReactNode;
};

/** A form in a dialog. After a failure it stays open, so that the typed text is not lost. */
export function FormDialog(props: FormDialogProps) {
  const { submit, submitting, canSubmit = true, onSubmit, children, ...dialog } = props;
  const id = useId();
  const [isBusy, setBusy] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    setBusy(true);
    try {
      await onSubmit(new FormData(form));
    } finally {
      setBusy(false);
    }
    requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  }

  return (
    <Dialog
      {...dialog}
      foot={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={id} disabled={isBusy || !canSubmit}>
            {isBusy ? submitting : submit}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={send} noValidate>
        {children}
      </form>
    </Dialog>
  );
}
