import type { ReactNode } from "react";
import type { TypeSettings } from "./type-settings.ts";
import styles from "./typeset.module.css";

type TypesetProps = { settings: TypeSettings; className?: string | undefined; children: ReactNode };

/** Story text in here is set as the reader likes it. */
export function Typeset({ settings, className = "", children }: TypesetProps) {
  const { size, width, face } = settings;
  return (
    <div className={`${styles.typeset} ${className}`} data-size={size} data-width={width} data-face={face}>
      {children}
    </div>
  );
}
