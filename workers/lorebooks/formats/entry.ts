import * as v from "valibot";
import { isObject, type JsonObject, listKeys, toList, toObject } from "#domain/json.ts";
import {
  DEPTH_MAX,
  ENTRY_NAME_MAX,
  GROUPS_MAX,
  LORE_KINDS,
  type LoreKind,
  type LoreRules,
  MESSAGES_MAX,
  USUAL_RULES,
} from "#domain/lore.ts";
import { fitText } from "#domain/text.ts";

/*
 * An entry as SillyTavern and the character cards of V2 and V3 write it. Programs differ in names and types, so all of them are read; what
 * has no meaning here stays in `raw` and is written out again as it came.
 */

/** What is read of an entry, whatever the format. */
export type EntryFields = {
  name: string;
  kind: LoreKind;
  text: string;
  isNameGiven: boolean;
  isLocked: boolean;
  rules: LoreRules;
};
export type ReadEntry = EntryFields & {
  raw: JsonObject;
  /** The key under which it stood in its file; `null`: in a list. */
  at: string | null;
};

/** Keys of an imported entry: more than a person may write. The rest is kept in `raw`. */
const KEYS_READ = 200;
const KEY_READ_MAX = 500;
const NAME_FROM_TEXT = 60;

/** Keys as a list or as one text with commas; numbers count as texts. */
export function toKeys(value: unknown): string[] {
  const list = typeof value === "string" ? splitKeys(value) : Array.isArray(value) ? value : [value];
  return list
    .flatMap((key) => (typeof key === "string" || typeof key === "number" ? String(key) : []))
    .map((key) => key.toWellFormed().trim())
    .filter((key) => key !== "" && key.length <= KEY_READ_MAX)
    .slice(0, KEYS_READ);
}

/** A pattern between slashes may have commas of its own. */
function splitKeys(text: string): string[] {
  return /^\s*\/.*\/[a-z]*\s*$/su.test(text) ? [text] : text.split(",");
}

export function toNumber(value: unknown, least: number, most: number, usual: number): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || Number.isNaN(number)) return usual;
  return Math.round(Math.min(most, Math.max(least, number)));
}

export function toText(value: unknown): string {
  return typeof value === "string" ? value.toWellFormed() : "";
}

/** The name, else the first key, else the beginning of the text. */
export function toName(name: unknown, keys: readonly string[], text: string): string {
  const [first = ""] = keys;
  const given = fitText(toText(name), ENTRY_NAME_MAX) || fitText(first, ENTRY_NAME_MAX);
  return given || fitText(text.slice(0, 4 * NAME_FROM_TEXT), NAME_FROM_TEXT) || "Entry";
}

/** An entry of a program that knows less than SillyTavern does. */
export function toPlainEntry(
  raw: JsonObject,
  fields: { name: unknown; kind?: LoreKind; text: string; rules: Partial<LoreRules>; at?: string | null },
): ReadEntry {
  const { name, kind = "other", text, at = null } = fields;
  const rules = { ...USUAL_RULES, ...fields.rules };
  return {
    name: toName(name, rules.keys, text),
    kind,
    text,
    isNameGiven: false,
    isLocked: false,
    rules,
    raw,
    at,
  };
}

const LOGICS = ["any", "not-all", "none", "all"] as const;

/** Our own fields, which no format has a place for. */
const ownSchema = v.fallback(
  v.object({
    kind: v.fallback(v.picklist(LORE_KINDS), "other"),
    isNameGiven: v.fallback(v.boolean(), false),
    isLocked: v.fallback(v.boolean(), false),
  }),
  { kind: "other", isNameGiven: false, isLocked: false },
);

