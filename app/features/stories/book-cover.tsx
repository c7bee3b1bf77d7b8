import { hueStyle } from "#app/ui/genre-hue.ts";
import type { Genre } from "#domain/story.ts";
import styles from "./book-cover.module.css";

const CLOTHS = 3;

/** What is stamped on the cloth, on a grid of 132 × 186, its middle at 70 93. */
const STAMPS = [
  // A spark.
  "M70 61c3 19 9.5 27 25 32-15.5 5-22 13-25 32-3-19-9.5-27-25-32 15.5-5 22-13 25-32z",
  // A moon.
  "M78 64a30 30 0 1 0 20 44 25 25 0 0 1-20-44z",
  // A sun over water.
  "M48 93a22 22 0 0 1 44 0zM42 99h56v3H42zM48 107h44v3H48zM55 115h30v3H55z",
  // A leaf.
  "M70 60c24 18 28 42 2 62V84l-2-5-2 5v38c-26-20-22-44 2-62z",
  // A diamond of four.
  "M70 61l14 15-14 15-14-15zM70 95l14 15-14 15-14-15zM53 78l14 15-14 15-14-15zM87 78l14 15-14 15-14-15z",
  // An open book.
  "M68.5 76c-8-6-18-7-28-5v42c10-2 20-1 28 5zM71.5 76c8-6 18-7 28-5v42c-10-2-20-1-28 5z",
] as const;

/** A cloth-bound book in its genre's hue; cloth and stamp follow from the story's id. Decoration: the title is beside it. */
export function BookCover({ genre, seed }: { genre: Genre; seed: string }) {
  const number = hash(seed);
  return (
    <span className={styles.cover} style={hueStyle(genre)} data-cloth={number % CLOTHS} aria-hidden="true">
      <svg viewBox="0 0 132 186" fill="currentColor" aria-hidden="true">
        <path
          d="M19 11.5h102a2 2 0 0 1 2 2v159a2 2 0 0 1-2 2H19z"
          fill="none"
          stroke="currentColor"
          opacity=".7"
        />
        <path d={STAMPS[number % STAMPS.length]} />
        <path d="M54 148h32v1.5H54zM60 153h20v1.5H60z" opacity=".8" />
      </svg>
    </span>
  );
}

/** FNV-1a: the same number for the same text, everywhere. */
function hash(text: string): number {
  let value = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 16_777_619);
  }
  return value >>> 8; // the low bits of neighbours are alike
}
