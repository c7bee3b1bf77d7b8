import { ArrowDown } from "lucide-react";
import { type MouseEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { IconButton } from "#app/ui/button.tsx";
import { showError } from "#app/ui/toast.tsx";
import { useNear } from "#app/ui/use-near.ts";
import styles from "./way-through.module.css";

type EarlierLinkProps = {
  before: string;
  load: () => Promise<void>;
};

/**
 * Loads older messages, also by itself when it is nearly in view. Without a script it links to a page of them.
 */
export function EarlierLink({ before, load }: EarlierLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState(false);

  async function loadMore(): Promise<void> {
    if (loading) return;
    setLoading(true);
    try {
      await load();
      setFailed(false);
    } catch {
      // Nothing is lost: the link stays, but it does not load by itself again.
      setFailed(true);
      showError("What came before could not be loaded. Please try again.");
    }
    setLoading(false);
  }

  useNear(link, before, () => void (failed || loadMore()));

  function onClick(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void loadMore();
  }

  return (
    <Link
      ref={link}
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
    <span className={styles.end} data-to-end="">
      <IconButton label="To the end" icon={<ArrowDown size={20} />} onClick={onClick} />
    </span>
  );
}