/** Reads an entry of SillyTavern or of a card's book. */
export function readEntry(raw: JsonObject): EntryFields {
  const extensions = toObject(raw["extensions"]);
  const pick = (...names: string[]) =>
    names.map((name) => raw[name] ?? extensions[name]).find((value) => value !== undefined && value !== null);
  const isOn = (...names: string[]) => pick(...names) === true;
  const { decorators, text } = splitDecorators(toText(pick("content", "entry", "text")));
  const decorated = readDecorators(decorators);
  // SillyTavern, which writes its place of an entry as a number, says of each that it is a pattern: it has those between slashes.
  const isPattern = isOn("use_regex", "useRegex") && typeof extensions["position"] !== "number";
  const keys = toKeys(pick("keys", "key"));
  const seconds = isPattern ? [] : toKeys(pick("secondary_keys", "keysecondary", "secondkey"));
  const isSelective = pick("selective") !== false;
  const isOff = raw["enabled"] === false || raw["disable"] === true;
  const isConstant = isOn("constant") && !isPattern;
  const logic = toNumber(pick("selectiveLogic", "selective_logic"), 0, 3, 0);
  const groups = toKeys(pick("group")).slice(0, GROUPS_MAX);
  const times = (name: "sticky" | "cooldown" | "delay") => toNumber(pick(name), 0, MESSAGES_MAX, 0);
  const level = pick("delayUntilRecursion", "delay_until_recursion");
  const rules: LoreRules = {
    ...USUAL_RULES,
    when: isOff ? "off" : isConstant ? "always" : "mentioned",
    keys,
    secondKeys: isSelective ? seconds : [],
    logic: LOGICS[logic] ?? "any",
    order: toNumber(pick("order", "insertion_order", "insertorder"), -100_000, 100_000, 100),
    wholeWords: isOn("matchWholeWords", "match_whole_words", "whole_words_only"),
    caseSensitive: isOn("caseSensitive", "case_sensitive"),
    isPattern,
    depth: toDepth(pick("scanDepth", "scan_depth")),
    probability: pick("useProbability") === false ? 100 : toNumber(pick("probability"), 0, 100, 100),
    sticky: times("sticky"),
    cooldown: times("cooldown"),
    delay: times("delay"),
    groups,
    groupWeight: toNumber(pick("groupWeight", "group_weight"), 0, 10_000, 100),
    isFirstOfGroup: isOn("groupOverride", "group_override"),
    isGroupScored: isOn("useGroupScoring", "use_group_scoring"),
    isNotCalledByEntries: isOn("excludeRecursion", "exclude_recursion"),
    callsNoEntries: isOn("preventRecursion", "prevent_recursion"),
    onlyCalledByEntries: level === true ? 1 : toNumber(level, 0, 100, 0),
    ignoresBudget: isOn("ignoreBudget", "ignore_budget"),
    ...decorated,
  };
  const own = v.parse(ownSchema, extensions["talespark"]);
  const name = toText(pick("comment")).trim() || pick("name");
  return { name: toName(name, keys, text), text, rules, ...own };
}

function toDepth(value: unknown): number | null {
  return typeof value === "number" ? toNumber(value, 0, DEPTH_MAX, 0) : null;
}

/** Lines like `@@depth 4` at the beginning of a text, and the text after them. */
export function splitDecorators(content: string): { decorators: string[]; text: string } {
  const lines = content.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("@@"));
  if (end <= 0 && !content.startsWith("@@")) return { decorators: [], text: content };
  const decorators = lines.slice(0, end < 0 ? lines.length : end);
  return { decorators, text: lines.slice(decorators.length).join("\n").trim() };
}

/** What the known decorators of V3 and SillyTavern say, with their value; the others are kept. */
const DECORATORS = new Map<string, (value: string, rules: Partial<LoreRules>) => Partial<LoreRules>>([
  ["activate", () => ({ when: "always" })],
  ["dont_activate", () => ({ when: "off" })],
  ["activate_only_after", (value) => ({ delay: toNumber(value, 0, MESSAGES_MAX, 0) })],
  ["keep_activate_after_match", () => ({ sticky: MESSAGES_MAX })],
  ["dont_activate_after_match", () => ({ cooldown: MESSAGES_MAX })],
  ["scan_depth", (value) => ({ depth: toNumber(value, 0, DEPTH_MAX, 0) })],
  ["probability", (value) => ({ probability: toNumber(value, 0, 100, 100) })],
  [
    "additional_keys",
    (value, { secondKeys = [] }) => ({ secondKeys: [...secondKeys, ...toKeys(value)], logic: "any" }),
  ],
  ["exclude_keys", (value) => ({ secondKeys: toKeys(value), logic: "none" })],
  ["match_full_word", () => ({ wholeWords: true })],
]);

