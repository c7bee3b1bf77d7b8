import { ArrowDown } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { Link } from "react-router";
import { IconButton } from "#app/ui/button.tsx";
import { showError } from "#app/ui/toast.tsx";
import styles from "./way-through.module.css";

type EarlierLinkProps = {
  before: string;
  load: () => Promise<void>;
  /** Called when older messages are about to appear. */
  onLoaded: () => void;
};

/** Leads to older messages: on the same page, or on one of their own where there is no script. */
export function EarlierLink({ before, load, onLoaded }: EarlierLinkProps) {
  const [loading, setLoading] = useState(false);

  async function onClick(event: MouseEvent): Promise<void> {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (loading) return;
    setLoading(true);
    onLoaded();
    try {
      await load();
    } catch {
      // Whatever it was, nothing is lost and the link is still there.
      showError("What came before could not be loaded. Please try again.");
    }
    setLoading(false);
  }

  return (
    <Link
      className={styles.earlier}
      to={`?${new URLSearchParams({ before })}`}
      onClick={onClick}
      aria-busy={loading}
    >
      {loading ? "Loading…" : "Load earlier"}
    </Link>
  );
}

export function ScrollToEnd({ onClick }: { onClick: () => void }) {
  return (
    <span className={styles.end}>
      <IconButton label="To the end" icon={<ArrowDown size={20} />} onClick={onClick} />
    </span>
  );
}
