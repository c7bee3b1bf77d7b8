import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useLast } from "#app/ui/lazy-dialog.tsx";
import { findNextMonth } from "#domain/billing.ts";
import { limitTitle, type PlanLimit } from "./limits.ts";
import { formatRenewal } from "./spark-meter.tsx";

type LimitDialogProps = { open: boolean; limit: PlanLimit | null; onClose: () => void };

/** Says that a limit of the plan was reached, with a link to a larger plan. */
export function LimitDialog({ open, limit, onClose }: LimitDialogProps) {
  const shown = useLast(limit);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={shown === null ? "" : limitTitle(shown)}
      text={shown?.message}
      foot={
        <>
          <Button onClick={onClose}>Maybe Later</Button>
          <ButtonLink to={PAGE_PATHS.upgrade} look="primary" onClick={onClose}>
            Upgrade Plan
          </ButtonLink>
        </>
      }
    >
      {shown?.code === "MONTHLY_LIMIT_EXCEEDED" && <NextSparks now={new Date()} />}
    </Dialog>
  );
}

/** What was used up, and the day on which it comes back. */
function NextSparks({ now }: { now: Date }) {
  const renewsAt = findNextMonth(now).toISOString();
  return <p>Each message uses a Spark. New Sparks come on {formatRenewal({ renewsAt })}.</p>;
}
