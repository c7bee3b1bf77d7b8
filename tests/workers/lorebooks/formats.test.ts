import { expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { USUAL_RULES } from "#domain/lore.ts";
import { toPng } from "#tests/fakes/png.ts";
import { findLeastMs } from "#tests/harness/least-ms.ts";
import { toTextChunk } from "#workers/characters/cards/png-chunks.ts";
import {
  type ReadBook,
  type WrittenBook,
  writeCharacterBook,
  writeLorebookV3,
  writeSillyTavern,
} from "#workers/lorebooks/formats/book.ts";
import { readLore } from "#workers/lorebooks/formats/read-lore.ts";
import EXAMPLES from "./books.json";

/** The limit of processor time for one file. */
const MS_MAX = 150;
const WITHIN_LIMIT = { tries: 20, enough: MS_MAX };

function bytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
}

const read = (value: unknown) => readLore(bytes(value));

/** The book as it is stored and exported without a change. */
function toWritten(book: ReadBook, change: Partial<WrittenBook["entries"][number]> = {}): WrittenBook {
  return {
    name: book.name || "A file",
    description: book.description,
    depth: book.depth ?? 4,
    isRecursive: book.isRecursive,
    source: { format: book.family, raw: book.raw },
    entries: book.entries.map(({ raw, at, ...entry }) => {
      return { ...entry, source: { format: book.family, raw, at }, ...change };
    }),
  };
}

type Write = (book: WrittenBook) => unknown;

/** What is written of a file that was read, as it is in a file. */
function rewrite(write: Write, file: unknown, change?: Parameters<typeof toWritten>[1]) {
  return JSON.parse(JSON.stringify(write(toWritten(read(file), change))));
}

const ST_BOOK = EXAMPLES["SillyTavern world info"].file;
const V2_BOOK = EXAMPLES["a card's book"].file.data.character_book;
const inCard = (book: object) => ({ data: { character_book: book } });
const standalone = (book: object) => ({ spec: "lorebook_v3", data: book });

it.each(Object.entries(EXAMPLES))(
  "%s is read field by field, and what is kept and not acted upon is said",
  (_, { file, reads }) => {
    expect(read(file)).toMatchObject(reads);
  },
);

it.each<[string, Write, unknown]>([
  ["SillyTavern's", writeSillyTavern, ST_BOOK],
  ["SillyTavern's with a list", writeSillyTavern, { entries: [ST_BOOK.entries[3]] }],
  [
    "an old one of SillyTavern's",
    writeSillyTavern,
    { entries: { 0: { uid: 0, key: "reef, boat", content: "x", delayUntilRecursion: true, sticky: 0 } } },
  ],
  ["a standalone one", writeLorebookV3, standalone(V2_BOOK)],
])("%s comes out equal where nothing was changed", (_, write, file) => {
  expect(rewrite(write, file)).toEqual(file);
});

it.each([V2_BOOK, { entries: { 1: { comment: "A", content: "x", keys: ["a"], constant: true } } }])(
  "a card's book comes out equal where nothing was changed",
  (book) => {
    expect(rewrite(writeCharacterBook, inCard(book))).toEqual(book);
  },
);

it("SillyTavern's world info is another one only where it was changed", () => {
  const [reef, always] = [ST_BOOK.entries[3], ST_BOOK.entries[10]];
  expect(rewrite(writeSillyTavern, ST_BOOK, { text: "New." })).toEqual({
    ...ST_BOOK,
    entries: { 3: { ...reef, content: "New." }, 10: { ...always, content: "New." } },
  });
});

it("SillyTavern's world info becomes a card's book with all that it has, and the same again", () => {
  const card = rewrite(writeCharacterBook, ST_BOOK);
  expect(card.entries[0]).toMatchObject({
    keys: ["reef", "/shoals?/i"],
    secondary_keys: ["storm"],
    insertion_order: 70,
    enabled: true,
    extensions: {
      position: 4,
      display_index: 1,
      automation_id: "a1",
      probability: 40,
      selectiveLogic: 3,
      strange: { kept: [1, 2, null] },
    },
  });
  const { rules, text, name } = read(ST_BOOK).entries[0] ?? {};
  expect(read(standalone(card)).entries[0]).toMatchObject({ rules, text, name });
  expect(rewrite(writeSillyTavern, standalone(card)).entries[0]).toMatchObject({
    position: 4,
    displayIndex: 1,
    automationId: "a1",
    triggers: ["normal"],
  });
});

it("a card's book keeps its decorators when its text is changed", () => {
  const written = rewrite(writeCharacterBook, inCard(V2_BOOK), { text: "New." });
  expect(written.entries[0].content).toBe("@@depth 4\n@@activate_only_after 6\nNew.");
});

/** What is read of one entry with this text. */
const readDecorated = (content: string, fields: object = {}) =>
  read(standalone({ entries: [{ keys: ["reef"], enabled: true, use_regex: false, content, ...fields }] }));

