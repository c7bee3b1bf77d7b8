import { formatRelativeDate } from "#domain/dates.ts";
import { countThings, formatCount } from "#domain/numbers.ts";
import { toFirstWords } from "#domain/passage-markup.ts";
import type { ConversationPath } from "#domain/paths.ts";
import type { PromptSubject } from "../last-prompt/part-text.ts";

const WORDS_MAX = 60;
const NOUNS: Record<PromptSubject, string> = { story: "passage", chat: "message" };

export function takeFirstWords(text: string): string {
  return toFirstWords(text, WORDS_MAX);
}

/** Its name, else its words. */
export function toPathTitle({ name, firstWords }: Pick<ConversationPath, "name" | "firstWords">): string {
  return name ?? (firstWords || "Without words");
}

/** "18 passages" of a story, "18 messages" of a chat. */
export function formatLength(count: number, subject: PromptSubject): string {
  return countThings(count, NOUNS[subject], `${NOUNS[subject]}s`);
}

/** "passage 12". */
export function namePassage(depth: number, subject: PromptSubject): string {
  return `${NOUNS[subject]} ${formatCount(depth)}`;
}

/** A turn's title, also where nothing is known of it but its place. */
export function nameTurn({ title, depth }: { title: string; depth: number }, subject: PromptSubject): string {
  return title || `After ${namePassage(depth, subject)}`;
}

/** "today", "15 Nov". */
export function toDay(at: string, now = new Date()): string {
  return formatRelativeDate(at, { now }).replace(/^(?:Today|Yesterday)$/, (day) => day.toLowerCase());
}
