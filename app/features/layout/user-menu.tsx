import { LogOut } from "lucide-react";
import { Link } from "react-router";
import { LogoutForm } from "#app/features/auth/logout-form.tsx";
import { SparkMeter } from "#app/features/billing/spark-meter.tsx";
import { LazyPanelPopup, usePopup } from "#app/ui/popup.ts";
import type { UserRecord } from "#domain/account.ts";
import type { SparkBalance } from "#domain/billing.ts";
import type { Destination } from "./navigation-links.tsx";
import { PAGE_PATHS } from "./pages.ts";
import styles from "./user-menu.module.css";

type UserMenuProps = {
  user: Pick<UserRecord, "name" | "email">;
  sparks: SparkBalance;
  links: readonly Destination[];
};

/** The account's entries, in a panel that opens at the first letter of the person's name. Without a script it leads to the settings. */
export function UserMenu({ user, sparks, links }: UserMenuProps) {
  const { button, popup } = usePopup(LazyPanelPopup);
  const letter = <span aria-hidden="true">{Array.from(user.name.trim())[0] ?? "?"}</span>;
  return (
    <>
      <button
        type="button"
        className={styles.avatar}
        aria-label="Your account"
        aria-haspopup="dialog"
        {...button}
      >
        {letter}
      </button>
      <noscript>
        <a href={PAGE_PATHS.settings} className={styles.avatar} aria-label="Settings">
          {letter}
        </a>
      </noscript>
      {popup.open && (
        <LazyPanelPopup {...popup} label="Your account">
          <div className={styles.entries}>
            <AccountEntries user={user} sparks={sparks} links={links} onFollow={popup.onClose} />
          </div>
        </LazyPanelPopup>
      )}
    </>
  );
}

/** Shows who is signed in, with links to their pages and the logout. */
export function AccountEntries({ user, sparks, links, onFollow }: UserMenuProps & { onFollow?: () => void }) {
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
        <Link key={path} to={path} className={styles.item} onClick={onFollow}>
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
