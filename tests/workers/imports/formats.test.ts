import { zipSync } from "fflate";
import { expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { readMessagePack } from "#workers/imports/formats/message-pack.ts";
import { type ImportFile, openFiles, type ReadImport, readImport } from "#workers/imports/read-import.ts";
import type { ReadConversation } from "#workers/imports/tree-builder.ts";
import { PLAIN_FILE, PLAIN_MESSAGE } from "../../fakes/taken-story.ts";
import EXAMPLES from "./examples.json";
import { packDocument } from "./pack-document.ts";

const NOW = new Date("2026-11-26T00:00:00.000Z");
const bytes = (text: string) => new TextEncoder().encode(text);
const file = (name: string, content: unknown): ImportFile => ({
  name,
  bytes:
    content instanceof Uint8Array
      ? content
      : bytes(typeof content === "string" ? content : JSON.stringify(content)),
});
const read = (...files: ImportFile[]): ReadImport =>
  readImport(openFiles(files), { name: files[0]?.name ?? "", now: NOW });

function onlyOf({ conversations }: ReadImport): ReadConversation {
  expect(conversations).toHaveLength(1);
  return conversations[0] as ReadConversation;
}

const readOne = (...files: ImportFile[]) => onlyOf(read(...files));

/** The sentence with which files are refused. */
function refusal(...files: ImportFile[]): string {
  try {
    read(...files);
  } catch (error) {
    if (error instanceof AppError && error.code === "INVALID_INPUT") return error.message;
    throw error;
  }
  throw new Error("It was not refused.");
}

const why = ({ leftOut }: ReadImport) => leftOut.map(({ what, why: reason }) => `${what}: ${reason}`);

/** The texts of a path, that of the open one if no leaf is given. */
function pathTexts({ messages, end }: ReadConversation, leaf = end.head): string[] {
  const texts: string[] = [];
  for (let at = leaf; at !== null; at = messages[at]?.parent ?? null) {
    texts.unshift(messages[at]?.texts[0].content ?? "");
  }
  return texts;
}

/** What a test looks at of a conversation. */
function summarise(conversation: ReadConversation) {
  const { messages, end, books } = conversation;
  const told = messages.map(({ texts, parent, role, model, timestamp }) => {
    return { content: texts[0].content, parent, role, model, timestamp };
  });
  const named = end.pathNames.map(({ name, leaf }) => [name, pathTexts(conversation, leaf)]);
  const entries = books.flatMap((book) => book.entries);
  return {
    ...conversation,
    notes: end.notes,
    messages: told,
    messageCount: messages.length,
    text: pathTexts(conversation),
    named: Object.fromEntries(named),
    beginnings: told.filter(({ parent }) => parent === null),
    lore: entries.map(({ name, rules: { when, keys } }) => ({ name, when, keys })),
  };
}

type Example = { files: Record<string, unknown>; conversations: object[]; leftOut?: string[] };

it.each(Object.entries<Example>(EXAMPLES))("%s", (_, { files, conversations, leftOut }) => {
  const toFile = ([name, content]: [string, unknown]) =>
    file(name, name.endsWith(".jsonl") && Array.isArray(content) ? jsonl(...content) : content);
  const result = read(...Object.entries(files).map(toFile));
  expect(result.conversations.map(summarise)).toMatchObject(conversations);
  if (leftOut !== undefined) expect(why(result)).toEqual(leftOut);
});

const jsonl = (...lines: unknown[]) => lines.map((line) => JSON.stringify(line)).join("\n");
const HEADER = { chat_metadata: { note_prompt: "Keep it quiet." } };
const mara = (mes: string, more = {}) => ({ name: "Mara Voss", is_user: false, mes, ...more });
const me = (mes: string) => ({ name: "Nel", is_user: true, mes });

it("chats of SillyTavern keep the order of the file, whatever its dates say", () => {
  const dates = [
    "June 19, 2023 4:13pm",
    "2024-7-10 @11h 33m 37s 805ms",
    1_690_000_000_000,
    "2099-01-01",
    "never",
    "2023-01-01T00:00:00Z",
  ];
  const story = readOne(
    file("a.jsonl", jsonl(...dates.map((send_date, index) => mara(`Line ${index}`, { send_date })))),
  );
  expect(pathTexts(story)).toEqual(dates.map((_, index) => `Line ${index}`));
  const times = story.messages.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted());
  expect(times[1]).toBe("2024-07-10T11:33:37.805Z");
});

