import { Link } from "react-router";
import { SmallBooky } from "#app/ui/booky.tsx";
import styles from "./brand.module.css";
import { PAGE_PATHS } from "./pages.ts";

/** The product's mark and name, and the way home. */
export function Brand() {
  return (
    <Link to={PAGE_PATHS.home} className={styles.brand}>
      <SmallBooky pose="idle" size={28} />
      <span>Talespark</span>
    </Link>
  );
}
