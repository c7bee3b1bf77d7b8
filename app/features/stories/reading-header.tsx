import { ChevronLeft } from "lucide-react";
import { Link } from "react-router";
import styles from "./reading-header.module.css";
import { useHidingHeader } from "./use-hiding-header.ts";

const HEIGHT = 57;

type ReadingHeaderProps = { title: string; location: string | null };

/** Back, title, and where the story is, like a running head. */
export function ReadingHeader({ title, location }: ReadingHeaderProps) {
  const away = useHidingHeader(HEIGHT);
  return (
    <header className={styles.header} data-away={away || undefined}>
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
    </header>
  );
}