it("chats of SillyTavern lose a broken or endless line, and nothing else", () => {
  const long = JSON.stringify(mara("x".repeat(10_000_000)));
  const result = read(
    file(
      "a.jsonl",
      `${jsonl(HEADER, mara("One."))}\n{"name": "Ma\n${long}\n${"[".repeat(100)}\n${jsonl(me("Two."))}`,
    ),
  );
  expect(pathTexts(onlyOf(result))).toEqual(["One.", "Two."]);
  expect(why(result)).toEqual([
    "2 lines: Broken: it can't be read.",
    "1 line: Longer than 4 MB, which no message is.",
  ]);
});

it("a save of KoboldAI with 50,000 actions is joined to passages of a readable length", () => {
  const toStep = (_: unknown, index: number) => `Step ${index}.${index % 5 === 0 ? "\n" : " "}`;
  const actions = Array.from({ length: 50_000 }, toStep);
  const story = readOne(file("long.json", { prompt: "", actions }));
  expect(story.messages.length).toBeLessThan(2_000);
  const text = pathTexts(story).join("\n");
  expect(text.match(/Step \d+\./gu)).toHaveLength(50_000);
});

const container = (content: object) => ({
  storyContainerVersion: 1,
  metadata: { title: "Harrow Light", description: "A lamp." },
  content,
});

it.each([
  ["go in a circle", { nextBlock: [0], dataFragment: { data: " Two." } }],
  ["were edited in the middle", { removedFragments: [{}], dataFragment: { data: "Other" } }],
])("stories of NovelAI of the old form that %s are read as they stand", (_, second) => {
  const datablocks = [{ nextBlock: [1], dataFragment: { data: "One." } }, second];
  const story = { fragments: [{ data: "One. Two." }], datablocks, currentBlock: 1 };
  const result = read(file("a.story", container({ story })));
  expect(pathTexts(onlyOf(result))).toEqual(["One. Two."]);
  expect(result.leftOut).toHaveLength(1);
});

it("stories of NovelAI of the new form are read from MessagePack, with what was not saved yet and what was tried", () => {
  const section = (text: string) => ({ type: 1, text });
  const add = (text: string, after?: number) => ({
    type: 0,
    section: section(text),
    ...(after === undefined ? {} : { after }),
  });
  const document = packDocument({
    sections: new Map<number, object>([
      [1, section("The lamp is out.")],
      [2, section("She folows.")],
      [3, { type: 2 }],
    ]),
    order: [1, 2, 3],
    dirtySections: new Map<number, object>([
      [4, add("It rains.", 3)],
      [2, { type: 1, diff: { parts: [{ from: 6, delete: "", insert: "l" }] } }],
    ]),
    history: {
      root: 10,
      current: 12,
      nodes: new Map<number, object>([
        [10, { changes: new Map([[1, add("The lamp is out.")]]) }],
        [11, { parent: 10, changes: new Map([[5, add("She waits.", 1)]]) }],
        [12, { parent: 10, changes: new Map([[2, add("She folows.", 1)]]) }],
        [13, { parent: 11, changes: new Map([[6, add("It snows.", 5)]]) }],
        [14, { parent: 10, changes: new Map([[1, { type: 2 }]]) }],
      ]),
    },
  });
  const result = read(file("a.story", container({ document })));
  const story = onlyOf(result);
  expect(pathTexts(story)).toEqual(["The lamp is out.", "She follows.\n\nIt rains."]);
  const leaf = story.messages.findIndex(({ texts }) => texts[0].content === "It snows.");
  expect(pathTexts(story, leaf)).toEqual(["The lamp is out.", "She waits.", "It snows."]);
  expect(why(result)).toEqual(["1 branch: They change the text before them, which a path can't."]);
});