it.each([
  ["@@dont_activate\nText.", { when: "off" }, { when: "mentioned" }],
  ["@@activate_only_after 10\nText.", { delay: 10 }, { delay: 2 }],
  ["@@scan_depth 4\n@@@probability 50\nText.", { depth: 4 }, { depth: 7, probability: 100 }],
] as const)("what %j says is gone from the export once it was changed", (content, came, changed) => {
  const book = readDecorated(content);
  expect(book.entries[0]?.rules).toMatchObject(came);
  const rules = { ...USUAL_RULES, ...book.entries[0]?.rules, ...changed };
  expect(read(writeLorebookV3(toWritten(book, { rules }))).entries[0]).toMatchObject({
    text: "Text.",
    rules: changed,
  });
});

it("a decorator is read with Windows' line ends; a fallback only where the one before it is not known", () => {
  const { entries } = readDecorated("@@scan_depth 7\r\n@@activate_only_after 3\r\nText.");
  expect(entries[0]?.rules).toMatchObject({ depth: 7, delay: 3 });
  const when = (content: string) => readDecorated(content).entries[0]?.rules.when;
  expect(when("@@keep_activate_after_match\n@@@activate\nText.")).toBe("mentioned");
  expect(when("@@something_new\n@@@activate\nText.")).toBe("always");
});

it("RisuAI's decorators are read, and written once", () => {
  const entry = { key: "a", comment: "N", content: "@@depth 0\n@@probability 50\nText.", mode: "normal" };
  const book = read({ type: "risu", ver: 1, data: [entry] });
  expect(book.entries[0]).toMatchObject({ text: "Text.", rules: { probability: 50 } });
  const written = JSON.stringify(writeSillyTavern(toWritten(book)).entries);
  expect((written.match(/@@probability/gu) ?? []).length).toBeLessThan(2);
});

it("a card's book is read with `key`, with texts with commas, with numbers and without keys", () => {
  const entries = {
    1: { key: "reef, boat,", content: "x" },
    2: { keys: [7, null, { a: 1 }, "lamp"], content: "y" },
    3: { keys: null, content: "z", insertion_order: 3 },
  };
  const book = read(inCard({ entries }));
  expect(book.entries.map(({ rules }) => rules.keys)).toEqual([["reef", "boat"], ["7", "lamp"], []]);
  expect(book.changed.join()).toContain("no key");
});

it("a card's book of V3 needs no constant and no second keys for a pattern; one that can't be read is named", () => {
  const pattern = { keys: ["(?<!a)b"], use_regex: true, constant: true, secondary_keys: ["c"] };
  const book = read(standalone({ entries: [{ ...pattern, content: "x", name: "N" }] }));
  expect(book.entries[0]?.rules).toMatchObject({ isPattern: true, when: "mentioned", secondKeys: [] });
  expect(book.notUnderstood).toEqual(["the pattern “(?<!a)b” of “N”"]);
});

it("a card's book of SillyTavern, which calls every entry a pattern, keeps what is always there, second keys and plain keys", () => {
  const entry = { use_regex: true, content: "x", selective: true, position: "after_char" };
  const entries = [
    { ...entry, keys: [], constant: true, extensions: { position: 4, selectiveLogic: 0 } },
    { ...entry, keys: ["C++", "/reefs?/i"], secondary_keys: ["fog"], extensions: { position: 0 } },
  ];
  const book = read(inCard({ entries }));
  expect(book.entries.map(({ rules }) => rules)).toMatchObject([
    { when: "always", isPattern: false },
    { when: "mentioned", isPattern: false, keys: ["C++", "/reefs?/i"], secondKeys: ["fog"] },
  ]);
  expect(book.notUnderstood).toEqual(["a place of its own in the prompt (1 entry)"]);
});

it("a pattern is written between slashes, as SillyTavern and RisuAI need it, and is the same when it is read again", () => {
  const rules = { ...USUAL_RULES, keys: ["reefs?"], isPattern: true };
  const written = rewrite(writeCharacterBook, { entries: [{ key: ["a"], content: "x" }] }, { rules });
  expect(written.entries[0]).toMatchObject({ keys: ["/reefs?/i"], use_regex: true });
  expect(read(inCard(written)).entries[0]?.rules).toMatchObject({ isPattern: true, keys: ["/reefs?/i"] });
});

it.each<[Write, Partial<typeof USUAL_RULES>]>([
  [writeLorebookV3, { when: "always" }],
  [writeLorebookV3, { secondKeys: ["storms?"] }],
  [writeSillyTavern, { secondKeys: ["storms?"] }],
])("a pattern is read again with its second keys, and where it is always there (%o)", (write, changed) => {
  const rules = { ...USUAL_RULES, keys: ["reefs?"], isPattern: true, ...changed };
  const [entry] = read(write(toWritten(readDecorated("Text."), { rules }))).entries;
  expect(entry?.rules.when).toBe(rules.when);
  for (const key of entry?.rules.secondKeys ?? []) expect(key).toBe("/storms?/i");
  expect(entry?.rules.secondKeys).toHaveLength(rules.secondKeys.length);
});

