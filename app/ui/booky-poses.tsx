import type { ReactNode } from "react";
import styles from "./booky.module.css";

export type Pose = "idle" | "writing" | "asleep" | "puzzled";

/** How one pose is drawn on a grid of 64: the face is holes, the ribbon does the acting. */
export type Drawing = {
  eyes: ReactNode;
  face?: ReactNode;
  ribbon: ReactNode;
  transform?: string;
  around?: ReactNode;
};

const SPARK = "M0-5.2C.9-2 2-.9 5.2 0 2 .9.9 2 0 5.2-.9 2-2 .9-5.2 0-2-.9-.9-2 0-5.2z";

function Spark({ at, scale }: { at: string; scale: number }) {
  return <path className={styles.spark} transform={`translate(${at}) scale(${scale})`} d={SPARK} />;
}

function Ribbon({ d, width }: { d: string; width: number }) {
  return <path className={styles.ribbon} strokeWidth={width} d={d} />;
}

function Line({ d, width }: { d: string; width: number }) {
  return <path data-line="" strokeWidth={width} d={d} />;
}

/** Two eyes of the same size, at the same height. */
function Eyes({ at, y, rx, ry }: { at: readonly [number, number]; y: number; rx: number; ry: number }) {
  return at.map((x) => <ellipse key={x} cx={x} cy={y} rx={rx} ry={ry} />);
}

export const POSES: Record<Pose, Drawing> = {
  idle: {
    eyes: <Eyes at={[24.8, 35.2]} y={38.5} rx={2.9} ry={3.9} />,
    face: <Line d="M27.4 47.2q2.6 2.6 5.2 0" width={1.9} />,
    ribbon: (
      <>
        <Ribbon d="M32.5 20.5c-4.6-3.8-4.2-7.6.2-9.8 3.6-1.8 4.2-4 2.6-6.7" width={4.2} />
        <Spark at="45.5 8" scale={1} />
      </>
    ),
  },
  writing: {
    transform: "translate(-5 0)",
    eyes: <Eyes at={[25.8, 36.2]} y={42.5} rx={2.9} ry={3.1} />,
    face: <Line d="M22.3 36.2l5-.6M34.2 35.6l5 1" width={1.8} />,
    ribbon: (
      <>
        <Ribbon d="M30 20.5c0-9 5-14.5 14.5-14 11 .6 16.5 7.5 16.5 17.5v19" width={4.2} />
        <path className={styles.spark} d="M57.3 43h7.4l-.5 8-3.2 8.3-3.2-8.3z" />
        <Ribbon d="M56 62.3h10" width={1.8} />
      </>
    ),
  },
  asleep: {
    transform: "translate(4 4.5) scale(.93) rotate(-8 30 62)",
    eyes: <Line d="M21.3 39q3.2 3.5 6.4 0M32 39q3.2 3.5 6.4 0" width={2.3} />,
    face: <ellipse cx="29.9" cy="47.6" rx="1.7" ry="2.2" />,
    ribbon: <Ribbon d="M31 20.5c-.4-5-3.6-7.5-9.4-7.2-8 .4-12.4 4-13.6 11-.7 4 .4 7-.3 11" width={4.2} />,
    around: <Ribbon d="M47.5 10h5.6l-5.6 6.2h5.6M56.3 2.4h4.4l-4.4 4.9h4.4" width={2.2} />,
  },
  puzzled: {
    transform: "rotate(5 30 62)",
    eyes: (
      <>
        <ellipse cx="24.6" cy="39.4" rx="3.1" ry="4" />
        <ellipse cx="35.6" cy="38.8" rx="2.2" ry="2.8" />
      </>
    ),
    face: (
      <>
        <Line d="M21.3 32.6q3-2.2 6.2-.6M33.2 33.8l4.6-.8" width={1.8} />
        <Line d="M26.8 48.8q1.9-1.7 3.5 0t3.3-.2" width={1.9} />
      </>
    ),
    ribbon: (
      <Ribbon d="M25.4 9.2c0-4.1 3-6.8 7.2-6.8 4.4 0 7.5 2.6 7.5 6.4 0 5.2-6.8 5.4-7.4 11.7" width={4.2} />
    ),
  },
};

/** Up to 34 px: larger eyes, a wider smile and a thicker ribbon, no pages. */
export const SMALL_POSES: Record<"idle" | "writing", Drawing> = {
  idle: {
    eyes: <Eyes at={[20.5, 33.5]} y={37} rx={3.9} ry={5.2} />,
    face: <Line d="M22.5 48.5q4.5 4.2 9 0" width={3.4} />,
    ribbon: (
      <>
        <Ribbon d="M29 21c-6-4.5-5.6-9 .2-11.5 3.4-1.5 4-3 3.2-5.5" width={6} />
        <Spark at="47.5 8" scale={1.4} />
      </>
    ),
  },
  writing: {
    transform: "translate(-4 0)",
    eyes: <Eyes at={[22, 35]} y={43} rx={4} ry={4.4} />,
    ribbon: (
      <>
        <Ribbon d="M24 21c0-9 6-15 17-15 13 0 18 8 18 19v17" width={6} />
        <path className={styles.spark} d="M54 42h10l-1.4 11-3.6 9-3.6-9z" />
      </>
    ),
  },
};
