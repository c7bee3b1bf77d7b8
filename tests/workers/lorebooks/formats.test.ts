import { describe, expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { toChunk, toTextChunk, writeChunks } from "#workers/characters/cards/png-chunks.ts";
import {
  type ReadBook,
  type WrittenBook,
  writeCharacterBook,
  writeLorebookV3,
  writeSillyTavern,
} from "#workers/lorebooks/formats/book.ts";
import { readLore } from "#workers/lorebooks/formats/read-lore.ts";

/** The limit of processor time for one file. */
const MS_MAX = 150;

/** The chunks of a picture of 2 × 2 px. */
function listPngChunks() {
  const header = new Uint8Array(13);
  header.set([0, 0, 0, 2, 0, 0, 0, 2, 8, 2]);
  return [toChunk("IHDR", header), toChunk("IEND", new Uint8Array())];
}

/** The shortest of five: what else runs on the machine does not count. */
function measure(run: () => void): number {
  return Math.min(
    ...Array.from({ length: 5 }, () => {
      const begun = performance.now();
      run();
      return performance.now() - begun;
    }),
  );
}

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

const again = (value: unknown) => JSON.parse(JSON.stringify(value));

const ST_ENTRY = {
  uid: 3,
  key: ["reef", "/shoals?/i"],
  keysecondary: ["storm"],
  comment: "The reef",
  content: "It has taken four boats.",
  constant: false,
  vectorized: false,
  selective: true,
  selectiveLogic: 3,
  addMemo: true,
  order: 70,
  position: 4,
  disable: false,
  excludeRecursion: true,
  preventRecursion: true,
  delayUntilRecursion: false,
  probability: 40,
  useProbability: true,
  depth: 2,
  group: "weather, sea",
  groupOverride: true,
  groupWeight: 30,
  scanDepth: 9,
  caseSensitive: true,
  matchWholeWords: null,
  useGroupScoring: null,
  automationId: "a1",
  role: 0,
  sticky: 4,
  cooldown: 2,
  delay: 6,
  displayIndex: 1,
  triggers: ["normal"],
  characterFilter: { isExclude: false, names: ["Mara"], tags: [] },
  strange: { kept: [1, 2, null] },
};
const ST_BOOK = {
  name: "Kestrel",
  entries: { 3: ST_ENTRY, 10: { uid: 10, key: [], content: "x", constant: true } },
  extensions: { a: 1 },
};

const V2_BOOK = {
  name: "Mara's book",
  description: "",
  scan_depth: 12,
  token_budget: 500,
  recursive_scanning: true,
  extensions: { depth_prompt: 1 },
  entries: [
    {
      keys: ["reef"],
      content: "@@depth 4\n@@activate_only_after 6\nIt has taken four boats.",
      extensions: {
        position: 0,
        match_whole_words: true,
        selectiveLogic: 2,
        sticky: 3,
        scan_depth: 5,
        unknown: "kept",
      },
      enabled: true,
      insertion_order: 12,
      case_sensitive: false,
      name: "The reef",
      priority: 10,
      id: 7,
      comment: "",
      selective: true,
      secondary_keys: ["night"],
      constant: false,
      position: "before_char",
      use_regex: false,
    },
    { keys: ["a"], content: "off", extensions: {}, enabled: false, insertion_order: 1 },
  ],
};

describe("SillyTavern's world info", () => {
  it("is read field by field, and says what is kept and not acted upon", () => {
    const { entries, notUnderstood, format } = read(ST_BOOK);
    expect(format).toBe("SillyTavern world info");
    expect(entries[0]).toMatchObject({
      name: "The reef",
      text: "It has taken four boats.",
      rules: {
        when: "mentioned",
        keys: ["reef", "/shoals?/i"],
        secondKeys: ["storm"],
        logic: "all",
        order: 70,
        probability: 40,
        depth: 9,
        caseSensitive: true,
        wholeWords: false,
        groups: ["weather", "sea"],
        isFirstOfGroup: true,
        groupWeight: 30,
        isNotCalledByEntries: true,
        callsNoEntries: true,
        onlyCalledByEntries: 0,
        sticky: 4,
        cooldown: 2,
        delay: 6,
      },
    });
    expect(entries[1]?.rules.when).toBe("always");
    expect(notUnderstood).toEqual([
      "a place of its own in the prompt (1 entry)",
      "a filter of characters (1 entry)",
      "triggers (1 entry)",
    ]);
  });

  it("comes out equal where nothing was changed, from an object and from a list", () => {
    expect(again(writeSillyTavern(toWritten(read(ST_BOOK))))).toEqual(ST_BOOK);
    const list = { entries: [ST_ENTRY] };
    expect(again(writeSillyTavern(toWritten(read(list))))).toEqual(list);
    const old = {
      entries: { 0: { uid: 0, key: "reef, boat", content: "x", delayUntilRecursion: true, sticky: 0 } },
    };
    expect(again(writeSillyTavern(toWritten(read(old))))).toEqual(old);
  });

  it("only what was changed is another one", () => {
    const written = again(writeSillyTavern(toWritten(read(ST_BOOK), { text: "New." })));
    expect(written).toEqual({
      ...ST_BOOK,
      entries: { 3: { ...ST_ENTRY, content: "New." }, 10: { ...ST_BOOK.entries[10], content: "New." } },
    });
  });

  it("becomes a card's book with all that it has, and the same again", () => {
    const card = again(writeCharacterBook(toWritten(read(ST_BOOK))));
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
    const { rules, text, name } = read({ spec: "lorebook_v3", data: card }).entries[0] ?? {};
    const first = read(ST_BOOK).entries[0];
    expect({ rules, text, name }).toEqual({ rules: first?.rules, text: first?.text, name: first?.name });
    const back = again(writeSillyTavern(toWritten(read({ spec: "lorebook_v3", data: card }))));
    expect(back.entries[0]).toMatchObject({
      position: 4,
      displayIndex: 1,
      automationId: "a1",
      triggers: ["normal"],
    });
  });
});

describe("a card's book", () => {
  it("of V2 and V3 is read, with its decorators", () => {
    const { entries, depth, isRecursive, notUnderstood } = read({
      spec: "chara_card_v2",
      data: { character_book: V2_BOOK },
    });
    expect({ depth, isRecursive }).toEqual({ depth: 12, isRecursive: true });
    expect(entries[0]).toMatchObject({
      name: "The reef",
      text: "It has taken four boats.",
      rules: {
        delay: 6,
        depth: 5,
        sticky: 3,
        logic: "none",
        wholeWords: true,
        secondKeys: ["night"],
        order: 12,
      },
    });
    expect(entries[1]?.rules.when).toBe("off");
    expect(notUnderstood).toEqual(["“@@depth 4” (1 entry)"]);
  });

  it("comes out equal where nothing was changed: in a card, standalone, and with entries in an object", () => {
    expect(again(writeCharacterBook(toWritten(read({ data: { character_book: V2_BOOK } }))))).toEqual(
      V2_BOOK,
    );
    const file = { spec: "lorebook_v3", data: V2_BOOK };
    expect(again(writeLorebookV3(toWritten(read(file))))).toEqual(file);
    const strange = { entries: { 1: { comment: "A", content: "x", keys: ["a"], constant: true } } };
    expect(again(writeCharacterBook(toWritten(read({ data: { character_book: strange } }))))).toEqual(
      strange,
    );
  });

  it("a changed text keeps its decorators", () => {
    const written = again(
      writeCharacterBook(toWritten(read({ data: { character_book: V2_BOOK } }), { text: "New." })),
    );
    expect(written.entries[0].content).toBe("@@depth 4\n@@activate_only_after 6\nNew.");
  });

  it("with `key`, with texts with commas, with numbers and without keys", () => {
    const entries = {
      1: { key: "reef, boat,", content: "x" },
      2: { keys: [7, null, { a: 1 }, "lamp"], content: "y" },
      3: { keys: null, content: "z", insertion_order: 3 },
    };
    const book = read({ data: { character_book: { entries } } });
    expect(book.entries.map(({ rules }) => rules.keys)).toEqual([["reef", "boat"], ["7", "lamp"], []]);
    expect(book.changed.join()).toContain("no key");
  });

  it("V3: a pattern's constant and second keys don't count, and a pattern that can't be read is named", () => {
    const entries = [
      { keys: ["(?<!a)b"], content: "x", use_regex: true, constant: true, secondary_keys: ["c"], name: "N" },
    ];
    const {
      entries: [entry],
      notUnderstood,
    } = read({ spec: "lorebook_v3", data: { entries } });
    expect(entry?.rules).toMatchObject({ isPattern: true, when: "mentioned", secondKeys: [] });
    expect(notUnderstood).toEqual(["the pattern “(?<!a)b” of “N”"]);
  });

  it("from a PNG with a card", () => {
    const card = btoa(
      JSON.stringify({ spec: "chara_card_v2", data: { name: "Mara", character_book: V2_BOOK } }),
    );
    const chunks = listPngChunks();
    const png = writeChunks([...chunks.slice(0, -1), toTextChunk("chara", card), ...chunks.slice(-1)]);
    expect(readLore(png).entries).toHaveLength(2);
  });
});

describe("other programs", () => {
  it("NovelAI", () => {
    const book = read({
      lorebookVersion: 4,
      categories: [{ id: "c", name: "Locations" }],
      entries: [
        {
          text: "A reef.",
          displayName: "Reef",
          keys: ["reef"],
          category: "c",
          forceActivation: true,
          contextConfig: { budgetPriority: 500 },
        },
        { text: "B", displayName: "", keys: ["boat"], enabled: false, nonStoryActivatable: true },
      ],
    });
    expect(book.entries[0]).toMatchObject({
      name: "Reef",
      kind: "place",
      rules: { when: "always", order: 500 },
    });
    expect(book.entries[1]).toMatchObject({
      name: "boat",
      rules: { when: "off", isNotCalledByEntries: false },
    });
  });

  it("AI Dungeon", () => {
    const book = read([
      {
        keys: "reef,  shoal",
        value: "It sank four.",
        type: "location",
        title: "Reef",
        description: "secret",
        useForCharacterCreation: true,
      },
    ]);
    expect(book.entries[0]).toMatchObject({
      name: "Reef",
      kind: "place",
      text: "It sank four.",
      rules: { keys: ["reef", "shoal"], wholeWords: false },
    });
    expect(book.notUnderstood).toEqual(["notes that no model reads (1 cards)"]);
  });

  it("Agnai and RisuAI", () => {
    const agnai = read({
      kind: "memory",
      name: "B",
      entries: [{ name: "Reef", keywords: ["reef"], entry: "x", weight: 3, priority: 5, enabled: true }],
    });
    expect(agnai.entries[0]).toMatchObject({ name: "Reef", text: "x", rules: { keys: ["reef"], order: 3 } });
    const risu = read({
      type: "risu",
      data: [
        {
          key: "a, b",
          secondkey: "c",
          comment: "N",
          content: "x",
          alwaysActive: false,
          selective: true,
          insertorder: 9,
          activationPercent: 30,
          mode: "normal",
        },
        { key: "", comment: "F", content: "", mode: "folder" },
      ],
    });
    expect(risu.entries).toHaveLength(1);
    expect(risu.entries[0]).toMatchObject({
      name: "N",
      rules: { keys: ["a", "b"], secondKeys: ["c"], order: 9, probability: 30 },
    });
  });

  it("is exported as SillyTavern's and V3's, with what it came with", () => {
    const book = toWritten(read([{ keys: "reef", value: "It sank four.", type: "location", title: "Reef" }]));
    const st = again(writeSillyTavern(book));
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
    expect(again(writeLorebookV3(book)).data.entries[0]).toMatchObject({
      keys: ["reef"],
      extensions: { talespark: { kind: "place" } },
    });
  });
});

describe("what can't be read", () => {
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
    ["a PNG without a card", writeChunks(listPngChunks()), /no character/],
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

  it.each(refused)("%s: a sentence, in time", (_, file, sentence) => {
    const ms = measure(() => {
      let message = "";
      try {
        readLore(file);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        expect(error).toMatchObject({ code: "INVALID_INPUT", field: "file" });
        message = error.message;
      }
      expect(message).toMatch(sentence);
    });
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
    expect(measure(() => expect(readLore(file).entries.length).toBeGreaterThan(0))).toBeLessThan(MS_MAX);
  });
});