it("stories of NovelAI with lengths that lie, endless nesting or a circle in their history are refused or read, and never hang", () => {
  const pack = (...values: number[]) => btoa(String.fromCharCode(0xd4, 20, 0, ...values));
  const list = [
    pack(0xdd, 0xff, 0xff, 0xff, 0xff),
    pack(0xdf, 0x7f, 0xff, 0xff, 0xff),
    pack(0xdb, 0xff, 0xff, 0xff, 0xff),
    pack(...Array(10_000).fill(0x91)),
    pack(0xd6, 0x62, 0xff, 0xff, 0xff, 0xff),
    pack(),
    "not base64",
  ];
  for (const document of list) expect(refusal(file("a.story", container({ document })))).toMatch(/broken/u);
  const nodes = new Map([
    [1, { parent: 2, changes: new Map() }],
    [2, { parent: 1, changes: new Map() }],
  ]);
  const circle = packDocument({
    sections: new Map([[1, { type: 1, text: "One." }]]),
    order: [1, 1],
    history: { root: 1, current: 2, nodes },
  });
  expect(pathTexts(readOne(file("a.story", container({ document: circle }))))).toEqual(["One."]);
});

it("one's own text becomes passages that end at headings and breaks, with all of its words", () => {
  const page = `${"A long paragraph about the sea. ".repeat(40)}\n\n`.repeat(4);
  const draft = `---\ntags: [sea]\n---\n# Harrow Light\n\nOne evening.\n\n* * *\n\nAnother.\n\n## Two\n\n${page}`;
  const result = read(file("draft.md", draft));
  expect(why(result)).toEqual(["1 file head: Its settings are for an editor."]);
  const story = onlyOf(result);
  expect(story).toMatchObject({ title: "Harrow Light", format: "Markdown" });
  const texts = pathTexts(story);
  expect(texts.slice(0, 2)).toEqual(["One evening.\n\n* * *", "Another."]);
  expect(texts[2]).toMatch(/^## Two/u);
  expect(texts.join(" ").replace(/\s+/gu, " ")).toBe(
    draft.slice(draft.indexOf("One")).replace(/\s+/gu, " ").trim(),
  );
  expect(story.messages.every(({ role }) => role === "assistant")).toBe(true);
});

it("one's own text is without the backslashes that Markdown has before signs, and keeps them where it is no Markdown", () => {
  const draft = "# \\#1: Rain\\!\n\n1\\. A\\_B \\*\\\nand more";
  const story = readOne(file("draft.md", draft));
  expect(story.title).toBe("#1: Rain!");
  expect(pathTexts(story)).toEqual(["1. A_B *\nand more"]);
  expect(pathTexts(readOne(file("draft.txt", "C:\\_notes")))).toEqual(["C:\\_notes"]);
});

it.each([
  ["UTF-16", Uint8Array.from([0xff, 0xfe, 0xe9, 0, 0x74, 0, 0xe9, 0]), "été"],
  ["UTF-8 with a mark", Uint8Array.from([0xef, 0xbb, 0xbf, 0xc3, 0xa9]), "é"],
  ["Windows-1252", Uint8Array.from([0xe9, 0x74, 0xe9, 0x20, 0x93, ...bytes("la mer")]), "été “la mer"],
])("one's own text is read in %s", (_, content, text) => {
  expect(pathTexts(readOne(file("a.txt", content)))).toEqual([text]);
});

it("one's own text of a length that no passage has is divided, and loses no word in any script", () => {
  for (const word of ["rain ", "雨夜", "مطر ", "🧑‍🚀", "x"]) {
    const text = word.repeat(40_000);
    const joined = pathTexts(readOne(file("a.txt", text))).join("");
    expect(joined.replace(/\s/gu, "")).toBe(text.replace(/\s/gu, ""));
  }
});

it("a story of ours with several paths reports each, the open one first, and none that was removed", () => {
  const tell = (messageId: string, parentId: string | null, more = {}) => ({
    ...PLAIN_MESSAGE,
    ...{ messageId, parentId, content: `${messageId}.`, ...more },
  });
  const messages = [
    tell("dusk", null),
    tell("lamp", "dusk"),
    tell("rain", "lamp", { content: "*rain.*" }),
    tell("night", "lamp"),
    tell("ferry", "rain"),
    tell("gone", "rain", { removedAt: "2099-01-01T00:00:00.000Z" }),
    tell("after", "gone"),
  ];
  const readWith = (openLeafId: string) => readOne(file("d.json", { ...PLAIN_FILE, openLeafId, messages }));
  const { paths, pathCount } = readWith("night");
  const from = { name: "d" };
  expect({ paths, pathCount }).toEqual({
    paths: [
      { ...from, firstWords: "dusk.", leavesAt: 0, length: 3 },
      { ...from, firstWords: "rain.", leavesAt: 2, length: 2 },
    ],
    pathCount: 2,
  });
  // The open path ends before what was removed: there it would be deleted with it.
  expect(readWith("after").end.head).toBe(2);
});

/** A text in another code than ours. */
const fromHex = (hex: string) =>
  file(
    "a.txt",
    Uint8Array.from(hex.match(/../gu) ?? [], (byte) => Number.parseInt(byte, 16)),
  );

const zip = (files: Record<string, Uint8Array>) => zipSync(files, { level: 9 });

it.each([
  [
    "a ZIP that unpacks to too much",
    file("a.zip", zip({ "a.txt": new Uint8Array(30_000_000) })),
    /more than 20 MB/u,
  ],
  [
    "a ZIP with 3,000 files",
    file(
      "a.zip",
      zip(Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`${index}.txt`, bytes("x")]))),
    ),
    /ZIP/u,
  ],
  ["a ZIP that is cut off", file("a.zip", zip({ "a.txt": bytes("x") }).slice(0, 40)), /broken/u],
  ["a ZIP in a ZIP", file("a.zip", zip({ "b.zip": zip({ "a.txt": bytes("x") }) })), /no words/u],
  ["a picture that is HTML", file("a.png", "<html><script>alert(1)</script></html>"), /picture/u],
  ["a book", file("a.epub", zip({ mimetype: bytes("application/epub+zip") })), /Save it as text/u],
  ["a document in a ZIP", file("a.zip", zip({ "a.rtf": bytes("{\\rtf1 Hi}") })), /Save it as text/u],
  ["a web page", file("a.txt", "<!DOCTYPE html><p>Hi"), /web page/u],
  ["a program", file("a.txt", Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0, 0])), /no text/u],
  // 雨が止んだ。 / 雨停了，他走了。 / Дождь кончился
  ["a text in Shift-JIS", fromHex("894a82aa8e7e82f182be8142"), /UTF-8/u],
  ["a text in GBK", fromHex("d3eacda3c1cba3accbfbd7dfc1cba1a3"), /UTF-8/u],
  ["a text in Windows-1251", fromHex("c4eee6e4fc20eaeeedf7e8ebf1ff"), /UTF-8/u],
  ["a lorebook", file("a.json", { entries: {} }), /a lorebook/u],
  ["story cards of AI Dungeon", file("a.json", [{ keys: "reef", value: "It is alive" }]), /a lorebook/u],
  ["JSON of something else", file("a.json", { a: 1 }), /known here/u],
  ["broken JSON", file("a.json", '{"prompt": "x'), /broken/u],
  ["JSON that would fill the memory", file("a.json", `[${"[],".repeat(1_000_000)}0]`), /broken/u],
  ["nothing", file("a.txt", " \n"), /no words/u],
  ["a chat without words", file("a.jsonl", jsonl(HEADER, mara(""))), /./u],
])("%s is refused with a sentence", (_, one, sentence) => {
  expect(refusal(one)).toMatch(sentence);
});

