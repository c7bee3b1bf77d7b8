import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import type { Message } from "#domain/message.ts";
import styles from "./messages.module.css";

/** The number of messages that are added to the page and removed together. */
const WINDOW_SIZE = 20;
/** How far outside the view they are kept: a few screens, so that neither scrolling nor a screen reader meets a gap. */
const KEPT_AROUND = "2400px 0px";

/** `key`: the window's number, counted from the first one on the page; older windows are negative. */
export type MessageWindow = { key: number; messages: readonly Message[] };

/**
 * Splits messages into windows that stay the same when older or newer messages are added. `first`: the index of the first
 * message, as `useFirstIndex` gives it.
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
 * The index of the first message, relative to the first one when the page opened: 0, and negative after older ones are
 * loaded. It does not depend on the length of the story, which may be known only later.
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
 * A part of a long list that is rendered only near the view; elsewhere an empty box of its height replaces it. A part that is
 * focused, selected or edited stays. If its height is another one on return, `useReadingPosition` corrects the scroll position.
 */
export const WindowOfMessages = memo(function WindowOfMessages({ messages, draw }: WindowProps) {
  const place = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);

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

  return (
    <div
      ref={place}
      className={styles.window}
      data-window=""
      style={height === null ? undefined : { height }}
    >
      {height === null && messages.map(draw)}
    </div>
  );
});

function isInUse(element: HTMLElement): boolean {
  const selection = document.getSelection();
  const isSelected = selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
  const isEdited = element.querySelector("[data-editor]") !== null; // it may wait to be saved
  return isSelected || isEdited || element.contains(document.activeElement);
}
