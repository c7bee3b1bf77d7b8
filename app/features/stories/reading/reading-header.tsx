import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
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
      <Link to="/stories" className={styles.back} aria-label="Back to your library">
        <ChevronLeft size={22} />
      </Link>
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
