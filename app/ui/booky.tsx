import { useId } from "react";
import styles from "./booky.module.css";
import { type Drawing, POSES, type Pose, SMALL_POSES } from "./booky-poses.tsx";

type BookyProps = {
  pose: Pose;
  /** In px; he is a square. */
  size: number;
  /** One blink when he first appears. */
  blinks?: boolean;
};

/** The mascot, a small standing book: a hardback seen slightly from above, in two inks of the theme. Decoration only. */
export function Booky({ pose, size, blinks }: BookyProps) {
  return (
    <svg
      className={blinks ? `${styles.booky} ${styles.blinks}` : styles.booky}
      width={size}
      height={size}
      viewBox="0 0 64 64"
      aria-hidden="true"
    >
      <Standing drawing={POSES[pose]} />
    </svg>
  );
}

/** Booky at the size of a word or a button. */
export function SmallBooky({ pose, size }: { pose: keyof typeof SMALL_POSES; size: number }) {
  const { transform, eyes, face, ribbon } = SMALL_POSES[pose];
  const hole = useId();
  return (
    <svg className={styles.booky} width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <g transform={transform}>
        <ellipse className={styles.spark} cx="19" cy="61" rx="6" ry="3.6" />
        <ellipse className={styles.spark} cx="37" cy="61" rx="6" ry="3.6" />
        <path
          className={styles.edge}
          strokeWidth="4.2"
          d="M12 26l5-6.5c1-1.3 2.2-2 4-2h26.5a4.5 4.5 0 0 1 4.5 4.5v26c0 1.6-.5 2.8-1.6 4L45.5 58"
        />
      </g>
      {ribbon}
      <mask id={hole} maskUnits="userSpaceOnUse" x="0" y="0" width="64" height="64">
        <rect width="64" height="64" fill="#fff" />
        <g className={styles.face}>
          {eyes}
          {face}
        </g>
      </mask>
      <g transform={transform}>
        <path
          className={styles.cover}
          mask={`url(#${hole})`}
          d="M13.5 23h26.5a4.5 4.5 0 0 1 4.5 4.5v28.5a4 4 0 0 1-4 4h-27a4.5 4.5 0 0 1-4.5-4.5v-28a4.5 4.5 0 0 1 4.5-4.5z"
        />
      </g>
    </svg>
  );
}

function Standing({ drawing }: { drawing: Drawing }) {
  const hole = useId();
  return (
    <>
      <g transform={drawing.transform}>
        <ellipse className={styles.spark} cx="21.5" cy="60.8" rx="4.8" ry="2.6" />
        <ellipse className={styles.spark} cx="35" cy="60.8" rx="4.8" ry="2.6" />
        <path
          className={styles.edge}
          strokeWidth="3"
          d="M13.6 23.8l5.2-6.3c.7-.9 1.5-1.3 2.7-1.3h25.4c1.9 0 3.3 1.4 3.3 3.3v32c0 1.1-.3 1.9-1.1 2.7L43 60"
        />
        <path className={styles.edge} strokeWidth="1.2" d="M21 19.9h23.3c1.3 0 2.1.8 2.1 2.1v31" />
        {drawing.ribbon}
        <mask id={hole} maskUnits="userSpaceOnUse" x="0" y="0" width="64" height="64">
          <rect width="64" height="64" fill="#fff" />
          <g className={styles.face}>
            <path data-line="" strokeWidth="1.6" strokeLinecap="butt" d="M16.9 22v40" />
            <g className={styles.eyes}>{drawing.eyes}</g>
            {drawing.face}
          </g>
        </mask>
        <path
          className={styles.cover}
          mask={`url(#${hole})`}
          d="M16 22.8h23.8a3.4 3.4 0 0 1 3.4 3.4v31.4a3.4 3.4 0 0 1-3.4 3.4H16A4 4 0 0 1 12 57V26.8a4 4 0 0 1 4-4z"
        />
      </g>
      {drawing.around}
    </>
  );
}
