import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Message } from "#domain/message.ts";
import styles from "./message-list.module.css";

/** Messages that come onto the page and leave it together. */
const WINDOW_SIZE = 20;
/** How far above and below what is seen they stay: some screens, so that nobody scrolls or listens into a gap. */
const KEPT_AROUND = "2400px 0px";

/** `key`: which window this is, counted from the first one that stood on the page; older ones have negative numbers. */
export type MessageWindow = { key: number; messages: readonly Message[] };

/**
 * Messages in windows that stay the same when older ones come before them or newer ones after. `first`: where the first of
 * these stands, counted as `useFirstIndex` does.
 */
export function splitIntoWindows(messages: readonly Message[], first: number): MessageWindow[] {
  const windows: MessageWindow[] = [];
  let at = 0;
  while (at < messages.length) {
    const key = Math.floor((first + at) / WINDOW_SIZE);
    const end = (key + 1) * WINDOW_SIZE - first;
    windows.push({ key, messages: messages.slice(at, end) });
    at = end;
  }
  return windows;
}

/**
 * Where the first message stands, counted from the one that was first when the page opened: 0, and less when older ones
 * have come before it. How long the story is may be learnt later; it must not move what is on the page.
 */
export function useFirstIndex(messages: readonly Message[]): number {
  const firstId = messages[0]?.messageId ?? null;
  const [known, setKnown] = useState({ firstId, index: 0 });
  if (known.firstId === firstId) return known.index;
  const at = messages.findIndex(({ messageId }) => messageId === known.firstId);
  const next = { firstId, index: at > 0 ? known.index - at : 0 };
  setKnown(next);
  return next.index;
}

type WindowProps = { messages: readonly Message[]; draw: (message: Message) => ReactNode };

/**
 * A part of a long list that is only on the page while it is near what is seen; else its height stands for it. What is
 * focused or selected stays. The page does not jump when it comes back in another height than it left with.
 */
export const WindowOfMessages = memo(function WindowOfMessages({ messages, draw }: WindowProps) {
  const place = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  const heightBefore = useRef<number | null>(null);

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry === undefined) return;
        if (entry.isIntersecting) setHeight(null);
        else if (!isInUse(element)) setHeight((known) => known ?? entry.boundingClientRect.height);
      },
      { rootMargin: KEPT_AROUND },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const before = heightBefore.current;
    heightBefore.current = height;
    if (before === null || height !== null || place.current === null) return;
    const box = place.current.getBoundingClientRect();
    const grown = box.height - before;
    const isAbove = box.top + before <= 0;
    // Less than a pixel is nobody's jump, and scrolling by it would end a scroll that is under way.
    if (isAbove && Math.abs(grown) >= 1) window.scrollBy({ top: grown, behavior: "instant" });
  }, [height]);

  return (
    <div ref={place} className={styles.window} style={height === null ? undefined : { height }}>
      {height === null && messages.map(draw)}
    </div>
  );
});

function isInUse(element: HTMLElement): boolean {
  const selection = document.getSelection();
  const isSelected = selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
  return isSelected || element.contains(document.activeElement);
}
