import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

export type LimitReached = { title: string; text: string };

/** A limit of the plan was reached. */
export function LimitDialog({ limit, onClose }: { limit: LimitReached | null; onClose: () => void }) {
  return (
    <Dialog open={limit !== null} onClose={onClose} title={limit?.title ?? ""} text={limit?.text ?? ""}>
      <Button onClick={onClose}>Maybe Later</Button>
    </Dialog>
  );
}
