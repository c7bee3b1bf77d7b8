import { ALargeSmall } from "lucide-react";
import { type ReactNode, useContext, useEffect, useState } from "react";
import { BackLink } from "#app/features/conversation/back-link.tsx";
import { TextLanguage } from "#app/features/conversation/list/text-language.ts";
import { IconButton } from "#app/ui/button.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { usePopup } from "#app/ui/popup.ts";
import styles from "./reading-header.module.css";

const HEIGHT = 57;

type ReadingHeaderProps = {
  title: string;
  location: string | null;
  /** The buttons at its end. */
  children: ReactNode;
};

/** Back, title, where the story is, like a running head, and what can be opened. */
export function ReadingHeader({ title, location, children }: ReadingHeaderProps) {
  const away = useHidingHeader();
  const language = useContext(TextLanguage);
  return (
    <header
      className={`${styles.header} stack sticky items-center line-below page-color`}
      data-away={away || undefined}
      data-tips="below"
    >
      <title>{`${title} · Talespark`}</title>
      <BackLink to="/stories" label="Back to your library" />
      <h1 className={`${styles.title} name ellipsis`} dir="auto" lang={language}>
        {title}
      </h1>
      {location && (
        <p className={`${styles.place} muted ellipsis`} dir="auto" lang={language}>
          {location}
        </p>
      )}
      <div className={`${styles.actions} flex justify-end`}>{children}</div>
    </header>
  );
}

/** Smaller movements are ignored, in px. */
const SCROLL_THRESHOLD = 8;
/** How long a flick scrolls on, in ms. */
const MOMENTUM_MS = 1_500;
/** Input that scrolls the page; scrolling by code does not hide the header. */
const HANDS = ["wheel", "touchmove"] as const;

/** Whether the header is hidden: after scrolling down, until scrolling up. */
function useHidingHeader(): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    let handAt = Number.NEGATIVE_INFINITY;
    const onHand = () => {
      handAt = performance.now();
    };
    const onScroll = () => {
      if (performance.now() - handAt > MOMENTUM_MS) {
        last = window.scrollY;
        return;
      }
      const moved = window.scrollY - last;
      if (Math.abs(moved) < SCROLL_THRESHOLD) return;
      last = window.scrollY;
      setAway(moved > 0 && window.scrollY > HEIGHT);
    };
    for (const hand of HANDS) window.addEventListener(hand, onHand, { passive: true });
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      for (const hand of HANDS) window.removeEventListener(hand, onHand);
      window.removeEventListener("scroll", onScroll);
    };
  }, []);
  return away;
}

const LazyReadingPanel = makeLazyDialog(
  async () => (await import("#app/features/conversation/reading-settings/reading-panel.tsx")).ReadingPanel,
);

/** The button that opens Aa. */
export function ReadingPanelButton({ onListen }: { onListen: () => void }) {
  const { button, popup } = usePopup(LazyReadingPanel);
  return (
    <>
      <IconButton label="Text settings" icon={<ALargeSmall size={21} />} aria-haspopup="dialog" {...button} />
      {popup.open && <LazyReadingPanel {...popup} onListen={onListen} />}
    </>
  );
}
