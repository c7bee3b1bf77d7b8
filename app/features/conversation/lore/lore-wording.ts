import type { LastPrompt } from "#domain/last-prompt.ts";
import {
  describeLoreReason,
  type ImportReport,
  LORE_KINDS,
  type LoreEntryRecord,
  type LoreKind,
  type LoreUse,
} from "#domain/lore.ts";
import { countThings } from "#domain/numbers.ts";
import { foldText, truncateAtWord } from "#domain/text.ts";
import type { PromptSubject } from "../last-prompt/part-text.ts";
import { namePassage } from "../paths/path-wording.ts";

export const KIND_NAMES: Record<LoreKind, string> = {
  person: "Person",
  place: "Place",
  thing: "Thing",
  rule: "Rule",
  past: "Past",
  other: "Other",
};
export const WHEN_NAMES = { mentioned: "When mentioned", always: "Always", off: "Off" };
export const LOGIC_NAMES = {
  any: "one of these as well",
  all: "all of these as well",
  none: "none of these",
  "not-all": "not all of these",
};

/** What became of each entry the last time that it was called on the open path, by its id; `null`: nothing was written yet. */
export type LoreUses = ReadonlyMap<string, LoreUse> | null;

/** `lastId`: the last reply. */
export type UseSource = { uses: LoreUses; lastId: string | null; subject: PromptSubject };

export function findUses(prompt: LastPrompt | null): LoreUses {
  return prompt && new Map(prompt.lore.map((use) => [use.entryId, use]));
}

/** When an entry was last told, in two or three words; `null`: there is nothing to say. */
export function nameLastUse(
  { entryId, when }: Pick<LoreEntryRecord, "entryId" | "when">,
  { uses, lastId, subject }: UseSource,
): string | null {
  if (when === "off") return null;
  const reply = nameReply(subject);
  const use = uses?.get(entryId);
  if (when === "always")
    return use === undefined && uses !== null ? `from the next ${reply}` : `every ${reply}`;
  if (uses === null) return "not used yet";
  if (use === undefined) return "not used lately";
  if (use.refusal !== null) return "left out last";
  return use.messageId === lastId ? `last ${reply}` : namePassage(use.depth, subject);
}

/** Why an entry was used, or was not although it was called, as a sentence; `word`: what called it. */
export function describeUse(
  { entryId, when }: Pick<LoreEntryRecord, "entryId" | "when">,
  { uses, lastId, subject }: UseSource,
): { text: string; word: string | null } {
  const use = uses?.get(entryId);
  if (when === "off") return { text: "Off: the AI is told nothing of it.", word: null };
  if (uses === null) return { text: "Not used yet.", word: null };
  if (use === undefined) {
    const text = when === "always" ? `Used from the next ${nameReply(subject)}.` : "Not used lately.";
    return { text, word: null };
  }
  const { reason, refusal, messageId, depth } = use;
  const there =
    messageId === lastId ? `in the last ${nameReply(subject)}` : `in ${namePassage(depth, subject)}`;
  if (refusal !== null) return { text: `Called ${there}, but ${REFUSALS[refusal]}`, word: null };
  if (reason === null || reason.by === "always")
    return { text: `Used since ${namePassage(depth, subject)}, as always.`, word: null };
  const why = describeLoreReason(reason).slice(0, -reason.key.length);
  return { text: `Used ${there}${why.startsWith("because") ? " " : ", "}${why}`, word: reason.key };
}

const REFUSALS: Record<NonNullable<LoreUse["refusal"]>, string> = {
  budget: "there was no room for it.",
  group: "another of its group was told.",
  chance: "its chance left it out.",
};

/** Characters of an excerpt before and after the word that was found. */
const EXCERPT_SIDE = 60;

/** Where the word stands that called an entry, in the latest of some messages that have it, oldest first; `null`: in none. */
export function findExcerpt(
  word: string,
  messages: readonly { content: string }[],
): { before: string; word: string; after: string } | null {
  for (const { content } of messages.toReversed()) {
    const at = content.toLowerCase().indexOf(word.toLowerCase());
    if (at < 0 || word === "") continue;
    const end = at + word.length;
    const before = content.slice(0, at);
    const after = content.slice(end);
    return {
      before:
        before.length > EXCERPT_SIDE ? `… ${before.slice(-EXCERPT_SIDE).replace(/^\S*\s+/u, "")}` : before,
      word: content.slice(at, end),
      after: after.length > EXCERPT_SIDE ? `${truncateAtWord(after, EXCERPT_SIDE)}` : after,
    };
  }
  return null;
}

export function nameReply(subject: PromptSubject): string {
  return subject === "story" ? "passage" : "answer";
}

/** The kind, and the words that call it beside its name. */
export function describeEntry({ kind, name, keys, when }: LoreEntryRecord): string {
  const words = when === "mentioned" ? keys.filter((key) => foldText(key) !== foldText(name)) : [];
  return words.length === 0 ? KIND_NAMES[kind] : `${KIND_NAMES[kind]} · ${words.join(", ")}`;
}

/** Where something came from, such as "passage 19": without its number where what came before is not loaded. */
export function nameOrigin(
  messageId: string,
  { messages, before }: { messages: readonly { messageId: string }[]; before: string | null },
  subject: PromptSubject,
): string {
  const at = before === null ? messages.findIndex((message) => message.messageId === messageId) : -1;
  return at < 0 ? `its ${subject === "story" ? "passage" : "message"}` : namePassage(at + 1, subject);
}

/** By kind, then as their books have them. Only those with the words that are looked for. */
export function searchEntries(entries: readonly LoreEntryRecord[], query: string): LoreEntryRecord[] {
  const wanted = foldText(query.trim());
  return entries
    .filter(({ name, text, keys }) => foldText([name, text, ...keys].join("\n")).includes(wanted))
    .toSorted((one, other) => LORE_KINDS.indexOf(one.kind) - LORE_KINDS.indexOf(other.kind));
}

/** What became of an imported file, in one sentence. */
export function describeImport({ format, taken, error, lorebook }: ImportReport): string {
  if (error !== null) return `Nothing came in. ${error}`;
  const entries = countThings(taken, "entry", "entries");
  const from = format === null ? "" : ` (${format})`;
  return `${entries} came in as the book “${lorebook?.name ?? ""}”${from}.`;
}
