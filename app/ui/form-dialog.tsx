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
  /** The button that sends the form, and what it says meanwhile. */
  submit: string;
  submitting: string;
  /** Whoever is content with it closes the dialog. The first field with an error is given the focus. */
  onSubmit: (form: FormData) => Promise<void>;
  /** The fields. */
  children: ReactNode;
};

/** A form over the page. It stays open until it is saved: what was typed is never lost to a failure. */
export function FormDialog({ submit, submitting, onSubmit, children, ...dialog }: FormDialogProps) {
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
          <Button look="primary" type="submit" form={id} disabled={isBusy}>
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
