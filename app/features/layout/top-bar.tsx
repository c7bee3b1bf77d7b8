import { Link } from "react-router";
import type { UserRecord } from "#domain/account.ts";
import type { SparkBalance } from "#domain/billing.ts";
import { Brand } from "./brand.tsx";
import { listNavigation } from "./navigation.ts";
import { NavigationLinks } from "./navigation-links.tsx";
import { SiteMenu } from "./site-menu.tsx";
import { SkipLink } from "./skip-link.tsx";
import styles from "./top-bar.module.css";
import { UserMenu } from "./user-menu.tsx";

type TopBarProps = {
  user: Pick<UserRecord, "name" | "email" | "tier">;
  sparks: SparkBalance;
  /** It lies on a night band, and has its colours. */
  onNight: boolean;
};

/** The navigation of the signed-in pages: in a row where there is room, else in a menu that slides in. */
export function TopBar({ user, sparks, onNight }: TopBarProps) {
  const navigation = listNavigation(user.tier);
  return (
    <>
      <SkipLink />
      <header className={styles.bar} data-scope={onNight ? "night" : undefined}>
        <Brand />
        <nav className={styles.row} aria-label="Main">
          <NavigationLinks links={navigation.main} className={styles.link} />
        </nav>
        <div className={styles.end}>
          {navigation.upgrade && (
            <Link to={navigation.upgrade} className={styles.upgrade}>
              Upgrade
            </Link>
          )}
          <UserMenu user={user} sparks={sparks} links={navigation.account} />
        </div>
        <SiteMenu user={user} sparks={sparks} navigation={navigation} />
      </header>
    </>
  );
}
