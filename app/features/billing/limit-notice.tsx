import { Lazily, LazyDialog } from "#app/ui/lazy-dialog.tsx";
import type { PlanLimit } from "./limits.ts";

const limitDialog = new Lazily(async () => (await import("./limit-dialog.tsx")).LimitDialog);

/** The dialog of a reached limit, loaded when a limit is reached; `null`: none is. */
export function LimitNotice({ limit, onClose }: { limit: PlanLimit | null; onClose: () => void }) {
  return (
    <LazyDialog of={limitDialog} open={limit !== null} onClose={onClose}>
      {(LimitDialog) => <LimitDialog limit={limit} onClose={onClose} />}
    </LazyDialog>
  );
}
