import { Link } from "react-router";
import type { LibraryQuery } from "#domain/library-query.ts";
import styles from "./library.module.css";

type ShelfNavProps = {
  current: LibraryQuery["status"] | "deleted";
  shelves: { archived: boolean; deleted: boolean };
};

const SHELVES = [
  { name: "active", label: "On the shelf", to: "/stories" },
  { name: "archived", label: "Archived", to: "/stories?status=archived" },
  { name: "deleted", label: "Recently deleted", to: "/stories/deleted" },
] as const;

/** Links to the active, archived and deleted stories, where there are any. */
export function LibraryNav({ current, shelves }: ShelfNavProps) {
  const shown = SHELVES.filter(({ name }) => name === "active" || name === current || shelves[name]);
  if (shown.length === 1) return null;
  return (
    <nav className={`${styles.nav} flex gap-24 line-below`} aria-label="Shelves">
      {shown.map(({ name, label, to }) => (
        <Link
          key={name}
          to={to}
          className="no-shrink nav-link"
          aria-current={name === current ? "page" : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
