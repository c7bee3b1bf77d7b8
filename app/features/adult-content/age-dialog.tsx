import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { Problem } from "#app/features/layout/page.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "./age-consent.module.css";
import { AGE_TEXT, AGE_TITLE, type AgeAnswer, AgeConsent } from "./age-consent.tsx";

type AgeDialogProps = { open: boolean; onClose: () => void; onConfirmed: () => void };

/** Asks for the age that adult content needs. `onConfirmed` comes when the server has it on record, and not before. */
export function AgeDialog({ open, onClose, onConfirmed }: AgeDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={AGE_TITLE} text={AGE_TEXT}>
      <Confirmation onClose={onClose} onConfirmed={onConfirmed} />
    </Dialog>
  );
}

function Confirmation({ onClose, onConfirmed }: Omit<AgeDialogProps, "open">) {
  const fetcher = useFetcher<AgeAnswer>();
  const [isTicked, setTicked] = useState(false);
  const isSaving = fetcher.state !== "idle";
  const isConfirmed = fetcher.data?.isConfirmed === true;
  useEffect(() => {
    if (isConfirmed) onConfirmed();
  }, [isConfirmed, onConfirmed]);
  return (
    <fetcher.Form method="post" action="/age-confirmation" className={styles.form}>
      <AgeConsent onChange={(event) => setTicked(event.target.checked)} />
      {fetcher.data?.problem && <Problem>{fetcher.data.problem}</Problem>}
      <div className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={!isTicked || isSaving}>
          {isSaving ? "Saving..." : "Confirm"}
        </Button>
      </div>
    </fetcher.Form>
  );
}