it("a card's book is read from a PNG with a card", () => {
  const card = JSON.stringify({ spec: "chara_card_v2", data: { name: "Mara", character_book: V2_BOOK } });
  expect(readLore(toPng([toTextChunk("chara", btoa(card))])).entries).toHaveLength(2);
});

it("a book of NovelAI is read from the picture that it puts it into", () => {
  const book = JSON.stringify(EXAMPLES.NovelAI.file);
  const read = readLore(toPng([toTextChunk("naidata", btoa(book))]));
  expect(read).toMatchObject({ format: "NovelAI lorebook", entries: [{ name: "Reef" }, { name: "boat" }] });
});

it("a book of another program is exported as SillyTavern's and V3's, with what it came with", () => {
  const file = [{ keys: "reef", value: "It sank four.", type: "location", title: "Reef" }];
  const st = rewrite(writeSillyTavern, file);
  expect(st.entries[0]).toMatchObject({
    uid: 0,
    key: ["reef"],
    comment: "Reef",
    extensions: { "ai-dungeon": { type: "location" } },
  });
  expect(read(st).entries[0]).toMatchObject({
    name: "Reef",
    kind: "place",
    text: "It sank four.",
    rules: { keys: ["reef"], wholeWords: false },
  });
  expect(rewrite(writeLorebookV3, file).data.entries[0]).toMatchObject({
    keys: ["reef"],
    extensions: { talespark: { kind: "place" } },
  });
});

const circle = Array.from({ length: 500 }, (_, at) => ({ key: [`k${at}`], content: `k${(at + 1) % 500}` }));
const pattern = (source: string) => ({ entries: { 0: { key: [source], content: "x" } } });
const refused: [string, Uint8Array, RegExp][] = [
  [
    "10,000 entries",
    bytes({ entries: Array.from({ length: 10_000 }, () => ({ key: ["a"], content: "b" })) }),
    /10,000 entries/,
  ],
  ["a list where an object should be", bytes({ entries: [[1], [2]] }), /no entry/],
  ["a text as a book", bytes('"book"'), /no lorebook/],
  ["a number", bytes("12"), /no lorebook/],
  ["an empty list", bytes("[]"), /no entry/],
  ["invalid UTF-8", Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d), /UTF-8/],
  ["broken JSON", bytes('{"entries": {'), /broken/],
  ["an empty file", new Uint8Array(), /empty/],
  ["a PNG without a card", toPng(), /no character/],
  [
    "a card without a book",
    bytes({ spec: "chara_card_v2", data: { name: "Mara" } }),
    /no lorebook in this card/,
  ],
  ["a KoboldAI save", bytes({ gamestarted: true, prompt: "x", actions: [] }), /KoboldAI/],
  ["a chat", bytes('{"chat_metadata":{}}\n{"mes":"x"}'), /chat/],
  ["nesting", bytes(`${"[".repeat(100_000)}${"]".repeat(100_000)}`), /nested/],
  ["6 MB", new Uint8Array(6 * 1024 * 1024), /5 MB/],
  ["one giant entry", bytes({ entries: [{ key: ["a"], content: "x".repeat(200_000) }] }), /100 KB/],
];

it.each(refused)("%s is refused with a sentence, in time", (_, file, sentence) => {
  const ms = findLeastMs(() => {
    let message = "";
    try {
      readLore(file);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect(error).toMatchObject({ code: "INVALID_INPUT", field: "file" });
      message = error.message;
    }
    expect(message).toMatch(sentence);
  }, WITHIN_LIMIT);
  expect(ms).toBeLessThan(MS_MAX);
});

it.each([
  ["a circle of entries", { entries: circle }],
  ["a pattern of 10 kB", pattern(`/${"a?".repeat(5_000)}/`)],
  ["a hostile pattern", pattern("/(a+)+$/")],
  ["500 hostile patterns", { entries: circle.map(() => ({ key: ["/(x?y?z?){300}q/"], content: "" })) }],
  [
    "keys that are numbers or null",
    { entries: { 0: { key: [1, null, {}, ["a"]], content: 5 }, 1: { key: null, content: null } } },
  ],
  [
    "5 MB of texts",
    { entries: Array.from({ length: 60 }, () => ({ key: ["a"], content: "x".repeat(80_000) })) },
  ],
  [
    "__proto__",
    '{"entries":{"__proto__":{"key":["a"],"content":"b"},"1":{"key":["c"],"content":"d","__proto__":{"x":1}}}}',
  ],
])("%s is read in time", (_, value) => {
  const file = bytes(value);
  const ms = findLeastMs(() => expect(readLore(file).entries.length).toBeGreaterThan(0), WITHIN_LIMIT);
  expect(ms).toBeLessThan(MS_MAX);
});
