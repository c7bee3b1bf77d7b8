import type { CSSProperties, ReactNode } from "react";
import styles from "./typeset.module.css";
import { useReadingSettings } from "./use-reading-settings.ts";

type TypesetProps = {
  className?: string | undefined;
  /** So much below the header is covered, in px. */
  covered?: number;
  children: ReactNode;
};

/** Story text in here is set as the reader likes it. */
export function Typeset({ className = "", covered = 0, children }: TypesetProps) {
  const { size, width, face, lines } = useReadingSettings();
  return (
    <div
      className={`${styles.typeset} ${className}`}
      style={{ "--covered": `${covered}px` } as CSSProperties}
      data-size={size}
      data-width={width}
      data-face={face}
      data-lines={lines}
    >
      {children}
    </div>
  );
}
