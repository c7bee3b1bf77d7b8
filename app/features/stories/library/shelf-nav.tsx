import { Link } from "react-router";
import type { LibraryQuery } from "./library-query.ts";
import styles from "./shelf-nav.module.css";

type ShelfNavProps = {
  current: LibraryQuery["status"] | "deleted";
  shelves: { archived: boolean; deleted: boolean };
};

/** The shelves of the library, where there is more than one. */
export function ShelfNav({ current, shelves }: ShelfNavProps) {
  const others = [
    ...(shelves.archived || current === "archived"
      ? [{ name: "archived", label: "Archived", to: "/stories?status=archived" }]
      : []),
    ...(shelves.deleted || current === "deleted"
      ? [{ name: "deleted", label: "Recently deleted", to: "/stories/deleted" }]
      : []),
  ];
  if (others.length === 0) return null;
  return (
    <nav className={styles.nav} aria-label="Shelves">
      {[{ name: "active", label: "On the shelf", to: "/stories" }, ...others].map(({ name, label, to }) => (
        <Link key={name} to={to} aria-current={name === current ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
