import { Link } from "react-router";
import { CookieSettings } from "#app/features/cookies/cookie-banner-host.tsx";
import { NavigationLinks } from "#app/features/layout/navigation-links.tsx";
import { Brand, SkipLink } from "#app/features/layout/page.tsx";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { AgreementNote, SignInButton, TryForFree } from "./sign-in-button.tsx";
import styles from "./site-frame.module.css";

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
      <header className={`${styles.header} stack items-center`} data-scope="night">
        <Brand to={isSignedIn ? PAGE_PATHS.home : "/"} />
        {!isSignedIn && (
          <nav className={styles.links} aria-label="Main">
            <NavigationLinks links={LINKS} className={`${styles.link} nav-link`} />
          </nav>
        )}
        <div className={`${styles.end} row wrap justify-end gap-8`}>
          {isSignedIn ? (
            <ButtonLink to={PAGE_PATHS.home}>Back to your stories</ButtonLink>
          ) : (
            <>
              <SignInButton look="quiet">Sign In</SignInButton>
              <TryForFree />
            </>
          )}
        </div>
      </header>
    </>
  );
}

const LEGAL_LINKS = [
  { path: "/privacy-policy", label: "Privacy Policy" },
  { path: "/terms", label: "Terms" },
  { path: "/cookie-policy", label: "Cookie Policy" },
];

/** The links of every public page, and who runs the site. */
export function SiteFooter({ operator }: { operator: Operator }) {
  return (
    <footer className={`${styles.footer} spread note line-above`} data-scope="night">
      <p>
        <AgreementNote />
      </p>
      <ul className="flex wrap column-gap-20">
        {LEGAL_LINKS.map(({ path, label }) => (
          <li key={path}>
            <Link to={path}>{label}</Link>
          </li>
        ))}
        <li>
          <CookieSettings className="word-button" />
        </li>
      </ul>
      <p className={`${styles.operator} row wrap column-gap-20 padding-top-12 break-anywhere`}>
        <span>
          {operator.name} · {operator.address}
        </span>
        <SupportAddress email={operator.email} />
      </p>
    </footer>
  );
}

/** Who runs the site: a name, a postal address in one line, an e-mail address. */
type Operator = { name: string; address: string; email: string };

/** The way to reach the people who run this site. */
export function SupportAddress({ email }: { email: string }) {
  return <a href={`mailto:${email}`}>{email}</a>;
}