it("what is no story among other files stands in the report, and names with ../ lead nowhere", () => {
  const result = read(
    file(
      "all.zip",
      zip({
        "../../chats/Mara.jsonl": bytes(jsonl(mara("One."), me("Two."))),
        "__MACOSX/x": bytes("x"),
        "notes.json": bytes("{}"),
        "card.json": bytes('{"spec":"chara_card_v2","data":{"name":"Mara"}}'),
        "big.txt": bytes("Fine."),
      }),
    ),
  );
  expect(result.conversations.map(({ title }) => title)).toEqual(["big", "Mara Voss"]);
  expect(result.leftOut.map(({ what }) => what)).toEqual(["“notes.json”"]);
});

it("the pictures beside stories unpack to 20 MB together, however often one is named, and have names as a Mac writes them", () => {
  const packed = { "stories/a.json": bytes("{}"), "stories/cafe\u0301.png": new Uint8Array(4_000_000) };
  const [story] = openFiles([file("a.zip", zip(packed))]);
  const picture = story?.findBeside("caf\u00e9.png");
  const unpacked = Array.from({ length: 10 }, () => picture?.()?.byteLength ?? 0);
  expect(unpacked).toEqual([...Array(5).fill(4_000_000), ...Array(5).fill(0)]);
});

it("more than 20,000 messages are asked for in parts", () => {
  const lines = Array.from({ length: 20_001 }, (_, index) => mara(`Line ${index}`));
  expect(refusal(file("a.jsonl", jsonl(...lines)))).toMatch(/more than 20,000/u);
  expect(readOne(file("a.jsonl", jsonl(...lines.slice(1)))).messages).toHaveLength(20_000);
});

