import { type FormEvent, type ReactNode, useCallback, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";
import { Dialog } from "./dialog.tsx";
import { useDiscardQuestion } from "./use-discard-question.tsx";

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

/** A form in a dialog. After a failure it stays open, and it asks before changes are discarded: no typed text is lost. */
export function FormDialog(props: FormDialogProps) {
  const { submit, submitting, canSubmit = true, onSubmit, children, ...dialog } = props;
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  /** The form while it is open, and what it began with. */
  const opened = useRef<{ form: HTMLFormElement; beginning: string } | null>(null);
  const onForm = useCallback((form: HTMLFormElement | null) => {
    opened.current = form && { form, beginning: readTexts(form) };
  }, []);
  const hasChanges = () =>
    opened.current !== null && readTexts(opened.current.form) !== opened.current.beginning;
  const { open, onClose } = dialog;
  const { closeOrAsk, question } = useDiscardQuestion({ open, isSaving: isBusy, hasChanges, onClose });

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
      onClose={closeOrAsk}
      foot={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={id} aria-disabled={isBusy} disabled={!canSubmit}>
            {isBusy ? submitting : submit}
          </Button>
        </>
      }
    >
      <form ref={onForm} id={id} className={`${styles.form} stack`} onSubmit={send} noValidate>
        {children}
      </form>
      {question}
    </Dialog>
  );
}

/** What was typed into a form, to be compared. A choice is soon made again. */
function readTexts(form: HTMLFormElement): string {
  const texts = Array.from(form.elements).flatMap((field) =>
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "text")
      ? [field.value]
      : [],
  );
  return JSON.stringify(texts);
}
