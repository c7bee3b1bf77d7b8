import { ArrowDown } from "lucide-react";
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { IconButton } from "#app/ui/button.tsx";
import { showError } from "#app/ui/toast.tsx";
import styles from "./way-through.module.css";

type EarlierLinkProps = {
  before: string;
  load: () => Promise<void>;
};

/** Older messages load by themselves when their link is this close to the view. */
const NEAR_PX = 900;

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

  const onNear = useEffectEvent(() => {
    if (!failed) void loadMore();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is still near after older messages have come is asked for anew
  useEffect(() => {
    if (link.current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), {
      rootMargin: `${NEAR_PX}px 0px`,
    });
    observer.observe(link.current);
    return () => observer.disconnect();
  }, [before]);

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
    <span className={styles.end}>
      <IconButton label="To the end" icon={<ArrowDown size={20} />} onClick={onClick} />
    </span>
  );
}