/** Code whose time grows with the length of these files takes less than a second. If it grows with the square, it takes minutes. */
const SOON_MS = 10_000;

const readJson = (content: object) => read(file("a.json", content));
const novelAi = (story: object) => ({
  storyContainerVersion: 1,
  metadata: {},
  content: { story, context: [] },
});
const document = (more: object) => ({
  storyContainerVersion: 1,
  metadata: {},
  content: {
    document: packDocument({
      sections: new Map([[1, { type: 1, text: "Rain." }]]),
      order: [1],
      ...more,
    }),
  },
});
const COUNT = 60_000;

it.each([
  ["actions of two letters without a space", { actions: Array.from({ length: 400_000 }, () => "ab") }],
  [
    "branches that are all the same",
    { prompt: "Rain.", actions: [], altbranches: Array.from({ length: 400_000 }, () => ["Rain."]) },
  ],
])("reads a save of %s in time", { timeout: SOON_MS }, (_, save) => {
  const [story] = readJson(save).conversations;
  expect(story?.pathCount).toBe(1);
});

it("reads blocks that never end a line in time", { timeout: SOON_MS }, () => {
  const datablocks = Array.from({ length: 150_000 }, (_, index) => ({
    nextBlock: index < 149_999 ? [index + 1] : [],
    dataFragment: { data: "abcdefgh" },
  }));
  const fragments = [{ data: "abcdefgh".repeat(150_000) }];
  const [story] = readJson(novelAi({ fragments, datablocks, currentBlock: 149_999 })).conversations;
  expect(story?.messages.length).toBeGreaterThan(1);
});

it.each([
  [
    "tries beside one passage",
    {
      history: {
        current: 1,
        nodes: new Map(
          Array.from({ length: COUNT }, (_, index) => [
            index + 1,
            { parent: index === 0 ? 0 : 1, changes: new Map() },
          ]),
        ),
      },
    },
  ],
  [
    "sections after one section",
    {
      dirtySections: new Map(
        Array.from({ length: COUNT }, (_, index) => [index + 2, { type: 0, section: {}, after: 1 }]),
      ),
    },
  ],
])("reads a document with many %s in time", { timeout: SOON_MS }, (_, more) => {
  expect(readJson(document(more)).conversations[0]?.messages).toHaveLength(1);
});

it("does not read the same texts of a document again and again", () => {
  const depth = 90;
  const text = new TextEncoder().encode("x".repeat(100_000));
  const mark = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  const head: number[] = [];
  // Each bundle lies in the one before, and says that its texts are where those of all others are.
  for (let level = 0; level < depth; level += 1) head.push(0xd6, 0x62, ...mark(6 * (depth - level) - 1));
  const bytes = new Uint8Array([...head, 0xc0, 0xdb, ...mark(text.length), ...text, 0xa0]);
  expect(() => readMessagePack(bytes)).toThrow(AppError);
});

/** The settings of a chat with this character. */
function chatWith(character: object) {
  const { name, description } = { name: "Mara", description: "Keeps the light." };
  const texts = { name, description, personality: "", appearance: "", voice: "", quirks: [], interests: [] };
  const emblem = { hue: 195, motif: "anchor", layout: "above", style: "watercolor" };
  const rest = { role: null, customAttributes: {}, isNSFW: false, emblem, portrait: null, card: null };
  return { kind: "chat", config: {}, character: { ...texts, ...rest, ...character }, story: null };
}

