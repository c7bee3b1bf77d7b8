import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import type { PlanLimit } from "./limits.ts";

const LimitDialog = makeLazyDialog(async () => (await import("./limit-dialog.tsx")).LimitDialog);

/** The dialog of a reached limit; `null`: none is. */
export function LimitNotice({ limit, onClose }: { limit: PlanLimit | null; onClose: () => void }) {
  return <LimitDialog open={limit !== null} limit={limit} onClose={onClose} />;
}
