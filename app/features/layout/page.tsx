import type { MouseEventHandler, ReactNode } from "react";
import { Link } from "react-router";
import { Booky, SmallBooky } from "#app/ui/booky.tsx";
import type { Pose } from "#app/ui/booky-poses.tsx";
import styles from "./page.module.css";
import { PAGE_PATHS } from "./pages.ts";

/** A page in the width of the site. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={`${styles.page} center-block`}>
      {children}
    </main>
  );
}

type SoloProps = { art: ReactNode; title: string; lead?: string | null; children?: ReactNode };

/** A page with one thing in its middle. */
export function SoloPage({ art, title, lead, children }: SoloProps) {
  return (
    <main className={`${styles.solo} middle`}>
      <div className={`${styles.panel} stack each-center gap-16 text-center`}>
        {art}
        <h1>{title}</h1>
        {lead && <p className="story-lead muted balanced">{lead}</p>}
        {children}
      </div>
    </main>
  );
}

/** What went wrong, said as soon as it is on the page. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p className="danger" role="alert">
      {children}
    </p>
  );
}

type PageHeaderProps = { title: string; lead: string; pose: Pose };

/** The heading of a page with a line under it, and Booky at its end. */
export function PageHeader({ title, lead, pose }: PageHeaderProps) {
  return (
    <header className={`${styles.head} flex space-between items-end gap-20 line-below`}>
      <div>
        <h1>{title}</h1>
        <p className="subtitle muted">{lead}</p>
      </div>
      <Booky pose={pose} size={96} />
    </header>
  );
}

/** The product's mark and name, and the way home. */
export function Brand({ to = PAGE_PATHS.home }: { to?: string }) {
  return (
    <Link to={to} className={`${styles.brand} gap-10 text-color row tap-height no-underline`}>
      <SmallBooky pose="idle" size={28} />
      <span>Talespark</span>
    </Link>
  );
}

type SkipLinkProps = { to?: string; children?: string; onClick?: MouseEventHandler };

/** For the keyboard: over the navigation to `#main`, or elsewhere. Seen only while it has the focus. */
export function SkipLink({ to = "#main", children = "Skip to the content", onClick }: SkipLinkProps) {
  return (
    <a href={to} className={`${styles.skip} fixed strong rounded`} onClick={onClick}>
      {children}
    </a>
  );
}