/** A file of our own with one message. */
function storyFile(message: object, settings: object = {}) {
  return {
    ...PLAIN_FILE,
    settings: { ...PLAIN_FILE.settings, ...settings },
    pathNames: [{ leafId: "m0", name: "p".repeat(5_000) }],
    messages: [{ ...PLAIN_MESSAGE, ...message }],
  };
}

it("takes of a file of our own what a message and a path can have, and no more", () => {
  const [story] = readJson(storyFile({ content: "x".repeat(50_000) })).conversations;
  expect(story?.messages).toHaveLength(1);
  expect(story?.end.pathNames[0]?.name.length).toBeLessThan(100);
});

it("takes of a file of our own no more marks on a letter than any script gives it", () => {
  const content = `a${"\u0301".repeat(5_000)}\ud800`;
  const texts = [content, "Rain."].map((text) => ({ content: text, editedAt: null }));
  for (const message of [{ content }, { content, texts, revision: 1 }]) {
    const [story] = readJson(storyFile(message)).conversations;
    expect(story?.messages[0]?.texts[0].content).toBe(`a${"\u0301".repeat(8)}\ufffd`);
  }
});

it("takes the character of a chat of our own with the largest card that a character can have", () => {
  const card = { name: "x".repeat(262_000) };
  const [chat] = readJson(storyFile({}, chatWith({ card }))).conversations;
  expect(chat?.head?.settings).toMatchObject({ kind: "chat", character: { card } });
});

it("takes of a book of our own what a book can have, and no more", () => {
  const long = `${"x".repeat(5_000)}\ud800`;
  const facts = { belongsTo: "story", name: long, description: long, depth: 9_000, isRecursive: false };
  const [story] = readJson({
    ...storyFile({}),
    lorebooks: [{ ...facts, source: null, entries: [] }],
  }).conversations;
  const [book] = story?.books ?? [];
  expect(book?.name.isWellFormed()).toBe(true);
  expect([book?.name.length, book?.description.length, book?.depth]).toEqual([100, 500, 100]);
});

it("takes no more of what is told of somebody than the row of a story has room for", () => {
  const told = "x".repeat(5_000);
  const facts = { name: told, description: told, role: null, personality: null, isMainCharacter: false };
  const people = [{ personId: "p1", mentions: 1, facts: { ...facts, aliases: [] } }];
  const [story] = readJson(storyFile({ people })).conversations;
  expect(story?.messages[0]?.facts?.people[0]?.facts?.description).toHaveLength(2_000);
});

it("refuses a file of our own in which long lines of memory are told again and again", () => {
  const line = { lineId: "l1", text: "x".repeat(400_000), layer: 0, fromId: "m0", toId: "m0" };
  const messages = Array.from({ length: 300 }, (_, at) => ({
    ...PLAIN_MESSAGE,
    ...{ messageId: `m${at}`, parentId: at === 0 ? null : `m${at - 1}` },
    memory: { edits: 0, lines: [at === 0 ? line : "l1"] },
  }));
  expect(() => readJson({ ...storyFile({}), messages })).toThrow(/memory/u);
});

it("takes of two messages with one id the first, and says so", () => {
  const file = storyFile({});
  const [first] = file.messages;
  const { conversations, leftOut } = readJson({ ...file, messages: [first, { ...first, content: "Snow." }] });
  expect(conversations[0]?.messages.map(({ texts }) => texts[0].content)).toEqual(["Rain."]);
  expect(leftOut).toEqual([{ what: "1 message", why: "Another in the file has the same id." }]);
});

it.each([
  ["a text that is too long", { content: "x".repeat(50_001) }, {}],
  ["an earlier text that is too long", { texts: [{ content: "x".repeat(50_001), editedAt: null }] }, {}],
  ["a wish that is too long", { wish: "x".repeat(500_001) }, {}],
  ["a time that can't be computed with", { timestamp: "2026-11-25T00:00:00+00" }, {}],
  ["settings that are too large", {}, { setting: "x".repeat(20_001) }],
  ["a character that is too large", {}, chatWith({ description: "x".repeat(20_001) })],
  ["a character card that is too large", {}, chatWith({ card: { name: "x".repeat(262_145) } })],
])("refuses a file of our own with %s", (_, message, settings) => {
  expect(() => readJson(storyFile(message, settings))).toThrow(AppError);
});
