import { Link } from "react-router";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { isRunningOut, type SparkBalance } from "#domain/billing.ts";
import { formatDate } from "#domain/dates.ts";
import { formatCount } from "#domain/numbers.ts";
import styles from "./spark-meter.module.css";

const LEAVES = 50;
/** The first leaf of the last tenth, which has the warning colour. */
const FIRST_OF_LAST = LEAVES - LEAVES / 10;
/** Units of the drawing: a leaf's place is its number. */
const HEIGHT = 26;
/** The line of each leaf. */
const TURNED = Array.from({ length: LEAVES }, (_, leaf) => `M${leaf} 4v12`);
const STANDING = Array.from({ length: LEAVES }, (_, leaf) => `M${leaf} 0v20`);

/** The month's Sparks as the leaves of a book: used ones are turned, and a ribbon marks the current one. */
export function SparkMeter({ sparks, small = false }: { sparks: SparkBalance; small?: boolean }) {
  const { used, allowance } = sparks;
  const turned = Math.min(LEAVES, Math.ceil((used / allowance) * LEAVES));
  return (
    <div className={`${styles.meter} stack gap-8`} data-small={small || undefined}>
      <p className={`${styles.left} story-lead`}>
        <b className="medium">{formatCount(Math.max(0, allowance - used))}</b> Sparks left
      </p>
      <div className={`${styles.leaves} relative`} aria-hidden="true">
        <svg
          className="block full-width full-height"
          aria-hidden="true"
          viewBox={`0 0 ${LEAVES - 1} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          <path className={styles.turned} d={drawLeaves(0, turned, TURNED)} />
          <path d={drawLeaves(turned, FIRST_OF_LAST, STANDING)} />
          <path className={styles.last} d={drawLeaves(Math.max(turned, FIRST_OF_LAST), LEAVES, STANDING)} />
        </svg>
        {turned < LEAVES && <i className="absolute" style={{ left: `${(turned / (LEAVES - 1)) * 100}%` }} />}
      </div>
      <p className={`${styles.used} note`}>
        {formatCount(used)} of {formatCount(allowance)} used. New ones on {formatRenewal(sparks)}.
      </p>
    </div>
  );
}

/** The leaves from `from` up to `to`, without `to`, as one path. With an element for each, the two meters of a page had a hundred. */
function drawLeaves(from: number, to: number, lines: readonly string[]): string {
  return lines.slice(from, Math.max(from, to)).join("");
}

/**
 * The warning at the end of a story. Without numbers: they were read when the story was opened, and each passage makes
 * them wrong.
 */
export function SparksNote({ sparks }: { sparks: SparkBalance }) {
  if (!isRunningOut(sparks)) return null;
  const isOver = sparks.used >= sparks.allowance;
  return (
    <p className="margin-top-44 padding-top-16 note line-above">
      Your Sparks for this month are {isOver ? "used up" : "running out"}. New ones come on{" "}
      {formatRenewal(sparks)}. <Link to={PAGE_PATHS.upgrade}>See plans</Link>
    </p>
  );
}

/** A warning line when Sparks are about to run out; nothing before. */
export function SparksRunningOut({ sparks }: { sparks: SparkBalance }) {
  if (!isRunningOut(sparks)) return null;
  const { used, allowance } = sparks;
  return (
    <p className={`${styles.warning} small text-center line-below`}>
      You have used {formatCount(used)} of your {formatCount(allowance)} Sparks this month. New ones come on{" "}
      {formatRenewal(sparks)}.
    </p>
  );
}

/** `1 December`. Months are counted in UTC. */
export function formatRenewal({ renewsAt }: Pick<SparkBalance, "renewsAt">): string {
  return formatDate(new Date(renewsAt), { day: "numeric", month: "long", timeZone: "UTC" });
}