function parseDecorator(line: string) {
  const [, name = "", value = ""] = /^@@+(\w+)\s*(.*)$/u.exec(line.trimEnd()) ?? [];
  return { value, read: DECORATORS.get(name) };
}

/** A line that begins with `@@@` is the fallback of the line before it: it counts only if that one is not known. */
export function readDecorators(lines: readonly string[]): Partial<LoreRules> {
  let rules: Partial<LoreRules> = {};
  let isUnderstood = false;
  for (const line of lines) {
    if (line.startsWith("@@@") && isUnderstood) continue;
    const { value, read } = parseDecorator(line);
    if (read) rules = { ...rules, ...read(value, rules) };
    isUnderstood = read !== undefined;
  }
  return rules;
}

/** The names of the rules that a decorator sets; none if it is not known. */
function listDecorated(line: string): (keyof LoreRules)[] {
  const { value, read } = parseDecorator(line);
  return read ? (Object.keys(read(value, {})) as (keyof LoreRules)[]) : [];
}

/** What of an entry is kept and not acted upon; sentences for the report. */
export function listKeptFields(raw: JsonObject): string[] {
  const extensions = toObject(raw["extensions"]);
  const pick = (name: string, other = name) => raw[name] ?? extensions[other];
  const isPlaced = [raw, extensions].some(({ position }) => typeof position === "number" && position > 1);
  const filter = toObject(pick("characterFilter", "character_filter"));
  const isFiltered = ["names", "tags"].some((name) => toList(filter[name]).length > 0);
  const { decorators } = splitDecorators(toText(raw["content"]));
  return [
    ...(isPlaced ? ["a place of its own in the prompt"] : []),
    ...(isFiltered ? ["a filter of characters"] : []),
    ...(toList(pick("triggers")).length > 0 ? ["triggers"] : []),
    ...(pick("vectorized") === true ? ["a search by meaning"] : []),
    ...decorators.filter((line) => !parseDecorator(line).read).map((line) => `“${line.slice(0, 40)}”`),
  ];
}

/** The two families of formats that are written. */
export type Family = "sillytavern" | "card";

/** An entry of ours, and what it came as. */
export type WrittenEntry = EntryFields & {
  source: { format: string; raw: JsonObject; at?: string | null } | null;
};

type Flat = EntryFields & LoreRules & { rawText: string };
type Field = Exclude<keyof (EntryFields & LoreRules), "rules" | (typeof OWN)[number]>;
type Write = (entry: Flat) => JsonObject;

/** Patterns stand between slashes in SillyTavern and RisuAI. */
function toSlashed({ isPattern, caseSensitive }: Flat, keys: readonly string[]): readonly string[] {
  if (!isPattern) return keys;
  const write = (key: string) => `/${key.replace(/\//gu, "\\/")}/${caseSensitive ? "" : "i"}`;
  return keys.map((key) => (/^\/.*\/[a-z]*$/su.test(key) ? key : write(key)));
}

/**
 * How a card marks a pattern. With `use_regex` an entry can't be constant and has no second keys (`readEntry`), so one that is constant or has
 * some is marked by the slashes around its keys alone.
 */
function asPattern(entry: Flat): JsonObject {
  if (!entry.isPattern) return {};
  return {
    keys: toSlashed(entry, entry.keys),
    ...(entry.secondKeys.length > 0 ? { secondary_keys: toSlashed(entry, entry.secondKeys) } : {}),
    use_regex: entry.when !== "always" && entry.secondKeys.length === 0,
  };
}

