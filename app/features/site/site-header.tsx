import { Link } from "react-router";
import { NavigationLinks } from "#app/features/layout/navigation-links.tsx";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { SkipLink } from "#app/features/layout/skip-link.tsx";
import { SmallBooky } from "#app/ui/booky.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { SignInButton, TryForFree } from "./sign-in-button.tsx";
import styles from "./site-header.module.css";

const LINKS = [
  { path: "/", label: "Home" },
  { path: "/features", label: "Features" },
  { path: "/pricing", label: "Pricing" },
];

/** The header of the public pages. All of it is always visible, so there is no menu. */
export function SiteHeader({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <>
      <SkipLink />
      <header className={styles.header} data-scope="night">
        <Link to={isSignedIn ? PAGE_PATHS.home : "/"} className={styles.brand}>
          <SmallBooky pose="idle" size={28} />
          <span>Talespark</span>
        </Link>
        {!isSignedIn && (
          <nav className={styles.links} aria-label="Main">
            <NavigationLinks links={LINKS} className={styles.link} />
          </nav>
        )}
        <div className={styles.end}>
          {isSignedIn ? (
            <ButtonLink to={PAGE_PATHS.home}>Back to your stories</ButtonLink>
          ) : (
            <>
              <SignInButton className={styles.signIn}>Sign In</SignInButton>
              <TryForFree />
            </>
          )}
        </div>
      </header>
    </>
  );
}
