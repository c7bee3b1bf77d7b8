import fc from "fast-check";
import DICTIONARY from "./dictionary.json";

/** An element that no page may contain: pages must show it as text. */
export const TEXT_ELEMENT = "<fuzzed-element>";

const FAMILY = "👩‍👩‍👧‍👦";

/** Texts that often cause bugs. None contains `#reply` or `#image`, which are commands for the fake model servers. */
const ODD_TEXTS: readonly string[] = [
  ...DICTIONARY.texts,
  ...["\ud800", "a\udfffb", "\udc00\ud800"], // half surrogate pairs, which no file of JSON can have
  `Z${"\u0335\u0301\u0489".repeat(1_000)}`,
  `e${"\u0301".repeat(9)}`,
  FAMILY.repeat(20),
  "\u200d".repeat(500),
  "ﷺ".repeat(20),
  `"'>${TEXT_ELEMENT}</script>${TEXT_ELEMENT}`,
];

/** The limits of texts, in characters, and some powers of two. */
const LENGTHS = [
  1, 2, 10, 20, 50, 60, 64, 100, 128, 200, 250, 255, 256, 300, 500, 512, 1_000, 1_024, 2_000, 4_000, 5_000,
];
const UNITS = ["a", "é", "\u0301", "字", "😀", FAMILY, "a b", "\ud83d"];

/** One of several, each as often as its weight says. */
export function weighted<T>(...options: [weight: number, arbitrary: fc.Arbitrary<T>][]): fc.Arbitrary<T> {
  return fc.oneof(...options.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Texts of about the length of a limit: one character below, at it, one above. */
const textNearLimit = fc
  .record({
    length: fc.constantFrom(...LENGTHS),
    by: fc.constantFrom(-1, 0, 1),
    unit: fc.constantFrom(...UNITS),
  })
  .map(({ length, by, unit }) => unit.repeat(length + by));

/** Any text, mostly an odd one. */
export const oddText = weighted(
  [4, fc.constantFrom(...ODD_TEXTS)],
  [2, fc.string({ unit: fc.constantFrom(...DICTIONARY.pieces, "\ud800", "\udfff"), maxLength: 40 })],
  [2, textNearLimit],
  [1, fc.string({ unit: "binary", maxLength: 60 })],
  [1, fc.string({ unit: "grapheme", maxLength: 60 })],
);

/** Bytes that are not UTF-8: stray and missing continuations, overlong forms, surrogates, beyond the last character. */
export const malformedUtf8 = fc
  .constantFrom(...DICTIONARY.malformedUtf8)
  .map((hex) => Uint8Array.from(hex.split(" "), (byte) => Number.parseInt(byte, 16)));

/** A part of an address, percent-encoded, also with bytes that are not UTF-8 and with broken escapes. */
export const oddUrlPart = weighted(
  [4, oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 4_000))],
  [2, malformedUtf8.map((bytes) => [...bytes].map(toPercent).join(""))],
  [2, fc.constantFrom(...DICTIONARY.urlParts)],
  [
    1,
    fc.string({
      unit: fc.constantFrom("a", "-", ".", "_", "~", "!", "*", "'", "(", ";", "@", "&", "=", "$", ",", ":"),
      maxLength: 30,
    }),
  ],
);

function toPercent(byte: number): string {
  return `%${byte.toString(16).padStart(2, "0")}`;
}

/** A value of a header, in ASCII: the runtime of the tests does not send other bytes as they are. */
export const oddHeaderValue = weighted(
  [2, oddText.map((text) => text.replace(/[^\t\x20-\x7e]/g, "").slice(0, 2_000))],
  [1, fc.string({ unit: fc.constantFrom(...'a=;,"\\ \t%{}*/:-'), maxLength: 60 })],
);

export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

/** The limit of a body in bytes (`BODY_MAX_BYTES` in workers/http/receive-body.ts). */
const BODY_MAX_BYTES = 64 * 1024;
/** Deeper than any recursive JSON parser can go. */
const NESTED = 20_000;

const number = fc.constantFrom(
  0,
  -1,
  1,
  2.5,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
);

/** Any value of JSON, mostly an odd one. */
export const oddValue = weighted<unknown>(
  [6, oddText],
  [2, fc.constantFrom(true, false, null)],
  [2, number],
  [1, fc.constantFrom([], {}, [[]], { length: 1 }, [null])],
  [1, fc.array(oddText, { maxLength: 12 })],
  [1, fc.dictionary(oddText, oddText, { maxKeys: 4 })],
  [1, fc.jsonValue({ maxDepth: 3 })],
);

