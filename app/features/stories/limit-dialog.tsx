import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

export type LimitReached = { title: string; text: string };

type LimitDialogProps = { limit: LimitReached | null; onClose: () => void };

/** A limit of the plan was reached. */
export function LimitDialog({ limit, onClose }: LimitDialogProps) {
  return (
    <Dialog
      open={limit !== null}
      onClose={onClose}
      title={limit?.title ?? ""}
      text={limit?.text}
      foot={<Button onClick={onClose}>Maybe Later</Button>}
    />
  );
}
