import { Booky } from "#app/ui/booky.tsx";
import type { Pose } from "#app/ui/booky-poses.tsx";
import styles from "./page-header.module.css";

type PageHeaderProps = { title: string; lead: string; pose: Pose };

/** The heading of a page with a line under it, and Booky at its end. */
export function PageHeader({ title, lead, pose }: PageHeaderProps) {
  return (
    <header className={styles.head}>
      <div>
        <h1>{title}</h1>
        <p>{lead}</p>
      </div>
      <Booky pose={pose} size={96} />
    </header>
  );
}
