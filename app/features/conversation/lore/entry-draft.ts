import * as v from "valibot";
import { UnsentValues } from "#app/features/storage/kept-values.ts";
import { parseInput } from "#domain/input.ts";
import { pickChanged } from "#domain/json.ts";
import { type ChangeEntry, changeEntrySchema, type LoreProposal, USUAL_RULES } from "#domain/lore.ts";

/** In the order of the form. */
export const NUMBER_FIELDS = [
  { name: "depth", label: "Messages that are searched" },
  { name: "probability", label: "Chance, in percent" },
  { name: "order", label: "Order: the higher one wins" },
  { name: "sticky", label: "Stays for so many messages" },
  { name: "cooldown", label: "Then rests for so many" },
  { name: "delay", label: "Not before so many messages" },
  {
    name: "onlyCalledByEntries",
    label: "0: messages call it. From 1: only other entries, lower numbers first",
  },
  { name: "groupWeight", label: "Weight among those of its groups" },
] as const;
const NUMBERS = NUMBER_FIELDS.map(({ name }) => name);
const LISTS = ["keys", "secondKeys", "groups"] as const;
type NumberField = (typeof NUMBERS)[number];
type ListField = (typeof LISTS)[number];
const TEXTS = [...NUMBERS, ...LISTS, "name", "text"] as const;
/** What is typed into fields. */
export type TextName = (typeof TEXTS)[number];
export type TypedTexts = Partial<Record<TextName, string>>;

/** Texts that were typed and not saved, under the id of their entry. */
export const keptTexts = new UnsentValues<TypedTexts>(
  "talespark:lore:",
  v.partial(v.object(v.entriesFromList(TEXTS, v.string()))),
);

type Entry = Required<ChangeEntry>;
/** An entry as it is typed: words with commas between, numbers as text. */
export type EntryDraft = Omit<Entry, NumberField | ListField> & Record<NumberField | ListField, string>;

const NEW_ENTRY: Entry = {
  ...USUAL_RULES,
  name: "",
  kind: "other",
  text: "",
  isNameGiven: true,
  isLocked: false,
};

export function toDraft(beginning: Partial<Entry> = {}): EntryDraft {
  const entry = { ...NEW_ENTRY, ...beginning };
  return {
    ...entry,
    ...toTexts(NUMBERS, (name) => String(entry[name] ?? "")),
    ...toTexts(LISTS, (name) => joinWords(entry[name])),
  };
}

function toTexts<Name extends string>(names: readonly Name[], toText: (name: Name) => string) {
  return Object.fromEntries(names.map((name) => [name, toText(name)])) as Record<Name, string>;
}

/** One that adds to an entry changes its text alone. */
export function draftOfProposal({ name, kind, text, keys, addsTo }: LoreProposal): EntryDraft {
  return toDraft({ name, kind, keys, text: addsTo?.after ?? text });
}

/**
 * The fields that differ from those before, as the API takes them. What was not touched is not sent, so an imported entry stays as it
 * came. Throws INVALID_INPUT with the field at fault.
 */
export function readDraft(draft: EntryDraft, before: EntryDraft | null): ChangeEntry {
  const changed = listFields(draft).filter((name) => before === null || draft[name] !== before[name]);
  const change = Object.fromEntries(changed.map((name) => [name, readField(draft, name)]));
  // Without words, the name calls an entry. Of a new one the server sees to that.
  if (draft.keys.trim() === "" && "keys" in change) {
    change["keys"] = before === null ? undefined : [draft.name.trim()].filter((name) => name !== "");
  }
  return parseInput(changeEntrySchema, change);
}

export function hasChanged(draft: EntryDraft, before: EntryDraft): boolean {
  return listFields(draft).some((name) => draft[name] !== before[name]);
}

/** The texts that differ from those of `before`; `null`: all are the same. */
export function findTyped(draft: EntryDraft, before: EntryDraft): TypedTexts | null {
  const typed = pickChanged(pickTexts(draft), pickTexts(before));
  return Object.keys(typed).length === 0 ? null : typed;
}

function pickTexts(draft: EntryDraft): Record<TextName, string> {
  return toTexts(TEXTS, (name) => draft[name]);
}

function listFields(draft: EntryDraft) {
  return Object.keys(draft) as (keyof EntryDraft)[];
}

function readField(draft: EntryDraft, name: keyof EntryDraft): unknown {
  if (isOneOf(NUMBERS, name)) return readNumber(name, draft[name]);
  return isOneOf(LISTS, name) ? splitWords(draft[name]) : draft[name];
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return names.some((one) => one === name);
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
