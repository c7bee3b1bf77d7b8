import type { LastPrompt } from "#domain/last-prompt.ts";
import {
  type ImportReport,
  LORE_KINDS,
  type LoreEntryRecord,
  type LoreKind,
  type LorePreview,
} from "#domain/lore.ts";
import { formatCount } from "#domain/plan.ts";
import { foldText } from "#domain/text.ts";
import type { PromptSubject } from "../last-prompt/part-text.ts";
import { namePassage } from "../paths/path-tree.ts";

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

/** Why each entry stood in the last prompt, by its id. */
export type LoreUses = ReadonlyMap<string, string>;

/** What the last prompt says of an entry that only stays so that the beginning does. */
const FROM_BEFORE = "kept from before";

/** Finds the entries in the lore of the last prompt; `null`: nothing was asked of a model yet. */
export function findUses(prompt: LastPrompt | null, entries: readonly LoreEntryRecord[]): LoreUses | null {
  if (prompt === null) return null;
  const items = prompt.parts.find(({ name }) => name === "lore")?.items ?? [];
  const uses = new Map<string, string>();
  for (const { text } of items) {
    const [head = "", ...rest] = text.split("\n");
    const told = rest.join("\n").trim();
    // Two of a name are told apart by what they say.
    const called = entries.filter(({ name, entryId }) => !uses.has(entryId) && head.startsWith(`${name} (`));
    const entry = called.find((one) => told !== "" && one.text.startsWith(told.slice(0, 40))) ?? called[0];
    if (entry) uses.set(entry.entryId, head.slice(entry.name.length + 2).replace(/\)$/, ""));
  }
  return uses;
}

/** When an entry was last told, in two or three words; `null`: there is nothing to say. */
export function nameLastUse(
  { entryId, when }: Pick<LoreEntryRecord, "entryId" | "when">,
  uses: LoreUses | null,
  subject: PromptSubject,
): string | null {
  if (when === "off") return null;
  const reply = nameReply(subject);
  const why = uses?.get(entryId);
  if (when === "always")
    return why === undefined && uses !== null ? `from the next ${reply}` : `every ${reply}`;
  if (uses === null) return "not used yet";
  return why === undefined || why === FROM_BEFORE ? "not last time" : `last ${reply}`;
}

/** Why an entry was used, as a sentence; `word`: what called it. */
export function describeUse(
  { entryId, when }: Pick<LoreEntryRecord, "entryId" | "when">,
  uses: LoreUses | null,
  subject: PromptSubject,
): { text: string; word: string | null } {
  const last = `in the last ${nameReply(subject)}`;
  const why = uses?.get(entryId);
  if (when === "off") return { text: "Off: the AI is told nothing of it.", word: null };
  if (uses === null) return { text: "Not used yet.", word: null };
  if (why === undefined) return { text: `Not used ${last}.`, word: null };
  if (why === FROM_BEFORE) {
    return { text: `Nothing called it ${last}. It is still told from before.`, word: null };
  }
  if (why === "always") return { text: `Used ${last}, as always.`, word: null };
  const [, reason = why, word = null] = why.match(/^(.*?: )(.*)$/s) ?? [];
  return { text: `Used ${last}${reason.startsWith("because") ? " " : ", "}${reason}`, word };
}

/** Why an entry that is called is not told, from a try. */
export const REFUSALS: Record<LorePreview["left"][number]["why"], string> = {
  budget: "It is called now, but there is no room for it.",
  group: "It is called now, but another of its group is told.",
  chance: "It is called now, but its chance leaves it out.",
};

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
  const entries = taken === 1 ? "1 entry" : `${formatCount(taken)} entries`;
  const from = format === null ? "" : ` (${format})`;
  return `${entries} came in as the book “${lorebook?.name ?? ""}”${from}.`;
}