/** One change of a value. `at`: the index of the changed place among all places inside the value. */
type Change = {
  at: number;
  how: "replace" | "remove" | "wrap" | "add";
  key: string;
  value: unknown;
};

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(200),
  how: fc.constantFrom("replace", "replace", "replace", "remove", "wrap", "add"),
  key: oddText,
  value: oddValue,
});

/** A correct value with up to three changes. */
export function changed(example: unknown): fc.Arbitrary<unknown> {
  return fc.array(change, { maxLength: 3 }).map((changes) => changes.reduce(applyChange, example));
}

function applyChange(value: unknown, { at, ...how }: Change): unknown {
  const places = listPlaces(value);
  return changeAt(value, places[at % places.length] ?? [], how);
}

type Path = readonly (string | number)[];

/** The path to every value inside a value, and to itself. */
function listPlaces(value: unknown, here: Path = []): Path[] {
  const inside = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [here, ...inside.flatMap(([key, one]) => listPlaces(one, [...here, key]))];
}

function changeAt(value: unknown, [key, ...rest]: Path, how: Omit<Change, "at">): unknown {
  if (key === undefined) return replace(value, how);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
    if (name !== String(key)) return [[name, one]];
    if (how.how === "remove" && rest.length === 0) return [];
    return [[name, changeAt(one, rest, how)]];
  });
  return Array.isArray(value) ? entries.map(([, one]) => one) : toObject(entries);
}

function replace(old: unknown, { how, key, value }: Omit<Change, "at">): unknown {
  if (how === "wrap") return [old];
  if (how !== "add") return value;
  if (Array.isArray(old)) return [...old, value];
  return typeof old === "object" && old !== null ? toObject([...Object.entries(old), [key, value]]) : value;
}

/** Like `Object.fromEntries`; with `__proto__` as a key like any other. */
function toObject(entries: readonly [string, unknown][]): object {
  return Object.fromEntries(entries);
}

/**
 * Generates a request body as bytes, or `null` for a request without a body. `examples`: correct bodies of the operation;
 * `null`: none is known.
 */
export function bodyFor(examples: fc.Arbitrary<unknown> | null): fc.Arbitrary<Bytes | null> {
  const correct = examples === null ? oddValue : examples.chain(changed);
  const bytes = correct.map((value) => encoder.encode(JSON.stringify(value)));
  return weighted(
    [14, bytes],
    [1, oddValue.map((value) => encoder.encode(JSON.stringify(value)))],
    [1, fc.tuple(bytes, malformedUtf8, fc.nat()).map(insert)],
    [1, fc.tuple(bytes, fc.nat()).map(cutOff)],
    [1, fc.tuple(bytes, fc.constantFrom(-1, 0, 1)).map(([all, by]) => pad(all, BODY_MAX_BYTES + by))],
    [1, oddBytes],
    [1, fc.constant(null)],
  );
}

/** Bytes that are almost never valid JSON. */
const oddBytes = fc.oneof(
  fc
    .constantFrom(
      "[".repeat(NESTED),
      '{"a":'.repeat(NESTED / 2),
      `${"[".repeat(NESTED)}${"]".repeat(NESTED)}`,
    )
    .map((json) => encoder.encode(json)),
  // A byte order mark, in UTF-8 and in UTF-16
  fc.constantFrom(
    new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
    new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
  ),
  fc.uint8Array({ maxLength: 60 }),
);

/** The beginning of some bytes. */
export function cutOff([bytes, at]: [Bytes, number]): Bytes {
  return bytes.slice(0, at % (bytes.length + 1));
}

/** Puts bytes at a place inside others. */
export function insert([bytes, inserted, at]: [Bytes, Bytes, number]): Bytes {
  const place = at % (bytes.length + 1);
  return new Uint8Array([...bytes.slice(0, place), ...inserted, ...bytes.slice(place)]);
}

/** JSON with spaces in front, so that it has `length` bytes. */
function pad(bytes: Bytes, length: number): Bytes {
  const padded = new Uint8Array(Math.max(length, bytes.length)).fill(0x20);
  padded.set(bytes, padded.length - bytes.length);
  return padded;
}
