import type { CSSProperties } from "react";
import { EMBLEM_HUES, toInitials } from "#domain/choose-emblem.ts";
import { hashFnv1a } from "#domain/hash.ts";
import type { LoreKind } from "#domain/lore.ts";
import styles from "./lore.module.css";

/** Initials on cloth, in a hue of their own: people round, all else square. Decoration only. */
export function LoreMark({ name, kind, size = 40 }: { name: string; kind: LoreKind; size?: number }) {
  const hue = EMBLEM_HUES[hashFnv1a(name) % EMBLEM_HUES.length];
  const style = { "--hue": hue, "--size": `${size}px` } as CSSProperties & Record<`--${string}`, unknown>;
  return (
    <span
      className={`${styles.mark} middle no-shrink rounded`}
      data-kind={kind}
      style={style}
      aria-hidden="true"
    >
      {toInitials(name)}
    </span>
  );
}
