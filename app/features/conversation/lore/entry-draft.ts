import { checkInput, type InputFault } from "#domain/input.ts";
import {
  type ChangeEntry,
  changeEntrySchema,
  type LoreEntryRecord,
  type LoreKind,
  type LoreProposal,
  type LoreRules,
  USUAL_RULES,
} from "#domain/lore.ts";

type Flag =
  | "isNameGiven"
  | "isLocked"
  | "wholeWords"
  | "caseSensitive"
  | "isPattern"
  | "isFirstOfGroup"
  | "isGroupScored"
  | "ignoresBudget"
  | "isNotCalledByEntries"
  | "callsNoEntries";
const NUMBERS = [
  "order",
  "depth",
  "probability",
  "sticky",
  "cooldown",
  "delay",
  "groupWeight",
  "onlyCalledByEntries",
] as const;
export type NumberField = (typeof NUMBERS)[number];
/** What is typed into fields. */
export type TextName = NumberField | "name" | "text" | "words" | "secondWords" | "groups";

/** An entry as it is typed: words with commas between, numbers as text. */
export type EntryDraft = Pick<LoreRules, "when" | "logic"> &
  Record<TextName, string> &
  Record<Flag, boolean> & { kind: LoreKind };

type Beginning = Partial<Pick<LoreEntryRecord, "name" | "kind" | "text" | "isNameGiven" | "isLocked">> &
  Partial<LoreRules>;

export function toDraft(beginning: Beginning = {}): EntryDraft {
  const entry = { ...USUAL_RULES, ...beginning };
  return {
    name: entry.name ?? "",
    kind: entry.kind ?? "other",
    text: entry.text ?? "",
    isNameGiven: entry.isNameGiven ?? true,
    isLocked: entry.isLocked ?? false,
    when: entry.when,
    words: joinWords(entry.keys),
    secondWords: joinWords(entry.secondKeys),
    logic: entry.logic,
    order: String(entry.order),
    depth: entry.depth === null ? "" : String(entry.depth),
    probability: String(entry.probability),
    sticky: String(entry.sticky),
    cooldown: String(entry.cooldown),
    delay: String(entry.delay),
    groups: joinWords(entry.groups),
    groupWeight: String(entry.groupWeight),
    onlyCalledByEntries: String(entry.onlyCalledByEntries),
    isFirstOfGroup: entry.isFirstOfGroup,
    isGroupScored: entry.isGroupScored,
    wholeWords: entry.wholeWords,
    caseSensitive: entry.caseSensitive,
    isPattern: entry.isPattern,
    ignoresBudget: entry.ignoresBudget,
    isNotCalledByEntries: entry.isNotCalledByEntries,
    callsNoEntries: entry.callsNoEntries,
  };
}

/** One that adds to an entry changes its text alone. */
export function draftOfProposal({ name, kind, text, keys, addsTo }: LoreProposal): EntryDraft {
  return toDraft({ name, kind, keys, text: addsTo?.after ?? text });
}

export type ReadDraft = { ok: true; output: ChangeEntry } | { ok: false; fault: InputFault };

/**
 * The fields that differ from those before, as the API takes them; without words, the name calls an entry. What was not touched is not sent, so
 * an imported entry stays as it came.
 */
export function readDraft(draft: EntryDraft, before: EntryDraft | null): ReadDraft {
  const field = <Name extends keyof EntryDraft>(name: Name) =>
    before === null || draft[name] !== before[name];
  const change: Record<string, unknown> = {};
  for (const name of Object.keys(draft) as (keyof EntryDraft)[]) {
    if (!field(name)) continue;
    if (isNumberField(name)) change[name] = readNumber(name, draft[name]);
    else if (name === "words") {
      const keys = splitWords(draft.words);
      if (keys.length > 0) change["keys"] = keys;
      else if (before !== null) change["keys"] = draft.name.trim() === "" ? [] : [draft.name.trim()];
    } else if (name === "secondWords") change["secondKeys"] = splitWords(draft.secondWords);
    else if (name === "groups") change["groups"] = splitWords(draft.groups);
    else change[name] = draft[name];
  }
  const checked = checkInput(changeEntrySchema, change);
  if (checked.ok) return checked;
  return { ok: false, fault: { ...checked.fault, field: toDraftField(checked.fault.field) } };
}

/** The field of a draft that a field of the API stands in; `keys.2` is one of the words. */
export function toDraftField(field: string | null): string | null {
  const name = field?.split(".")[0] ?? null;
  if (name === "keys") return "words";
  return name === "secondKeys" ? "secondWords" : name;
}

export function hasChanged(draft: EntryDraft, before: EntryDraft): boolean {
  return (Object.keys(draft) as (keyof EntryDraft)[]).some((name) => draft[name] !== before[name]);
}

function isNumberField(name: string): name is NumberField {
  return NUMBERS.some((one) => one === name);
}

function readNumber(name: NumberField, text: string): number | null {
  const typed = text.trim();
  if (typed === "") return name === "depth" ? null : USUAL_RULES[name];
  return Number(typed);
}

/** Words with commas between. A comma that belongs to a word has `\` before it; in a pattern between slashes it needs none. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let rest = text;
  while (rest.trim() !== "") {
    rest = rest.trimStart();
    const [found = ""] =
      rest.match(/^\/(?:[^/\\]|\\.)+\/[a-z]*(?=\s*(?:,|$))/su) ?? rest.match(/^(?:\\,|[^,])*/su) ?? [];
    const isPattern = found.startsWith("/") && /\/[a-z]*$/u.test(found.slice(1));
    const word = (isPattern ? found : found.replaceAll("\\,", ",")).trim();
    if (word !== "" && !words.includes(word)) words.push(word);
    rest = rest.slice(found.length).replace(/^\s*,/u, "");
  }
  return words;
}

export function joinWords(words: readonly string[]): string {
  const isPattern = (word: string) => /^\/(?:[^/\\]|\\.)+\/[a-z]*$/su.test(word);
  return words.map((word) => (isPattern(word) ? word : word.replaceAll(",", "\\,"))).join(", ");
}
