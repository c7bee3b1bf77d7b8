import { DEMO_INTERACTIONS } from "#domain/demo.ts";
import styles from "./demo-turns.module.css";

/** How many of the free interactions are used: a leaf for each, and the number. `short`: only these, on a phone. */
export function DemoTurns({ used, short = false }: { used: number; short?: boolean }) {
  const count = Math.min(used, DEMO_INTERACTIONS);
  return (
    <p className={styles.turns} data-short={short || undefined}>
      {Array.from({ length: DEMO_INTERACTIONS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a leaf is its place
        <span key={index} className={styles.leaf} data-used={index < count || undefined} />
      ))}
      <b>
        {count}/{DEMO_INTERACTIONS}
      </b>{" "}
      <span className={styles.words}>free turns</span>
    </p>
  );
}
