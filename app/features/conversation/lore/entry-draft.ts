import * as v from "valibot";
import { UnsentValues } from "#app/features/storage/kept-values.ts";
import { pickAlike } from "#domain/edit-conflict.ts";
import { parseInput } from "#domain/input.ts";
import { listKeys } from "#domain/json.ts";
import {
  type ChangeEntry,
  changeEntrySchema,
  type LoreProposal,
  type SomeEntryFields,
  someEntryFieldsSchema,
  USUAL_RULES,
} from "#domain/lore.ts";
import { KIND_NAMES, LOGIC_NAMES, WHEN_NAMES } from "./lore-wording.ts";

const TEXT_AND_CHOICE_LABELS = {
  name: "Name",
  kind: "What it is",
  when: "When it is told to the AI",
  keys: "Words that call it, with commas between",
  text: "What is true of it",
  secondKeys: "Second words, with commas between",
  logic: "It is told if there is",
  groups: "Groups: of each, one entry is told",
};
const NUMBER_LABELS = {
  depth: "Messages that are searched",
  probability: "Chance, in percent",
  order: "Order: the higher one wins",
  sticky: "Stays for so many messages",
  cooldown: "Then rests for so many",
  delay: "Not before so many messages",
  onlyCalledByEntries: "0: messages call it. From 1: only other entries, lower numbers first",
  groupWeight: "Weight among those of its groups",
};
const FLAG_LABELS = {
  isNameGiven: "The AI is told its name as well",
  isLocked: "Locked: no proposal changes it",
  wholeWords: "Only whole words call it",
  caseSensitive: "Capital letters count",
  isPattern: "The words are patterns (regular expressions)",
  isFirstOfGroup: "In its groups the highest order wins, not chance",
  isGroupScored: "In its groups the one with the most words found wins",
  ignoresBudget: "Told even if there is no room",
  isNotCalledByEntries: "Other entries don’t call it",
  callsNoEntries: "It calls no other entries",
};
/** What the fields are called on the screen, those of a kind in the order of the form. */
export const ENTRY_LABELS: Record<keyof SomeEntryFields, string> = {
  ...TEXT_AND_CHOICE_LABELS,
  ...NUMBER_LABELS,
  ...FLAG_LABELS,
};
export const NUMBERS = listKeys(NUMBER_LABELS);
export const FLAGS = listKeys(FLAG_LABELS);
const LISTS = ["keys", "secondKeys", "groups"] as const;
type NumberField = (typeof NUMBERS)[number];
type ListField = (typeof LISTS)[number];
/** What is typed into fields. */
export type TextName = NumberField | ListField | "name" | "text";

type Entry = Required<SomeEntryFields>;
/** An entry as it is typed: words with commas between, numbers as text. */
export type EntryDraft = Omit<Entry, NumberField | ListField> & Record<NumberField | ListField, string>;

/** What was changed and not saved, and what it began from, under the id of the entry. */
export const keptEntries = new UnsentValues<{ changed: Partial<EntryDraft>; began: SomeEntryFields }>(
  "talespark:lore:",
  v.object({
    changed: v.partial(
      v.object({
        ...someEntryFieldsSchema.entries,
        ...v.entriesFromList([...NUMBERS, ...LISTS], v.string()),
      }),
    ),
    began: someEntryFieldsSchema,
  }),
);

const NEW_ENTRY: Entry = {
  ...USUAL_RULES,
  name: "",
  kind: "other",
  text: "",
  isNameGiven: true,
  isLocked: false,
};

export function toDraft(beginning: SomeEntryFields = {}): EntryDraft {
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
export function fieldsOfProposal({ name, kind, text, keys, addsTo }: LoreProposal): SomeEntryFields {
  return { name, kind, keys, text: addsTo?.after ?? text };
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

/** Fields as they are shown beside the form. */
export function describeFields(fields: SomeEntryFields): Partial<Record<keyof EntryDraft, string | boolean>> {
  const draft = toDraft(fields);
  const { kind, when, logic } = draft;
  const named = { kind: KIND_NAMES[kind], when: WHEN_NAMES[when], logic: LOGIC_NAMES[logic] };
  return pickAlike({ ...draft, ...named }, fields);
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