/** Fields of SillyTavern that cards have in their extensions, there in snake case. */
const SHARED = {
  logic: ({ logic }) => ({ selectiveLogic: LOGICS.indexOf(logic) }),
  wholeWords: ({ wholeWords }) => ({ matchWholeWords: wholeWords }),
  depth: ({ depth }) => ({ scanDepth: depth }),
  probability: ({ probability }) => ({ probability, useProbability: true }),
  sticky: ({ sticky }) => ({ sticky: sticky || null }),
  cooldown: ({ cooldown }) => ({ cooldown: cooldown || null }),
  delay: ({ delay }) => ({ delay: delay || null }),
  groups: ({ groups }) => ({ group: groups.join(",") }),
  groupWeight: ({ groupWeight }) => ({ groupWeight }),
  isFirstOfGroup: ({ isFirstOfGroup }) => ({ groupOverride: isFirstOfGroup }),
  isGroupScored: ({ isGroupScored }) => ({ useGroupScoring: isGroupScored || null }),
  isNotCalledByEntries: ({ isNotCalledByEntries }) => ({ excludeRecursion: isNotCalledByEntries }),
  callsNoEntries: ({ callsNoEntries }) => ({ preventRecursion: callsNoEntries }),
  onlyCalledByEntries: ({ onlyCalledByEntries }) => ({ delayUntilRecursion: onlyCalledByEntries }),
  ignoresBudget: ({ ignoresBudget }) => ({ ignoreBudget: ignoresBudget }),
} satisfies Partial<Record<Field, Write>>;

const WRITERS: Record<Family, Record<Exclude<Field, keyof typeof SHARED>, Write>> = {
  sillytavern: {
    name: ({ name }) => ({ comment: name }),
    text: ({ rawText }) => ({ content: rawText }),
    when: ({ when }) => ({ disable: when === "off", constant: when === "always" }),
    keys: (entry) => ({ key: toSlashed(entry, entry.keys) }),
    secondKeys: (entry) => ({ keysecondary: toSlashed(entry, entry.secondKeys), selective: true }),
    order: ({ order }) => ({ order }),
    caseSensitive: ({ caseSensitive }) => ({ caseSensitive }),
    isPattern: (entry) => ({
      key: toSlashed(entry, entry.keys),
      ...(entry.secondKeys.length > 0 ? { keysecondary: toSlashed(entry, entry.secondKeys) } : {}),
    }),
  },
  card: {
    name: ({ name }) => ({ name, comment: name }),
    text: ({ rawText }) => ({ content: rawText }),
    when: (entry) => ({
      enabled: entry.when !== "off",
      constant: entry.when === "always",
      ...asPattern(entry),
    }),
    keys: (entry) => ({ keys: toSlashed(entry, entry.keys) }),
    secondKeys: (entry) => ({
      secondary_keys: entry.secondKeys,
      selective: entry.secondKeys.length > 0,
      ...asPattern(entry),
    }),
    order: ({ order }) => ({ insertion_order: order }),
    caseSensitive: ({ caseSensitive }) => ({ case_sensitive: caseSensitive }),
    isPattern: (entry) => ({ use_regex: entry.isPattern, keys: entry.keys, ...asPattern(entry) }),
  },
};

/** What an entry must have in each family, even where it says nothing. */
const EMPTY: Record<Family, JsonObject> = {
  sillytavern: { vectorized: false, addMemo: true, position: 0, depth: 4, role: 0 },
  card: { extensions: {} },
};

function listNames(writers: Readonly<Record<string, Write>>): string[] {
  const entry = {
    ...ownSchema.fallback,
    name: "",
    text: "",
    rawText: "",
    rules: USUAL_RULES,
    ...USUAL_RULES,
  };
  return Object.values(writers).flatMap((write) => Object.keys(write(entry)));
}

/** These two are the same in cards. */
const NOT_RENAMED = new Set(["selectiveLogic", "useProbability"]);

/** Fields that are written under other names, in a card's extensions, and those of the place in a file. */
const NAMED: Record<Family, ReadonlySet<string>> = {
  sillytavern: new Set(["uid", "extensions", ...listNames({ ...SHARED, ...WRITERS.sillytavern })]),
  card: new Set(["talespark", "case_sensitive", ...listNames(SHARED).map(toSnakeCase)]),
};

