import { LogOut } from "lucide-react";
import { Link } from "react-router";
import { LogoutForm } from "#app/features/auth/logout-form.tsx";
import type { UserRecord } from "#domain/account.ts";
import type { Destination } from "./navigation.ts";
import styles from "./user-menu.module.css";

type UserMenuProps = { user: Pick<UserRecord, "name" | "email">; links: Destination[] };

/** A native popover: opens, closes on Escape or a click beside it, also before the page is alive. */
export function UserMenu({ user, links }: UserMenuProps) {
  return (
    <>
      <button type="button" className={styles.avatar} popoverTarget="user-menu" aria-label="Your account">
        <span aria-hidden="true">{Array.from(user.name.trim())[0] ?? "?"}</span>
      </button>
      <div id="user-menu" popover="auto" className={styles.menu}>
        <Account user={user} links={links} />
      </div>
    </>
  );
}

/** Who is signed in, what belongs to them, and the way out. */
export function Account({ user, links }: UserMenuProps) {
  return (
    <>
      <p className={styles.who}>
        <b dir="auto">{user.name}</b>
        {user.email && <small>{user.email}</small>}
      </p>
      {links.map(({ path, label }) => (
        <Link
          key={path}
          to={path}
          className={styles.item}
          onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>("[popover]")?.hidePopover()}
        >
          {label}
        </Link>
      ))}
      <LogoutForm>
        <button type="submit" className={styles.item}>
          <LogOut size={18} aria-hidden="true" /> Logout
        </button>
      </LogoutForm>
    </>
  );
}
