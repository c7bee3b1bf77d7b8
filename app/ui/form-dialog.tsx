import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";
import { Dialog } from "./dialog.tsx";
import { FaultsOfForm, type FieldFault, isTextBox } from "./field.tsx";
import { useDiscardQuestion } from "./use-discard-question.tsx";
import { useStillOpen } from "./use-still-open.ts";

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, "foot" | "closesOnBack"> & {
  /** The label of the button that sends the form, and its label while the form is being sent. */
  submit: string;
  submitting: string;
  /** `false`: the form can't be sent, neither by its button nor by keys. */
  canSubmit?: boolean;
  /** Whether closing it would lose something. Without this function, any text that was typed counts. */
  hasChanges?: () => boolean;
  /**
   * Saves the form. Then the dialog closes, except when this resolves to `false`. What it throws about fields, as an `AppError` or as the
   * error of a schema, is shown there, and the first of them gets the focus; any other `AppError` goes to `onFailed`.
   */
  onSubmit: (form: FormData) => Promise<unknown>;
  onFailed: (failure: AppError) => void;
  /** Another button, before those that cancel and send. `isBusy`: the form is being sent. */
  renderAside?: (isBusy: boolean) => ReactNode;
  /** The fields. */
  children: ReactNode;
};

/** A form in a dialog. After a failure it stays open, and it asks before changes are discarded: no typed text is lost. */
export function FormDialog(props: FormDialogProps) {
  const { submit, submitting, canSubmit = true, onSubmit, onFailed, ...others } = props;
  const { hasChanges = hasTyped, renderAside, children, ...dialog } = others;
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  /** The form while it is open, and what it began with. */
  const opened = useRef<{ form: HTMLFormElement; beginning: string } | null>(null);
  const onForm = useCallback((form: HTMLFormElement | null) => {
    opened.current = form && { form, beginning: readTexts(form) };
  }, []);
  const { open, onClose, back } = dialog;
  if (!open && faults.length > 0) setFaults([]);
  useEffect(() => {
    if (faults.length > 0) opened.current?.form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [faults]);
  const leave = back?.onBack ?? onClose;
  const isStillOpen = useStillOpen(open);
  const { closeOrAsk, question } = useDiscardQuestion({ open, mayLeavePage: isBusy, hasChanges, onClose });

  function hasTyped(): boolean {
    return opened.current !== null && readTexts(opened.current.form) !== opened.current.beginning;
  }

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy || !canSubmit) return;
    const form = event.currentTarget;
    const sent = opened.current;
    // It may be closed while it is saved, and opened for something else.
    const isShown = () => isStillOpen() && opened.current === sent;
    setBusy(true);
    setFaults([]);
    try {
      const saved = await onSubmit(new FormData(form));
      if (saved !== false && isShown()) leave();
    } catch (error) {
      const faultsHere = isShown() ? listFaults(error) : [];
      const found = faultsHere.filter(({ field }) => form.elements.namedItem(field) !== null);
      setFaults(found);
      if (found.length === 0) {
        if (!(error instanceof AppError)) throw error;
        onFailed(error);
      }
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      {...dialog}
      onClose={() => closeOrAsk()}
      {...(back ? { back: { ...back, onBack: () => closeOrAsk(back.onBack) } } : {})}
      foot={
        <div className="flex wrap justify-end gap-12 grow">
          {renderAside?.(isBusy)}
          <Button onClick={leave}>Cancel</Button>
          <Button look="primary" type="submit" form={id} aria-disabled={isBusy} disabled={!canSubmit}>
            {isBusy ? submitting : submit}
          </Button>
        </div>
      }
    >
      <form
        ref={onForm}
        id={id}
        className={`${styles.form} stack`}
        noValidate
        onSubmit={send}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
        }}
      >
        <FaultsOfForm value={faults}>{children}</FaultsOfForm>
      </form>
      {question}
    </Dialog>
  );
}

function listFaults(error: unknown): FieldFault[] {
  if (v.isValiError(error)) {
    return error.issues.map((issue) => ({ field: v.getDotPath(issue) ?? "", message: issue.message }));
  }
  if (!(error instanceof AppError) || error.field === null) return [];
  const [field = ""] = error.field.split("."); // such as `keys.2`, one of its words
  return [{ field, message: error.message }];
}

/** What was typed into a form, to be compared. A choice is soon made again. */
function readTexts(form: HTMLFormElement): string {
  const boxes = Array.from(form.elements).filter(isTextBox);
  return JSON.stringify(boxes.map(({ value }) => value));
}