/** The family of the format that an entry came in; `null`: another one. */
function findFamily(format: string | undefined): Family | null {
  if (format === "sillytavern") return "sillytavern";
  return format === "card" ? "card" : null;
}

/** An entry in a family's form. What came in that form and was not changed comes out equal. */
export function writeEntry(entry: WrittenEntry, family: Family): JsonObject {
  const { source } = entry;
  const from = findFamily(source?.format);
  const read = source && from !== null ? flatten(readEntry(source.raw), source.raw) : null;
  const came = from === family ? read : null;
  const plain = flatten(entry, null);
  const isSame = (field: keyof Flat) => JSON.stringify(read?.[field]) === JSON.stringify(plain[field]);
  const { decorators } = splitDecorators(toText(source?.raw["content"]));
  // A decorator that no longer agrees with the entry is dropped: it would override the fields when the file is read again.
  const dropped = new Set<string>();
  for (const [at, line] of decorators.entries()) {
    const isFallback = line.startsWith("@@@") && dropped.has(decorators[at - 1] ?? "");
    if (isFallback || !listDecorated(line).every(isSame)) dropped.add(line);
  }
  const kept = decorators.filter((line) => !dropped.has(line));
  const now = { ...plain, rawText: [...kept, entry.text].join("\n") };
  const rewritten = new Set<string>(dropped.size > 0 ? ["text", ...[...dropped].flatMap(listDecorated)] : []);
  const isChanged = (field: Field | (typeof OWN)[number]) =>
    came === null || rewritten.has(field) || JSON.stringify(came[field]) !== JSON.stringify(now[field]);
  let written: JsonObject = source && came ? source.raw : { ...EMPTY[family], ...carryOver(source, family) };
  if (came === null ? hasOwn(now) : OWN.some(isChanged)) written = merge(written, writeOwn(now));
  for (const field of listKeys(SHARED)) {
    if (!isChanged(field)) continue;
    const fields = SHARED[field](now);
    written = merge(written, family === "card" ? { extensions: rename(fields, toSnakeCase) } : fields);
  }
  for (const field of listKeys(WRITERS[family]))
    if (isChanged(field)) written = merge(written, WRITERS[family][field](now));
  return written;
}

function flatten({ rules, ...fields }: EntryFields, raw: JsonObject | null): Flat {
  const { decorators } = splitDecorators(toText(raw?.["content"]));
  return { ...fields, rules, ...rules, rawText: [...decorators, fields.text].join("\n") };
}

/** Our own fields, which no format has a place for. */
const OWN = ["kind", "isNameGiven", "isLocked"] as const;

function hasOwn({ kind, isNameGiven, isLocked }: Flat): boolean {
  return kind !== "other" || isNameGiven || isLocked;
}

function writeOwn({ kind, isNameGiven, isLocked }: Flat): JsonObject {
  return { extensions: { talespark: { kind, isNameGiven, isLocked } } };
}

/** Fields that mean nothing here, in the names of the other family; those of other formats as they are. */
function carryOver(source: WrittenEntry["source"], to: Family): JsonObject {
  if (source === null) return {};
  const from = findFamily(source.format);
  if (from === null) return { extensions: { [source.format]: source.raw } };
  const extensions = toObject(source.raw["extensions"]);
  const rest = (fields: JsonObject) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !NAMED[from].has(name)));
  if (to === "card") return { extensions: { ...extensions, ...rename(rest(source.raw), toSnakeCase) } };
  return rename(rest(extensions), toCamelCase);
}

function rename(fields: JsonObject, toName: (name: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [toName(name), value]));
}

function toSnakeCase(name: string): string {
  return NOT_RENAMED.has(name) ? name : name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

function toCamelCase(name: string): string {
  return name.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}

/** Objects are joined, all else is replaced. */
function merge(one: JsonObject, other: JsonObject): JsonObject {
  const merged = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = merged[name];
    merged[name] = isObject(before) && isObject(value) ? merge(before, value) : value;
  }
  return merged;
}
