import { type FormEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { Problem } from "#app/features/layout/page.tsx";
import { saveAgeConfirmation } from "#app/features/settings/save-settings.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "./age-consent.module.css";
import { AGE_TEXT, AGE_TITLE, AgeConsent } from "./age-consent.tsx";
import { ADULT_CONFIRMATION, NOT_SAVED } from "./confirm-adult.ts";

export type AgeDialogProps = { open: boolean; onClose: () => void; userId: string; onConfirmed: () => void };

/** Asks for the age that adult content needs. `onConfirmed` comes when the server has it on record, and not before. */
export function AgeDialog({ open, onClose, userId, onConfirmed }: AgeDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={AGE_TITLE} text={AGE_TEXT}>
      <Confirmation onClose={onClose} userId={userId} onConfirmed={onConfirmed} />
    </Dialog>
  );
}

function Confirmation({ onClose, userId, onConfirmed }: Omit<AgeDialogProps, "open">) {
  const [isTicked, setTicked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );

  async function confirm(event: FormEvent): Promise<void> {
    event.preventDefault();
    setSaving(true);
    const failure = await saveAgeConfirmation(userId, ADULT_CONFIRMATION);
    setSaving(false);
    setProblem(failure && `${NOT_SAVED} ${failure.message}`);
    if (failure !== null) return;
    void revalidate(); // data loaded before is out of date
    if (isOpen.current) onConfirmed();
  }

  return (
    <form className={styles.form} onSubmit={confirm}>
      <AgeConsent onChange={(event) => setTicked(event.target.checked)} />
      {problem !== null && <Problem>{problem}</Problem>}
      <div className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={!isTicked || isSaving}>
          {isSaving ? "Saving..." : "Confirm"}
        </Button>
      </div>
    </form>
  );
}
