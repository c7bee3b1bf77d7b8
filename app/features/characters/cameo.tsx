import type { CSSProperties } from "react";
import { hashFnv1a } from "#domain/hash.ts";
import styles from "./cameo.module.css";

/** On a grid of 200. */
const FACE =
  "M54 200C56 172 74 164 92 156 96 150 96 142 92 134 72 124 62 102 64 78 67 50 90 36 114 38 133 40 144 53 146 68 146.500 75 147 79 149.500 84 152 90 158 98 161 104 162 107 159 109 153.500 109.500 152 111 152 113 153 115 156 117 156.500 119.500 153.500 121.500 152.500 122.500 153 123.500 154 125 155 127.500 152.500 129.500 151 131 151 133.500 152 136.500 152.500 143 149 149 141 150 132 151 125 149 120 151 117 155 118 160 122 164 140 170S160 178 166 200z";
const COAT = "M54 200c2-28 20-36 38-44 8 14 18 18 30 8 18 6 38 14 44 36z";
const COLLAR = "M92 156c6 14 16 20 30 8l4 2c-4 16-28 18-38-8z";
const HAIR = [
  "M60 96C50 60 74 28 112 30c24 1 38 16 37 32-16-4-30-4-42 2-2 14-6 22-14 26 2 14-2 26-8 32-12-2-22-14-25-26zM62 92c-18-4-26 12-18 24 8 10 20 6 22-6z",
  "M58 150c-18-40-8-118 56-120 26 0 38 18 34 34-18-6-32-4-40 4 0 18-6 26-10 36 2 18 4 34 2 52-14 8-34 6-42-6z",
  "M64 84c-8-34 18-56 50-54 26 2 38 14 36 28-10 6-28 6-40 4-4 12-8 18-14 20-2 10-4 14-8 18-12 2-20-4-24-16z",
  "M44 70c4-6 16-8 20-8 4-24 26-38 52-36 22 2 32 14 34 30 8 0 16 4 18 8-30 8-94 14-124 6zM66 78c22 2 28 2 38-2-2 18-8 22-12 24 0 10-4 18-8 22-12-10-20-26-18-44z",
  "M60 110C40 72 66 22 112 26c28 2 40 20 36 38-8-8-18-8-28-4-4 10-12 16-18 18-2 14-4 22-10 30 4 20-6 30-2 46-14 8-30-2-30-44z",
  "M62 100c-22-10-24-40-8-54 2-20 30-32 56-26 30-4 46 20 38 42-10-6-26-8-38-2-2 14-8 18-14 20-2 16-6 24-14 30-8 0-16-4-20-10z",
] as const;
/** Degrees around the wheel that two people may be apart. */
const HUES = 12;

/**
 * A paper-cut profile in an arch, for somebody of whom there is no portrait. It follows from the name alone: the same
 * person wherever they are met. Decoration: the name is beside it.
 */
export function Cameo({ name, width }: { name: string; width: number }) {
  const number = hashFnv1a(name) >>> 8; // the low bits of neighbouring names are too much alike
  const hair = HAIR[number % HAIR.length];
  const hue = (Math.floor(number / HAIR.length) % HUES) * (360 / HUES);
  const facesLeft = Math.floor(number / HAIR.length / HUES) % 2 === 1;
  return (
    <span
      className={styles.cameo}
      style={{ width, "--hue": hue } as CSSProperties & Record<`--${string}`, number>}
    >
      <svg viewBox="0 0 200 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <rect className={styles.ground} width="200" height="200" />
        <ellipse className={styles.ring} cx="100" cy="104" rx="78" ry="92" />
        <g transform={facesLeft ? "translate(200 0) scale(-1 1)" : undefined}>
          <path className={styles.face} d={FACE} />
          <path className={styles.hair} d={hair} />
          <path className={styles.coat} d={COAT} />
          <path className={styles.collar} d={COLLAR} />
        </g>
      </svg>
    </span>
  );
}
