import { type ReactNode, useEffect, useState } from "react";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { isPlanLimit, type PlanLimit } from "./limits.ts";

const LimitDialog = makeLazyDialog(async () => (await import("./limit-dialog.tsx")).LimitDialog);

/** The places for the dialog that are on the page; in a dialog it opens over that one. */
const places: ((limit: PlanLimit) => void)[] = [];

/** Says in a dialog which limit of the plan was reached. */
export function showLimit(limit: PlanLimit): void {
  places.at(-1)?.(limit);
}

/** Says it where a limit of the plan is why something failed. Returns whether it is. */
export function showIfLimit(failure: PlanLimit): boolean {
  const isLimit = isPlanLimit(failure);
  if (isLimit) showLimit(failure);
  return isLimit;
}

/** A place for the dialog: every signed-in page has one, and so have dialogs in which a limit may be reached. */
export function LimitNotice({ onRead }: { onRead?: () => void }) {
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  useEffect(() => {
    places.push(setLimit);
    return () => void places.splice(places.indexOf(setLimit), 1);
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
