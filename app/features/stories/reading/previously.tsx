import { X } from "lucide-react";
import { useContext, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { TextLanguage } from "#app/features/conversation/list/text-language.ts";
import { splitSentences } from "#app/features/conversation/listen/speech.ts";
import type { LiveConversation } from "#app/features/conversation/live/use-conversation.ts";
import { useMemory } from "#app/features/conversation/notes/use-memory.ts";
import { useGoToMessage } from "#app/features/conversation/paths/use-go-to-message.ts";
import { IconButton } from "#app/ui/button.tsx";
import { formatDate } from "#domain/dates.ts";
import type { MemoryLine } from "#domain/memory.ts";
import type { ReadingPlace } from "#domain/message.ts";
import styles from "./previously.module.css";

const SAME_WEEK_MS = 6 * 24 * 60 * 60 * 1_000;
const SENTENCES = 3;
/** What moves the page: with the first of it the reader goes on. */
const SCROLL_KEYS = ["PageDown", "PageUp", "ArrowDown", "ArrowUp", "Home", "End"];

type PreviouslyProps = {
  open: boolean;
  onClose: () => void;
  conversation: LiveConversation;
  /** Where the person has left the story. */
  place: ReadingPlace;
  /** Called with the height that it covers below the header, in px; 0 when it goes. */
  onCovered: (height: number) => void;
};

/** What happened up to the line that was left, from the memory; nothing where nothing is remembered yet. The ribbon is at that line. */
export function Previously({ onClose, conversation, place, onCovered }: PreviouslyProps) {
  const { state } = conversation;
  const language = useContext(TextLanguage);
  const { lines } = useMemory(conversation, true);
  const goTo = useGoToMessage(conversation);
  const { messages, messageCount } = state;
  const depth =
    messageCount - messages.length + messages.findIndex((one) => one.messageId === place.messageId);
  const sentences = useMemo(() => pickSentences(lines ?? [], depth), [lines, depth]);
  /** The reader has gone to the start of the story, where the panel would cover the text. */
  const [isFollowed, setFollowed] = useState(false);
  const isShown = sentences.length > 0 && !isFollowed;
  const panel = useRef<HTMLElement>(null);
  const cover = useEffectEvent(onCovered);
  const close = useEffectEvent(onClose);

  useLayoutEffect(() => {
    if (!isShown) return;
    cover(panel.current?.offsetHeight ?? 0);
    return () => cover(0);
  }, [isShown]);

  useEffect(() => {
    if (!isShown) return;
    const onKey = ({ key, target }: KeyboardEvent) => {
      const isTyping = target instanceof Element && target.closest("input, textarea") !== null;
      if (SCROLL_KEYS.includes(key) && !isTyping) close();
    };
    const onMove = () => close();
    window.addEventListener("wheel", onMove, { passive: true });
    window.addEventListener("touchmove", onMove, { passive: true });
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("wheel", onMove);
      window.removeEventListener("touchmove", onMove);
      window.removeEventListener("keydown", onKey);
    };
  }, [isShown]);

  const firstId = lines?.[0]?.fromId;
  if (!isShown) return null;
  return (
    <>
      <section ref={panel} className={`${styles.panel} fixed line-below surface`} aria-label="Previously">
        <div className="stack items-center center-block">
          <h2 className="name">Previously…</h2>
          <IconButton label="Hide what happened previously" icon={<X size={18} />} onClick={onClose} />
          <p className="whole-row story-text" dir="auto" lang={language}>
            {sentences.join(" ")}
          </p>
          <footer className="spread whole-row gap-6 muted smaller">
            <span>You stopped here on {formatStop(place.at)}</span>
            {firstId !== undefined && (
              <button
                type="button"
                onClick={() => {
                  goTo({ messageId: firstId, takesFocus: true });
                  setFollowed(true);
                }}
              >
                From the start
              </button>
            )}
          </footer>
        </div>
      </section>
      <span className={`${styles.ribbon} fixed`} aria-hidden="true" />
    </>
  );
}

/** As `Tuesday, 23:10`, and with its date where there was another such day since. */
function formatStop(at: number): string {
  const day =
    Date.now() - at < SAME_WEEK_MS
      ? ({ weekday: "long" } as const)
      : ({ day: "numeric", month: "long" } as const);
  const moment = new Date(at);
  return `${formatDate(moment, day)}, ${formatDate(moment, { hour: "2-digit", minute: "2-digit" })}`;
}

/**
 * What happened before the message at that depth, in three sentences of its memory: one of each of the last three lines, or what fewer
 * lines have. Lines that the person has put away, and such as only repeat the text, say nothing here.
 */
export function pickSentences(lines: readonly MemoryLine[], depth: number): string[] {
  const told = lines
    .filter((line) => line.depth <= depth && !line.isForgotten && !line.isStale)
    .slice(-SENTENCES)
    .map(({ text }) => splitSentences(text));
  const each = told.length < SENTENCES ? told.flat() : told.flatMap(([first]) => first ?? []);
  return each.slice(-SENTENCES);
}
