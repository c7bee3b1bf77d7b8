import { Link } from "react-router";
import { CookieSettings } from "#app/features/cookies/cookie-settings.tsx";
import { type Operator, SupportAddress } from "#app/features/legal/operator.tsx";
import { AgreementNote } from "./agreement-note.tsx";
import styles from "./site-footer.module.css";

const LINKS = [
  { path: "/privacy-policy", label: "Privacy Policy" },
  { path: "/terms", label: "Terms" },
  { path: "/cookie-policy", label: "Cookie Policy" },
];

/** The links of every public page, and who runs the site. */
export function SiteFooter({ operator }: { operator: Operator }) {
  return (
    <footer className={styles.footer} data-scope="night">
      <p>
        <AgreementNote />
      </p>
      <ul className={styles.links}>
        {LINKS.map(({ path, label }) => (
          <li key={path}>
            <Link to={path}>{label}</Link>
          </li>
        ))}
        <li>
          <CookieSettings className={styles.settings} />
        </li>
      </ul>
      <p className={styles.operator}>
        <span>
          {operator.name} · {operator.address}
        </span>
        <SupportAddress email={operator.email} />
      </p>
    </footer>
  );
}
