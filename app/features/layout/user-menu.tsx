import { LogOut } from "lucide-react";
import { LogoutForm } from "#app/features/auth/logout-form.tsx";
import { SparkMeter } from "#app/features/billing/spark-meter.tsx";
import type { UserRecord } from "#domain/account.ts";
import type { SparkBalance } from "#domain/billing.ts";
import type { Destination } from "./navigation.ts";
import styles from "./user-menu.module.css";

type UserMenuProps = {
  user: Pick<UserRecord, "name" | "email">;
  sparks: SparkBalance;
  links: readonly Destination[];
};

/** A native popover: opens and closes, on Escape or a click outside, also before hydration. */
export function UserMenu({ user, sparks, links }: UserMenuProps) {
  return (
    <>
      <button type="button" className={styles.avatar} popoverTarget="user-menu" aria-label="Your account">
        <span aria-hidden="true">{Array.from(user.name.trim())[0] ?? "?"}</span>
      </button>
      <div id="user-menu" popover="auto" className={styles.menu}>
        <AccountEntries user={user} sparks={sparks} links={links} />
      </div>
    </>
  );
}

/** Shows who is signed in, with links to their pages and the logout. */
export function AccountEntries({ user, sparks, links }: UserMenuProps) {
  return (
    <>
      <p className={styles.who}>
        <b dir="auto">{user.name}</b>
        {user.email && <small>{user.email}</small>}
      </p>
      <div className={styles.sparks}>
        <SparkMeter sparks={sparks} small />
      </div>
      {links.map(({ path, label }) => (
        <a
          key={path}
          href={path}
          className={styles.item}
          onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>("[popover]")?.hidePopover()}
        >
          {label}
        </a>
      ))}
      <LogoutForm>
        <button type="submit" className={styles.item}>
          <LogOut size={18} aria-hidden="true" /> Logout
        </button>
      </LogoutForm>
    </>
  );
}
