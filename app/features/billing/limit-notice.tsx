import type { ReactNode } from "react";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import type { PlanLimit } from "./limits.ts";

const LimitDialog = makeLazyDialog(async () => (await import("./limit-dialog.tsx")).LimitDialog);

/** The dialog that says which limit of the plan was reached; `null`: no limit was reached. */
export function LimitNotice({ limit, onClose }: { limit: PlanLimit | null; onClose: () => void }) {
  return <LimitDialog open={limit !== null} limit={limit} onClose={onClose} />;
}

/** Says above a form that the plan has no room for what it makes, before anything is filled in. */
export function FullPlanNote({ children }: { children: ReactNode }) {
  return (
    <p className="muted break-anywhere marked" role="status">
      {children}
    </p>
  );
}
