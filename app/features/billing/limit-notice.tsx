import { type ReactNode, useEffect, useState } from "react";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { isPlanLimit, type PlanLimit } from "./limits.ts";

const LimitDialog = makeLazyDialog(async () => (await import("./limit-dialog.tsx")).LimitDialog);

/** The notices that are on the page. The last one shows the limit: it may be inside a dialog. */
const notices: ((limit: PlanLimit) => void)[] = [];

/** Opens the dialog that says which limit of the plan was reached. */
export function showLimit(limit: PlanLimit): void {
  notices.at(-1)?.(limit);
}

/** Opens it if a limit of the plan is the reason for a failure. Returns whether it is. */
export function showIfLimit(failure: PlanLimit): boolean {
  const isLimit = isPlanLimit(failure);
  if (isLimit) showLimit(failure);
  return isLimit;
}

/** Draws that dialog. Every signed-in page has one, and each dialog in which a limit may be reached. `onRead`: it was closed. */
export function LimitNotice({ onRead }: { onRead?: () => void }) {
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  useEffect(() => {
    notices.push(setLimit);
    return () => void notices.splice(notices.indexOf(setLimit), 1);
  }, []);
  function close(): void {
    setLimit(null);
    onRead?.();
  }
  return <LimitDialog open={limit !== null} limit={limit} onClose={close} />;
}

/** Says above a form that the plan has no room for what it makes, before anything is filled in. */
export function FullPlanNote({ children }: { children: ReactNode }) {
  return (
    <p className="muted break-anywhere marked" role="status">
      {children}
    </p>
  );
}
