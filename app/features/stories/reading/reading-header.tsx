import type { ReactNode } from "react";
import { BackLink } from "#app/features/conversation/back-link.tsx";
import styles from "./reading-header.module.css";
import { useHidingHeader } from "./use-hiding-header.ts";

const HEIGHT = 57;

type ReadingHeaderProps = {
  title: string;
  location: string | null;
  /** The buttons at its end. */
  children: ReactNode;
};

/** Back, title, where the story is, like a running head, and what can be opened. */
export function ReadingHeader({ title, location, children }: ReadingHeaderProps) {
  const away = useHidingHeader(HEIGHT);
  return (
    <header className={styles.header} data-away={away || undefined} data-tips="below">
      <BackLink to="/stories" label="Back to your library" />
      <h1 className={styles.title} dir="auto">
        {title}
      </h1>
      {location && (
        <p className={styles.place} dir="auto">
          {location}
        </p>
      )}
      <div className={styles.actions}>{children}</div>
    </header>
  );
}
