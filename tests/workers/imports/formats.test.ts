import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { type ImportFile, openFiles, type ReadImport, readImport } from "#workers/imports/read-import.ts";
import type { ReadConversation } from "#workers/imports/tree-builder.ts";
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

/** The only conversation of files. */
function readOne(...files: ImportFile[]): ReadConversation {
  const { conversations } = read(...files);
  expect(conversations).toHaveLength(1);
  return conversations[0] as ReadConversation;
}

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

function named(conversation: ReadConversation, name: string): string[] {
  const leaf = conversation.end.pathNames.find((path) => path.name === name)?.leaf;
  return pathTexts(conversation, leaf ?? null);
}

const jsonl = (...lines: unknown[]) => lines.map((line) => JSON.stringify(line)).join("\n");
const HEADER = {
  chat_metadata: { note_prompt: "Keep it quiet." },
  user_name: "unused",
  character_name: "unused",
};
const mara = (mes: string, more = {}) => ({
  name: "Mara Voss",
  is_user: false,
  send_date: "2024-05-01T10:00:00Z",
  mes,
  ...more,
});
const me = (mes: string, more = {}) => ({
  name: "Nel",
  is_user: true,
  send_date: "2024-05-01T10:01:00Z",
  mes,
  ...more,
});

describe("chats of SillyTavern", () => {
  it("that begin alike become one story with paths, told once as far as they are the same", () => {
    const first = file(
      "Mara, 2 Nov.jsonl",
      jsonl(HEADER, mara("The lamp is out."), me("I climb."), mara("She follows.")),
    );
    const other = file(
      "Mara, 3 Nov.jsonl",
      jsonl(
        HEADER,
        mara("The lamp is out."),
        me("I climb."),
        mara("She waits."),
        me("I call.", { send_date: "2024-05-02T10:00:00Z" }),
      ),
    );
    const again = file("Mara, copy.jsonl", jsonl(HEADER, mara("The lamp is out."), me("I climb.")));
    const harrow = file("Tam.jsonl", jsonl({ name: "Tam", is_user: false, mes: "Boats!" }, me("Which?")));
    const result = read(first, other, again, harrow);
    const [story, second] = result.conversations;
    expect(result.conversations).toHaveLength(2);
    expect(story).toMatchObject({ title: "Mara Voss", speakers: ["Mara Voss"], pathCount: 2 });
    expect(story?.messages).toHaveLength(5);
    expect(story && pathTexts(story)).toEqual(["The lamp is out.", "I climb.", "She waits.", "I call."]);
    expect(story && named(story, "Mara, 2 Nov")).toEqual(["The lamp is out.", "I climb.", "She follows."]);
    expect(story?.end.notes).toEqual({ note: "Keep it quiet." });
    expect([story?.notedBy, second?.notedBy]).toEqual([3, 0]);
    expect(story?.paths[1]).toEqual({
      name: "Mara, 2 Nov",
      firstWords: "She follows.",
      leavesAt: 2,
      length: 1,
    });
    expect(second?.title).toBe("Tam");
    expect(why(result)).toContain("1 chat: Another has all of it: “Mara, copy”.");
  });

  it("bring the prompt and the scenario that stand in place of the character's, and none of their scripts", () => {
    const facts = {
      note_prompt: "Rain.",
      scenario: "A lighthouse.",
      system_prompt: "Be brief.",
      script_injects: { a: {} },
    };
    const result = read(
      file("a.jsonl", jsonl({ chat_metadata: facts }, mara("Good evening."), me("Evening."))),
    );
    expect(result.conversations[0]?.end.notes).toEqual({ note: "Be brief.\n\nA lighthouse.\n\nRain." });
    expect(why(result)).toContain("1 script: Talespark does not run code that comes with a chat.");
  });

  it("have their swipes as versions, and chats that went on from another swipe as paths", () => {
    const greeting = {
      swipes: ["Good evening.", "", "Who is there?"],
      swipe_id: 2,
      swipe_info: [{}, {}, { send_date: 1_700_000_000, extra: { model: "m-1", reasoning: "Hm." } }],
    };
    const one = file("a.jsonl", jsonl(HEADER, mara("Who is there?", greeting), me("Me.")));
    const other = file("b.jsonl", jsonl(HEADER, mara("Good evening."), me("Evening.")));
    const result = read(one, other);
    const [story] = result.conversations;
    expect(result.conversations).toHaveLength(1);
    expect(
      story?.messages.filter(({ parent }) => parent === null).map(({ texts }) => texts[0].content),
    ).toEqual(["Good evening.", "Who is there?"]);
    expect(story?.messages.find(({ model }) => model === "m-1")?.timestamp).toBe("2023-11-14T22:13:20.000Z");
    expect(story && named(story, "b")).toEqual(["Good evening.", "Evening."]);
    expect(why(result)).toEqual([
      "1 chain of thought: A model's thoughts are not part of the text.",
      "1 empty version: They hold no words.",
    ]);
  });

  it("are read in the form that Chub gives them, and as one list", () => {
    const chub = {
      ...mara(""),
      mes: { message: "Hello." },
      swipes: [{ message: "Hello." }, { message: "Hi." }],
    };
    const list = [{ user_name: "You", character_name: "X" }, chub, me("Evening.")];
    for (const source of [jsonl(...list), JSON.stringify(list)]) {
      const result = read(file("a.json", source));
      expect(result.conversations[0] && pathTexts(result.conversations[0])).toEqual(["Hello.", "Evening."]);
      expect(result.conversations[0]?.messages).toHaveLength(3);
      expect(result.leftOut).toEqual([]);
    }
  });

  it("keep hidden lines beside the path, where nobody reads them", () => {
    const hidden = { is_system: true };
    const story = readOne(
      file(
        "a.jsonl",
        jsonl(mara("One."), me("(OOC) wait", hidden), mara("(OOC) yes", hidden), me("Two."), mara("Three.")),
      ),
    );
    expect(pathTexts(story)).toEqual(["One.", "Two.", "Three."]);
    expect(named(story, "Hidden lines")).toEqual(["One.", "(OOC) wait", "(OOC) yes"]);
  });

  it("name who speaks where there are several, and take no name from the header", () => {
    const story = readOne(
      file(
        "group.jsonl",
        jsonl(
          { user_name: "X", character_name: "Y" },
          mara("I see him."),
          { name: "Tam", mes: "Who?" },
          me("The boat."),
        ),
      ),
    );
    expect(pathTexts(story)).toEqual(["Mara Voss: I see him.", "Tam: Who?", "The boat."]);
    expect(story.title).toBe("Mara Voss, Tam");
  });

  it("keep the order of the file, whatever its dates say", () => {
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

  it("lose a broken or endless line, and nothing else", () => {
    const long = JSON.stringify(mara("x".repeat(10_000_000)));
    const result = read(
      file(
        "a.jsonl",
        `${jsonl(HEADER, mara("One."))}\n{"name": "Ma\n${long}\n${"[".repeat(100)}\n${jsonl(me("Two."))}`,
      ),
    );
    expect(result.conversations[0] && pathTexts(result.conversations[0])).toEqual(["One.", "Two."]);
    expect(why(result)).toEqual([
      "2 lines: They are broken and can't be read.",
      "1 line: They are longer than 4 MB, which no message is.",
    ]);
  });
});

describe("saves of KoboldAI", () => {
  const SAVE = {
    gamestarted: true,
    prompt: "The lamp is o",
    actions: [
      "ut. Nobody li",
      `ves here. ${"It rained. ".repeat(60)}\n`,
      "\n> climb the stairs\n",
      "You climb.",
    ],
    actions_metadata: { "3": { "Selected Text": "You climb.", "Alternative Text": [{ Text: "You fall." }] } },
    memory: "It is always raining.",
    authorsnote: "Slow and quiet.",
    worldinfo: [{ key: "lamp, light", content: "It was lit in 1871.", comment: "Lamp", widisabled: false }],
  };

  it("are joined without a seam, what the person did is theirs, and retries are versions", () => {
    const story = readOne(file("harrow.json", SAVE));
    const [begin, climb, end] = pathTexts(story);
    expect(begin).toMatch(/^The lamp is out\. Nobody lives here\. It rained\./u);
    expect([climb, end]).toEqual(["climb the stairs", "You climb."]);
    expect(story.messages.map(({ role }) => role)).toEqual(["assistant", "user", "assistant", "assistant"]);
    expect(story.messages[3]).toMatchObject({ parent: 1, texts: [{ content: "You fall." }] });
    expect(story).toMatchObject({
      title: "harrow",
      format: "KoboldAI save",
      end: { notes: { note: "Slow and quiet." } },
    });
    expect(story.books[0]?.entries.map(({ name, rules }) => [name, rules.when, rules.keys])).toEqual([
      ["Memory", "always", []],
      ["Lamp", "mentioned", ["lamp", "light"]],
    ]);
  });

  it("of Lite have their branches as paths, and marks and pictures are no words", () => {
    const begin = ["\n{{[INPUT]}}\nHello\n{{[OUTPUT]}}\n", "Hi there.[<|p|data:image/png;base64,AAAA|p|>]"];
    const story = readOne(
      file("lite.json", {
        savedsettings: {},
        prompt: begin[0],
        actions: [begin[1], "\n{{[INPUT]}}\nBye"],
        altbranches: [null, [...begin, "\n{{[INPUT]}}\nStay"]],
      }),
    );
    expect(story.format).toBe("KoboldAI Lite save");
    expect(pathTexts(story)).toEqual(["Hello", "Hi there.", "Bye"]);
    expect(named(story, "Branch 2")).toEqual(["Hello", "Hi there.", "Stay"]);
  });

  it("with 50,000 actions are joined to passages of a readable length", () => {
    const actions = Array.from(
      { length: 50_000 },
      (_, index) => `Step ${index}.${index % 5 === 0 ? "\n" : " "}`,
    );
    const story = readOne(file("long.json", { prompt: "", actions }));
    expect(story.messages.length).toBeLessThan(2_000);
    expect(
      pathTexts(story)
        .join("\n")
        .match(/Step \d+\./gu),
    ).toHaveLength(50_000);
  });
});

describe("stories of NovelAI", () => {
  const blocks = (list: { data: string; next?: number[]; prev?: number; removed?: number }[]) =>
    list.map(({ data, next = [], prev = -1, removed = 0 }) => ({
      nextBlock: next,
      prevBlock: prev,
      startIndex: 0,
      removedFragments: Array(removed).fill({}),
      dataFragment: { data, origin: "ai" },
    }));
  const container = (content: object) => ({
    storyContainerVersion: 1,
    metadata: { title: "Harrow Light", description: "A lamp." },
    content,
  });

  it("of the old form have what was tried as paths", () => {
    const datablocks = blocks([
      { data: "", next: [1] },
      { data: "The lamp is out.", next: [2, 3] },
      { data: " She waits.", next: [] },
      { data: " She follows.", next: [4] },
      { data: " It rains.", next: [] },
    ]);
    const fragments = ["The lamp is out.", " She follows.", " It rains."].map((data) => ({
      data,
      origin: "ai",
    }));
    const story = readOne(
      file(
        "harrow.story",
        container({
          story: { fragments, datablocks, currentBlock: 4 },
          context: [{ text: "Always rain." }, { text: "Quiet." }],
          lorebook: {
            lorebookVersion: 4,
            entries: [{ text: "Lit in 1871.", displayName: "Lamp", keys: ["lamp"] }],
          },
        }),
      ),
    );
    expect(story.title).toBe("Harrow Light");
    expect(pathTexts(story)).toEqual(["The lamp is out.", "She follows. It rains."]);
    expect(story.messages.map(({ texts }) => texts[0].content)).toContain("She waits.");
    expect(story.end.notes).toEqual({ note: "Quiet." });
    expect(story.books[0]?.entries.map(({ name }) => name)).toEqual(["Memory", "Lamp"]);
  });

  it("of the old form that go in a circle or were edited in the middle are read as they stand", () => {
    const circle = blocks([
      { data: "One.", next: [1] },
      { data: " Two.", next: [0] },
    ]);
    for (const datablocks of [
      circle,
      blocks([
        { data: "One.", next: [1] },
        { data: "Other", removed: 1 },
      ]),
    ]) {
      const result = read(
        file(
          "a.story",
          container({ story: { fragments: [{ data: "One. Two." }], datablocks, currentBlock: 1 } }),
        ),
      );
      expect(result.conversations[0] && pathTexts(result.conversations[0])).toEqual(["One. Two."]);
      expect(result.leftOut).toHaveLength(1);
    }
  });

  it("of the first form have their text in one piece", () => {
    const story = { version: 1, text: "The lamp is out.", fragments: [], datablocks: [], currentBlock: 0 };
    expect(pathTexts(readOne(file("a.story", container({ story }))))).toEqual(["The lamp is out."]);
  });

  it("of the new form are read from MessagePack, with what was not saved yet and what was tried", () => {
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
    const [story] = result.conversations;
    expect(story && pathTexts(story)).toEqual(["The lamp is out.", "She follows.\n\nIt rains."]);
    const leaf = story?.messages.findIndex(({ texts }) => texts[0].content === "It snows.") ?? -1;
    expect(story && pathTexts(story, leaf)).toEqual(["The lamp is out.", "She waits.", "It snows."]);
    expect(why(result)).toEqual(["1 branch: They change the text before them, which a path can't."]);
  });

  it("with lengths that lie, endless nesting or a circle in their history are refused or read, and never hang", () => {
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
});

describe("one's own text", () => {
  it("becomes passages that end at headings and breaks, with all of its words", () => {
    const page = `${"A long paragraph about the sea. ".repeat(40)}\n\n`.repeat(4);
    const draft = `---\ntags: [sea]\n---\n# Harrow Light\n\nOne evening.\n\n* * *\n\nAnother.\n\n## Two\n\n${page}`;
    const story = readOne(file("draft.md", draft));
    expect(story).toMatchObject({ title: "Harrow Light", format: "Markdown" });
    const texts = pathTexts(story);
    expect(texts.slice(0, 2)).toEqual(["One evening.\n\n* * *", "Another."]);
    expect(texts[2]).toMatch(/^## Two/u);
    expect(texts.join(" ").replace(/\s+/gu, " ")).toBe(
      draft.slice(draft.indexOf("One")).replace(/\s+/gu, " ").trim(),
    );
    expect(story.messages.every(({ role }) => role === "assistant")).toBe(true);
  });

  it.each([
    ["UTF-16", Uint8Array.from([0xff, 0xfe, 0xe9, 0, 0x74, 0, 0xe9, 0]), "été"],
    ["UTF-8 with a mark", Uint8Array.from([0xef, 0xbb, 0xbf, 0xc3, 0xa9]), "é"],
    ["Windows-1252", Uint8Array.from([0xe9, 0x74, 0xe9, 0x20, 0x93]), "été “"],
  ])("is read in %s", (_, content, text) => {
    expect(pathTexts(readOne(file("a.txt", content)))).toEqual([text]);
  });

  it("of a length that no passage has is divided, and loses no word in any script", () => {
    for (const word of ["rain ", "雨夜", "مطر ", "🧑‍🚀", "x"]) {
      const text = word.repeat(40_000);
      const joined = pathTexts(readOne(file("a.txt", text))).join("");
      expect(joined.replace(/\s/gu, "")).toBe(text.replace(/\s/gu, ""));
    }
  });
});

/** A ZIP with a directory of 100,000 files, all of them the same few bytes. */
function manyEntries(): Uint8Array {
  const one = zipSync({ "a.txt": bytes("x") }, { level: 0 });
  const at = one.length - 22 - 51;
  const directory = one.slice(at, -22);
  const end = one.slice(-22);
  const view = new DataView(end.buffer);
  view.setUint16(8, 0xffff, true);
  view.setUint16(10, 0xffff, true); // as ZIP64 says: more than fit in here
  view.setUint32(12, 100_000 * directory.length, true);
  return Uint8Array.from([
    ...one.slice(0, at),
    ...Array.from({ length: 100_000 }, () => [...directory]).flat(),
    ...end,
  ]);
}

describe("what is no story", () => {
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
    ["a ZIP that says it has 100,000 files", file("a.zip", manyEntries()), /ZIP/u],
    ["a ZIP that is cut off", file("a.zip", zip({ "a.txt": bytes("x") }).slice(0, 40)), /broken/u],
    ["a ZIP in a ZIP", file("a.zip", zip({ "b.zip": zip({ "a.txt": bytes("x") }) })), /no words/u],
    ["a picture that is HTML", file("a.png", "<html><script>alert(1)</script></html>"), /picture/u],
    ["a web page", file("a.txt", "<!DOCTYPE html><p>Hi"), /web page/u],
    ["a program", file("a.txt", Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0, 0])), /no text/u],
    ["a lorebook", file("a.json", { entries: {} }), /Lorebooks/u],
    ["JSON of something else", file("a.json", { a: 1 }), /known here/u],
    ["broken JSON", file("a.json", '{"prompt": "x'), /broken/u],
    ["nothing", file("a.txt", " \n"), /no words/u],
    ["a chat without words", file("a.jsonl", jsonl(HEADER, mara(""))), /./u],
  ])("%s is refused with a sentence", (_, one, sentence) => {
    expect(refusal(one)).toMatch(sentence);
  });

  it("among other files stands in the report, and names with ../ lead nowhere", () => {
    const result = read(
      file(
        "all.zip",
        zip({
          "../../chats/Mara.jsonl": bytes(jsonl(mara("One."), me("Two."))),
          "__MACOSX/x": bytes("x"),
          "notes.json": bytes("{}"),
          "big.txt": bytes("Fine."),
        }),
      ),
    );
    expect(result.conversations.map(({ title }) => title)).toEqual(["big", "Mara Voss"]);
    expect(result.leftOut.map(({ what }) => what)).toEqual(["“notes.json”"]);
  });

  it("more than 20,000 messages are asked for in parts", () => {
    const lines = Array.from({ length: 20_001 }, (_, index) => mara(`Line ${index}`));
    expect(refusal(file("a.jsonl", jsonl(...lines)))).toMatch(/more than 20,000/u);
    expect(readOne(file("a.jsonl", jsonl(...lines.slice(1)))).messages).toHaveLength(20_000);
  });
});
