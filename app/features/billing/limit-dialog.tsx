import { useState } from "react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { LimitReached } from "./limits.ts";

type LimitDialogProps = {
  limit: LimitReached | null;
  onClose: () => void;
  /** Where a larger plan is to be had. Without it nothing is offered that leads nowhere. */
  upgradePath?: string;
};

/** A limit of the plan was reached. */
export function LimitDialog({ limit, onClose, upgradePath }: LimitDialogProps) {
  // While it closes it still says what it said.
  const [shown, setShown] = useState(limit);
  if (limit !== null && limit !== shown) setShown(limit);
  return (
    <Dialog
      open={limit !== null}
      onClose={onClose}
      title={shown?.title ?? ""}
      text={shown?.text}
      foot={
        <>
          <Button onClick={onClose}>Maybe Later</Button>
          {upgradePath !== undefined && (
            <ButtonLink to={upgradePath} look="primary">
              Upgrade Plan
            </ButtonLink>
          )}
        </>
      }
    />
  );
}
