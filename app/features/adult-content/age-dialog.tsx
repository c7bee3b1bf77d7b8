import { useState } from "react";
import { useRevalidator } from "react-router";
import { Problem } from "#app/features/layout/page.tsx";
import { saveAgeConfirmation } from "#app/features/settings/save-settings.ts";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { useStillOpen } from "#app/ui/use-still-open.ts";
import { ADULT_CONFIRMATION, AGE_TEXT, AGE_TITLE, AgeConsent, NOT_SAVED } from "./age-consent.tsx";

type AgeDialogProps = { open: boolean; onClose: () => void; userId: string; onConfirmed?: () => void };

/** Asks the person to confirm their age for adult content. `onConfirmed`: the server has stored it, and the dialog was not closed before. */
export function AgeDialog({ open, onClose, userId, onConfirmed }: AgeDialogProps) {
  const [isTicked, setTicked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const isStillOpen = useStillOpen(open);
  if (!open && (isTicked || problem !== null)) {
    setTicked(false);
    setProblem(null);
  }

  async function confirm(): Promise<void> {
    setProblem(null);
    await saveAgeConfirmation(userId, ADULT_CONFIRMATION);
    void revalidate(); // data loaded before is out of date
    if (isStillOpen()) onConfirmed?.();
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={AGE_TITLE}
      text={AGE_TEXT}
      submit="Confirm"
      submitting="Saving..."
      canSubmit={isTicked}
      onSubmit={confirm}
      onFailed={({ message }) => setProblem(`${NOT_SAVED} ${message}`)}
    >
      <AgeConsent onChange={(event) => setTicked(event.target.checked)} />
      {problem !== null && <Problem>{problem}</Problem>}
    </FormDialog>
  );
}
