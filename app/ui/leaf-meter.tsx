import styles from "./leaf-meter.module.css";

/** A count, drawn as leaves of a book. The number stands beside it. */
export function LeafMeter({ count, of }: { count: number; of: number }) {
  return Array.from({ length: of }, (_, index) => (
    <i
      // biome-ignore lint/suspicious/noArrayIndexKey: leaves never change places
      key={index}
      className={`${styles.leaf} no-shrink controlled`}
      data-used={index < count || undefined}
      aria-hidden="true"
    />
  ));
}
