import { Link } from "react-router";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { ADULT_AGE } from "#domain/legal.ts";
import styles from "./age-consent.module.css";

/** At the end of a story or a chat with adult content that the person has switched off since. */
export function AdultOffNote({ what }: { what: "story" | "chat" }) {
  return (
    <p className={styles.note}>
      This {what} has adult content ({ADULT_AGE}+), which is off in{" "}
      <Link to={PAGE_PATHS.settings}>your settings</Link>. It goes on for a general audience.
    </p>
  );
}
