import { LogOut, Menu, X } from "lucide-react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { LogoutForm } from "#app/features/auth/logout-form.tsx";
import { SparkMeter } from "#app/features/billing/spark-meter.tsx";
import { SearchButton } from "#app/features/search/search-entry.tsx";
import { useBackCloses } from "#app/ui/back-layers.ts";
import { IconButton } from "#app/ui/button.tsx";
import { LazyPanelPopup, usePopup } from "#app/ui/popup.ts";
import type { UserRecord } from "#domain/account.ts";
import type { SparkBalance } from "#domain/billing.ts";
import { NavigationLinks } from "./navigation-links.tsx";
import { Brand, SkipLink } from "./page.tsx";
import { PAGE_PATHS } from "./pages.ts";
import styles from "./top-bar.module.css";

/** The main navigation. */
const MAIN = [
  { path: PAGE_PATHS.home, label: "Home" },
  { path: PAGE_PATHS.library, label: "Your Library" },
  { path: PAGE_PATHS.characters, label: "Characters" },
  { path: PAGE_PATHS.help, label: "Help" },
];

/** The account's entries above Logout. */
const ACCOUNT = [
  { path: PAGE_PATHS.settings, label: "Settings" },
  { path: PAGE_PATHS.subscription, label: "Subscription" },
];

type ReaderProps = { user: Pick<UserRecord, "name" | "email" | "tier">; sparks: SparkBalance };

/**
 * The navigation of the signed-in pages: in a row where there is room, else in a menu that slides in. `onNight`: it lies on a night band,
 * and has its colours.
 */
export function TopBar({ user, sparks, onNight }: ReaderProps & { onNight: boolean }) {
  return (
    <>
      <SkipLink />
      <header
        className={`${styles.bar} row sticky gap-8 text-color line-below page-color`}
        data-scope={onNight ? "night" : undefined}
        data-tips="below"
      >
        <Brand />
        <nav className={`${styles.row} hidden-on-phone`} aria-label="Main">
          <NavigationLinks links={MAIN} className={`${styles.link} nav-link`} />
        </nav>
        <div className="row hidden-on-phone gap-12 margin-start-auto">
          {user.tier !== "premium" && (
            <Link to={PAGE_PATHS.upgrade} className={`${styles.upgrade} row tap-height strong no-underline`}>
              Upgrade
            </Link>
          )}
          <SearchButton />
          <UserMenu user={user} sparks={sparks} />
        </div>
        <div className={`${styles.phone} row only-on-phone`}>
          <SearchButton />
          <SiteMenu user={user} sparks={sparks} />
        </div>
      </header>
    </>
  );
}

const MENU = "site-menu";

/**
 * The navigation of a phone, sliding in from the end of the page. A native modal dialog: it keeps the focus, gives it back
 * and closes on Escape by itself, and the commands on its buttons work before hydration.
 */
function SiteMenu({ user, sparks }: ReaderProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  // It may have been opened before hydration.
  useEffect(() => setOpen(dialog.current?.open ?? false), []);
  useBackCloses(isOpen, () => dialog.current?.close());

  return (
    <>
      <IconButton
        label="Menu"
        icon={<Menu size={24} />}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault(); // the command would open it once more
          dialog.current?.showModal();
          setOpen(true);
        }}
        {...command("show-modal")}
      />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: its key is Escape, which closes every dialog */}
      <dialog
        ref={dialog}
        id={MENU}
        className={`${styles.menu} text-color raised shadow`}
        aria-label="Menu"
        closedby="any"
        onClose={() => setOpen(false)}
        onClick={closeWhenDone}
        suppressHydrationWarning // it may be open by then
      >
        <div className={`${styles.content} column`}>
          <div className="row space-between" data-tips="below">
            <Brand />
            <IconButton
              label="Close"
              icon={<X size={22} />}
              onClick={() => dialog.current?.close()}
              {...command("close")}
            />
          </div>
          <nav className={styles.links} aria-label="Main">
            <NavigationLinks links={MAIN} className={styles.menuLink} />
            {user.tier !== "premium" && (
              <Link to={PAGE_PATHS.upgrade} className={styles.menuLink}>
                Upgrade
              </Link>
            )}
          </nav>
          <div className="margin-top-auto padding-top-12 line-above">
            <AccountEntries user={user} sparks={sparks} />
          </div>
        </div>
      </dialog>
    </>
  );
}

/** What a button does to the menu without a script, in browsers that know commands. React's types do not yet. */
function command(name: "show-modal" | "close") {
  return { command: name, commandfor: MENU };
}

/**
 * A link leaves for another page. A click on the dialog itself is one beside its content: browsers that know `closedby`
 * close it by themselves.
 */
function closeWhenDone({ target, currentTarget }: MouseEvent<HTMLDialogElement>): void {
  const isLink = target instanceof Element && target.closest("a") !== null;
  if (isLink || target === currentTarget) currentTarget.close();
}

/** The account's entries, in a panel that opens at the first letter of the person's name. Without a script it leads to the settings. */
function UserMenu({ user, sparks }: ReaderProps) {
  const { button, popup } = usePopup(LazyPanelPopup);
  const letter = <span aria-hidden="true">{Array.from(user.name.trim())[0] ?? "?"}</span>;
  return (
    <>
      <button
        type="button"
        className={`${styles.avatar} middle no-underline round`}
        aria-label="Your account"
        aria-haspopup="dialog"
        {...button}
      >
        {letter}
      </button>
      <noscript>
        <a
          href={PAGE_PATHS.settings}
          className={`${styles.avatar} middle no-underline round`}
          aria-label="Settings"
        >
          {letter}
        </a>
      </noscript>
      {popup.open && (
        <LazyPanelPopup {...popup} label="Your account">
          <div className={styles.entries}>
            <AccountEntries user={user} sparks={sparks} onFollow={popup.onClose} />
          </div>
        </LazyPanelPopup>
      )}
    </>
  );
}

/** Shows who is signed in, with links to their pages and the logout. */
function AccountEntries({ user, sparks, onFollow }: ReaderProps & { onFollow?: () => void }) {
  return (
    <>
      <p className={`${styles.who} margin-bottom-8 break-anywhere line-below`}>
        <b className="block strong" dir="auto">
          {user.name}
        </b>
        {user.email && <small className="muted smaller">{user.email}</small>}
      </p>
      <div className={`${styles.sparks} margin-bottom-8 line-below`}>
        <SparkMeter sparks={sparks} small />
      </div>
      {ACCOUNT.map(({ path, label }) => (
        <Link key={path} to={path} className={`${styles.item} no-underline`} onClick={onFollow}>
          {label}
        </Link>
      ))}
      <LogoutForm>
        <button type="submit" className={`${styles.item} no-underline`}>
          <LogOut size={18} aria-hidden="true" /> Logout
        </button>
      </LogoutForm>
    </>
  );
}
