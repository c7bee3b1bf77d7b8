import { useContext, useEffect, useRef, useState } from "react";
import { isOwnLine, isPassage, type Message } from "#domain/message.ts";
import { findFinishedSentences, withoutSigns } from "#domain/passage-markup.ts";
import { isAnotherVersion } from "../live/conversation-selectors.ts";
import type { ConversationState, Streaming } from "../live/conversation-state.ts";
import type { ReadingSettings } from "../reading-settings/reading-settings.ts";
import { useReadingSettings } from "../reading-settings/use-reading-settings.ts";
import { TextLanguage } from "./text-language.ts";

/** Orca 43 leaves out what is added to a region while it is still at what was added before. */
const APART_MS = 500;
/** Then what was told is removed, so that a person who reads on by hand does not meet the reply twice. It was read long before. */
const KEPT_MS = 20_000;

type SpokenReplyProps = {
  state: ConversationState;
  /** A reply is awaited or streaming. */
  busy: boolean;
  /** Who writes the replies, such as "Story". */
  voice: string;
};

/**
 * Tells a screen reader what happens in a conversation, without interrupting what it says. It is there before the first text: a region
 * that comes with its text is often not read.
 */
export function SpokenReply({ state, busy, voice }: SpokenReplyProps) {
  const { streaming } = state;
  const last = state.messages.at(-1) ?? null;
  const isAnother = isAnotherVersion(state);
  const { spoken: wish } = useReadingSettings();
  const language = useContext(TextLanguage);
  const [pieces, setPieces] = useState<readonly Piece[]>([]);
  const [telling] = useState(() => paceTelling(setPieces));
  const told = useRef(startTelling(last));
  useEffect(() => telling.stop, [telling]);

  useEffect(() => {
    const next = tell(told.current, { streaming, last, busy, isAnother, voice, wish });
    told.current = next.told;
    telling.say(next.spoken);
  }, [telling, streaming, last, busy, isAnother, voice, wish]);

  return (
    <div
      className="visually-hidden"
      aria-live="polite"
      aria-relevant="additions"
      lang={language}
      data-spoken=""
    >
      {pieces.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}

type Piece = { key: number; text: string };

/**
 * Calls `show` with all that a live region has, each time with one more piece: what was said since the last. Each is an element of its
 * own, because a text that changes in one element may be replaced before it was read.
 */
export function paceTelling(show: (pieces: readonly Piece[]) => void) {
  let waiting: string[] = [];
  let pieces: Piece[] = [];
  let key = 0;
  let isResting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const add = () => {
    clearTimeout(timer);
    isResting = waiting.length > 0;
    if (isResting) {
      key += 1;
      pieces = [...pieces, { key, text: waiting.join(" ") }];
      waiting = [];
      show(pieces);
    }
    timer = isResting ? setTimeout(add, APART_MS) : setTimeout(forget, KEPT_MS);
  };
  const forget = () => {
    pieces = [];
    show(pieces);
  };
  return {
    say: (texts: readonly string[]) => {
      waiting.push(...texts);
      if (texts.length > 0 && !isResting) add();
    },
    stop: () => clearTimeout(timer),
  };
}

/** What a screen reader was told of a conversation. */
export type Told = {
  /** The reply that is being told. `next`: where its next sentence begins. */
  reply: { messageId: string; next: number } | null;
  /** The last message, as `toVersion` writes it, when a reply was asked for; `null`: no reply is awaited. */
  before: string | null;
  /** The person's last line: that one is not told again. */
  ownId: string | null;
};

type Telling = Omit<SpokenReplyProps, "state"> & {
  streaming: Streaming | null;
  last: Message | null;
  /** Another version of a reply is being written. */
  isAnother: boolean;
  wish: ReadingSettings["spoken"];
};

/** What is known when the page opens is not told. */
export function startTelling(last: Message | null): Told {
  return { reply: null, before: null, ownId: last !== null && isOwnLine(last) ? last.messageId : null };
}

/**
 * What a screen reader is told next, each piece by itself: the person's own line, who writes and whether it is another version, each
 * sentence when it is finished, and once that the reply is complete or was cut. A sentence that had begun when the page joined is told
 * from its beginning.
 */
export function tell(told: Told, telling: Telling): { told: Told; spoken: string[] } {
  const { streaming, last, busy, isAnother, voice, wish } = telling;
  if (wish === "nothing") return { told: startTelling(last), spoken: [] };
  const spoken: string[] = [];
  let { reply, before, ownId } = told;
  if (busy) before ??= toVersion(last);
  if (busy && last !== null && isOwnLine(last) && last.messageId !== ownId) {
    ownId = last.messageId;
    spoken.push(`You: ${withoutSigns(last.content)}`);
  }
  if (streaming !== null && streaming.text !== "") {
    if (reply?.messageId !== streaming.messageId) {
      const { next } = findFinishedSentences(streaming.text.slice(0, streaming.joinedLength), 0);
      reply = { messageId: streaming.messageId, next: wish === "reply" ? 0 : next };
      spoken.push(toHeading(voice, isAnother));
    }
    if (wish === "sentences") {
      const finished = findFinishedSentences(streaming.text, reply.next);
      spoken.push(...finished.spoken.map(withPause));
      reply = { ...reply, next: finished.next };
    }
  } else if (streaming === null && !busy) {
    // A short reply can begin and end before React renders again.
    if (reply === null && before !== null && last !== null && isPassage(last) && toVersion(last) !== before) {
      reply = { messageId: last.messageId, next: 0 };
      spoken.push(toHeading(voice, last.versions.count > 1));
    }
    if (reply !== null && last?.messageId === reply.messageId) {
      const rest = findFinishedSentences(`${last.content}\n`, reply.next).spoken;
      spoken.push(...rest.map(withPause), toEnd(last));
    }
    reply = null;
    before = null;
  }
  return { told: { reply, before, ownId }, spoken };
}

function toHeading(voice: string, isAnother: boolean): string {
  return isAnother ? `${voice}, another version:` : `${voice}:`;
}

function toVersion(message: Message | null): string {
  return message === null ? "" : `${message.messageId} ${message.versions.index}`;
}

/** A voice would read a heading, or a sentence that was cut, as one with what follows. */
function withPause(text: string): string {
  return /[\p{L}\p{N}]/u.test(text.slice(-1)) ? `${text}.` : text;
}

function toEnd({ status, versions: { index, count } }: Message): string {
  const version = count > 1 ? ` Version ${index} of ${count}.` : "";
  return `${status === "complete" ? "The reply is complete." : "The reply was cut short."}${version}`;
}
