import { ChevronLeft } from "lucide-react";
import { Link } from "react-router";
import styles from "./back-link.module.css";

/** Leads out of a conversation, at the beginning of its header. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={`${styles.back} middle no-shrink muted round`} aria-label={label}>
      <ChevronLeft className="points" size={22} />
    </Link>
  );
}
