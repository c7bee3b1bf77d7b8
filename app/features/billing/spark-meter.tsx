import { Link } from "react-router";
import { PLACES } from "#app/features/layout/places.ts";
import { isRunningOut, type SparkBalance } from "#domain/billing.ts";
import { formatDate } from "#domain/dates.ts";
import { formatCount } from "#domain/plan.ts";
import styles from "./spark-meter.module.css";

const LEAVES = 50;
/** The last tenth has the warning colour. */
const LAST_LEAVES = LEAVES / 10;

/** The month's Sparks as the leaves of a book: used ones are turned, and a ribbon marks the current one. */
export function SparkMeter({ sparks, small = false }: { sparks: SparkBalance; small?: boolean }) {
  const { used, allowance } = sparks;
  const turned = Math.min(LEAVES, Math.ceil((used / allowance) * LEAVES));
  return (
    <div className={styles.meter} data-small={small || undefined}>
      <p className={styles.left}>
        <b>{formatCount(Math.max(0, allowance - used))}</b> Sparks left
      </p>
      <div className={styles.leaves} aria-hidden="true">
        {Array.from({ length: LEAVES }, (_, leaf) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a leaf is its place
            key={leaf}
            data-turned={leaf < turned || undefined}
            data-last={leaf >= LEAVES - LAST_LEAVES || undefined}
            data-ribbon={leaf === turned || undefined}
          />
        ))}
      </div>
      <p className={styles.used}>
        {formatCount(used)} of {formatCount(allowance)} used. New ones on {formatRenewal(sparks)}.
      </p>
    </div>
  );
}

/**
 * The warning at the end of a story. Without numbers: they were read when the story was opened, and each passage makes
 * them wrong.
 */
export function SparksNote({ sparks }: { sparks: SparkBalance }) {
  if (!isRunningOut(sparks)) return null;
  return (
    <p className={styles.note}>
      Your Sparks for this month are running out. New ones come on {formatRenewal(sparks)}.{" "}
      <Link to={PLACES.upgrade}>See plans</Link>
    </p>
  );
}

/** A warning line when Sparks are about to run out; nothing before. */
export function SparksRunningOut({ sparks }: { sparks: SparkBalance }) {
  if (!isRunningOut(sparks)) return null;
  const { used, allowance } = sparks;
  return (
    <p className={styles.warning}>
      You have used {formatCount(used)} of your {formatCount(allowance)} Sparks this month. New ones come on{" "}
      {formatRenewal(sparks)}.
    </p>
  );
}

/** `1 December`. Months are counted in UTC. */
function formatRenewal({ renewsAt }: Pick<SparkBalance, "renewsAt">): string {
  return formatDate(new Date(renewsAt), { day: "numeric", month: "long", timeZone: "UTC" });
}
