import { useState } from "react";
import { pathTo } from "#app/features/layout/places.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { limitTitle, type PlanLimit } from "./limits.ts";

/** Says that a limit of the plan was reached, with the way to a larger plan where there is a page for it. */
export function LimitDialog({ limit, onClose }: { limit: PlanLimit | null; onClose: () => void }) {
  // The text stays while the closing animation runs.
  const [shown, setShown] = useState(limit);
  if (limit !== null && limit !== shown) setShown(limit);
  const upgradePath = pathTo("upgrade");
  return (
    <Dialog
      open={limit !== null}
      onClose={onClose}
      title={shown === null ? "" : limitTitle(shown)}
      text={shown?.message}
      foot={
        <>
          <Button onClick={onClose}>Maybe Later</Button>
          {upgradePath !== null && (
            <ButtonLink to={upgradePath} look="primary">
              Upgrade Plan
            </ButtonLink>
          )}
        </>
      }
    />
  );
}
