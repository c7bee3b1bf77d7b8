import { LogOut } from "lucide-react";
import { Form, Link, NavLink } from "react-router";
import { SmallBooky } from "#app/ui/booky.tsx";
import type { UserRecord } from "#domain/account.ts";
import styles from "./top-bar.module.css";

type TopBarProps = { user: Pick<UserRecord, "name" | "email"> };

/** The navigation of the signed-in pages. */
export function TopBar({ user }: TopBarProps) {
  return (
    <header className={styles.bar}>
      <Link to="/stories" className={styles.brand} aria-label="Talespark">
        <SmallBooky pose="idle" size={28} />
        <span>Talespark</span>
      </Link>
      <nav aria-label="Main" style={{ display: "flex" }}>
        <NavLink to="/stories" end className={styles.link}>
          My Stories
        </NavLink>
        <NavLink to="/stories/new" className={styles.link}>
          Begin New Story
        </NavLink>
      </nav>
      <div className={styles.end}>
        <UserMenu user={user} />
      </div>
    </header>
  );
}

/** A native popover: opens, closes on Escape or a click beside it, also before the page is alive. */
function UserMenu({ user }: TopBarProps) {
  return (
    <>
      <button type="button" className={styles.avatar} popoverTarget="user-menu" aria-label="Your account">
        <span aria-hidden="true">{Array.from(user.name.trim())[0] ?? "?"}</span>
      </button>
      <div id="user-menu" popover="auto" className={styles.menu}>
        <p className={styles.who}>
          <b dir="auto">{user.name}</b>
          {user.email && <small>{user.email}</small>}
        </p>
        <Form method="post" action="/logout" reloadDocument>
          <button type="submit" className={styles.item}>
            <LogOut size={18} aria-hidden="true" /> Logout
          </button>
        </Form>
      </div>
    </>
  );
}
