import { runDurableObjectAlarm } from "cloudflare:test";
import { APICallError, type LanguageModelV4, type LanguageModelV4Prompt } from "@ai-sdk/provider";
import { expect, it } from "vitest";
import { KEPT_LINES_MAX } from "#domain/memory.ts";
import type { MemoryEntry } from "#durable-objects/memory/schema.ts";
import {
  findFold,
  foldLines,
  PINNED_LINES,
  type Summariser,
  summariseMessages,
} from "#durable-objects/memory/summarise.ts";
import { memories } from "#durable-objects/story/schema.ts";
import { replyScript } from "#tests/fakes/reply-script.ts";
import { SILENT_MODEL, USAGE } from "#tests/workers/ai/fake-models.ts";
import { countLineTokens } from "#workers/ai/context-window.ts";
import {
  anOpenStory,
  aStory,
  eventually,
  fillConversation,
  inStorage,
  jobsDone,
  openTree,
  promptFor,
  StoryReader,
} from "./story-reader.ts";

const FACTS = ["FACT the key lies under the blue boat. The rain fell.", "I take the key."];

it.concurrent("memory of 2,000 messages still has the first chapter's facts, and covers only messages that left the window", async () => {
  const { story, reader } = await anOpenStory({ character: "An operator" });
  await fillConversation(story.stub, 2_000, FACTS);
  await reader.exchange("I look around");
  await jobsDone(story);
  const rows = await inStorage(story.stub, (storage) =>
    openTree(storage).db.select().from(memories).orderBy(memories.depth).all(),
  );
  expect(rows.at(-1)?.depth).toBeGreaterThan(1_900);
  expect(rows.at(-1)?.depth).toBeLessThan(2_000);

  const prompt = (await promptFor(reader, "I ask where the key is"))[0]?.content ?? "";
  expect(prompt).toContain("FACT the key lies under the blue boat.");
  const memory = prompt.slice(prompt.indexOf("<memory>"), prompt.indexOf("</memory>"));
  expect(memory.length / 4).toBeLessThan(1_200);
  for (const { lines } of rows) for (const line of lines) expect(line.fromId).toMatch(/^m\d+$/);
}, 90_000);

it.concurrent("memory belongs to its branch: another version uses the memory from before the fork", async () => {
  const { story, reader } = await anOpenStory({ character: "An operator" });
  await fillConversation(story.stub, 200, FACTS);
  await inStorage(story.stub, (storage) => {
    const { tree, memory } = openTree(storage);
    const toLine = (text: string) => ({ text, layer: 0, fromId: "m1", toId: "m2" });
    memory.save({ id: "m20", depth: 20 }, [toLine("The key lies under the blue boat.")]);
    memory.save({ id: "m60", depth: 60 }, [toLine("The key was lost.")]);
    // So long that the other branch's memory would be of what is too long ago to be read again.
    let parentId = "m59";
    for (let depth = 60; depth <= 260; depth += 1) {
      const role = depth % 2 ? "assistant" : "user";
      const content = `On the new way, ${depth}: the rain stopped, and a bell rang. `.repeat(8);
      parentId = tree.append({ parentId, role, content, status: "complete" }).id;
    }
    tree.moveHead(parentId);
  });
  const all = (await promptFor(reader, "I walk on")).map(({ content }) => content).join("\n");
  expect(all).toContain("On the new way, 260:");
  expect(all).not.toContain("Passage 61:");
  expect(all).toContain("The key lies under the blue boat.");
  expect(all).not.toContain("The key was lost.");
});

/** Lines of memory that are equally long, of these layers. */
function linesOf(...layers: number[]): MemoryEntry[] {
  return layers.map((layer, index) => {
    const id = `m${String(index).padStart(2, "0")}`;
    return {
      text: `On day ${id} the boat came in and nobody was aboard of it.`,
      layer,
      fromId: id,
      toId: id,
    };
  });
}

const PINNED = Array.from({ length: PINNED_LINES }, () => 0);
const LINE = countLineTokens([linesOf(0)[0]?.text ?? ""]);

/** A model that gives this answer to each question, and the questions that it got. */
function answering(lines: readonly { text: string; covers: number[] }[]) {
  const asked: LanguageModelV4Prompt[] = [];
  const model: LanguageModelV4 = {
    ...SILENT_MODEL,
    doGenerate: async ({ prompt }) => {
      asked.push(prompt);
      return {
        content: [{ type: "text", text: JSON.stringify({ lines }) }],
        finishReason: { unified: "stop", raw: "stop" },
        usage: USAGE,
        warnings: [],
      };
    },
  };
  const summariser = (told: readonly string[]): Summariser => ({
    model,
    subject: "story",
    asked: { signal: new AbortController().signal },
    told,
    findTaskPrompt: (request) => [
      { role: "system", content: "The story." },
      { role: "user", content: request },
    ],
  });
  return { asked, summariser };
}

it.each([
  ["none as long as all of them fit", [0, 0, 0, 0], 10, null],
  [
    "the latest ones, as many fewer as needed, and never those of the beginning",
    [1, 1, 0, 0, 0, 0, 0, 0],
    12,
    { at: PINNED_LINES + 2, most: 3, count: 6 },
  ],
  [
    "those of higher layers as well if half of the latest is not enough",
    [1, 1, 1, 1, 0, 0, 0, 0],
    9,
    { at: PINNED_LINES, most: 3, count: 8 },
  ],
  [
    "at most 24 at once, the oldest of their layer",
    Array.from({ length: 60 }, () => 0),
    60,
    { at: PINNED_LINES, most: 12, count: 24 },
  ],
])("lines of memory that become fewer are %s", (_, layers, room, expected) => {
  const fold = findFold(linesOf(...PINNED, ...layers), room * LINE);
  expect(fold && { at: fold.at, most: fold.most, count: fold.lines.length }).toEqual(expected);
});

it("lines of memory that become fewer are asked for at the end of the conversation's prompt, by their first words where they stand in it", async () => {
  const lines = linesOf(...PINNED, 0, 0, 0, 0);
  const fold = findFold(lines, 8 * LINE);
  if (fold === null) throw new Error("They do not fit.");
  const { asked, summariser } = answering([{ text: "The boat came in four times.", covers: [1, 2, 3, 4] }]);
  const told = fold.lines.slice(0, 3).map(({ text }) => `${text} Nobody knew why.`);
  const long = fold.lines.map((line, index) => ({ ...line, text: told[index] ?? line.text }));
  const folded = await foldLines(summariser(told), [...lines.slice(0, PINNED_LINES), ...long], {
    ...fold,
    lines: long,
  });
  expect(folded.slice(0, PINNED_LINES)).toEqual(lines.slice(0, PINNED_LINES));
  expect(folded.slice(PINNED_LINES)).toEqual([
    { text: "The boat came in four times.", layer: 1, fromId: "m06", toId: "m09" },
  ]);
  const question = JSON.stringify(asked[0]);
  expect(question).toContain("The story.");
  expect(question).toContain("at most 2 lines");
  expect(question).not.toContain("Nobody knew why.");
  expect(question).toContain(long[3]?.text);
});

it("lines of memory that become fewer are joined in pairs if the model's answer is no shorter", async () => {
  const lines = linesOf(...PINNED, 0, 0, 0, 0);
  const fold = findFold(lines, 8 * LINE);
  if (fold === null) throw new Error("They do not fit.");
  const { summariser } = answering([1, 2, 3, 4].map((number) => ({ text: "Again.", covers: [number] })));
  const folded = await foldLines(summariser([]), lines, fold);
  expect(folded).toHaveLength(PINNED_LINES + 2);
  expect(folded.at(-1)).toMatchObject({ layer: 1, fromId: "m08", toId: "m09" });
});

it.each([
  ["has no connection", undefined, null],
  ["is busy", 429, null],
  ["can't be reached behind its proxy", 503, null],
  ["is too slow for its proxy", 524, null],
  ["is not paid for", 402, null],
  ["can't do it", 400, ["On day m00 the boat came in and nobody was aboard of it."]],
  ["fails at it", 500, ["On day m00 the boat came in and nobody was aboard of it."]],
])(
  "lines of memory are made later, or else of the beginnings of messages, where the model %s",
  async (_, statusCode, expected) => {
    const fault = new APICallError({ message: "No.", url: "", requestBodyValues: {}, statusCode });
    const model: LanguageModelV4 = { ...SILENT_MODEL, doGenerate: () => Promise.reject(fault) };
    const [line] = linesOf(0);
    const made = summariseMessages(
      { ...answering([]).summariser([]), model },
      [],
      [{ id: "m00", role: "assistant", content: line?.text ?? "" }],
    );
    if (expected === null) await expect(made).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
    else expect((await made).map(({ text }) => text)).toEqual(expected);
  },
);

const MESSAGES = 60;
/** The memory of the first 20 messages. */
const LINES: MemoryEntry[] = [
  { id: "radio", text: "The radio hissed at nine.", layer: 0, fromId: "m1", toId: "m2" },
  { id: "key", text: "Mara gave away the brass key.", layer: 0, fromId: "m3", toId: "m4" },
  { id: "rest", text: "They waited for the boat.", layer: 1, fromId: "m5", toId: "m20" },
];

/** A story whose first 20 messages left the window long ago. */
async function aRememberedStory() {
  const { story, reader } = await anOpenStory({ character: "An operator" });
  const { reader: other } = await StoryReader.join(story);
  await fillConversation(story.stub, MESSAGES, []);
  await inStorage(story.stub, (storage) => openTree(storage).memory.save({ id: "m20", depth: 20 }, LINES));
  const read = async (most = LINES.length) => {
    const outcome = await story.change("readMemory");
    if (!outcome.ok) throw new Error(outcome.message);
    // The jobs add the messages that leave the window later.
    return outcome.value.lines.slice(0, most);
  };
  /** The memory in the prompt of the next reply. */
  const ask = async () => {
    const prompt = (await promptFor(reader, "I go on"))[0]?.content ?? "";
    return /<memory>\n([\s\S]*?)\n<\/memory>/u.exec(prompt)?.[1]?.split("\n") ?? [];
  };
  return { story, other, read, ask };
}

it("a line of memory is shown with its passage; pinned, corrected, forgotten and shown again as the owner says", async () => {
  const { story, other, read, ask } = await aRememberedStory();
  expect(await read()).toMatchObject([
    { lineId: "radio", text: "The radio hissed at nine.", fromId: "m1", depth: 1, isPinned: false },
    { lineId: "key", fromId: "m3", depth: 3 },
    { lineId: "rest", depth: 5 },
  ]);
  expect(await ask()).toEqual(expect.arrayContaining([LINES[0]?.text, LINES[1]?.text]));

  await story.change("changeLine", "key", { text: "Mara kept the brass key." });
  await story.change("changeLine", "radio", { isForgotten: true });
  await other.next("sheet-changed", ({ sheet }) => sheet === "memory");
  expect(await read()).toMatchObject([
    { lineId: "radio", isForgotten: true },
    { lineId: "key", text: "Mara kept the brass key.", isCorrected: true },
    { lineId: "rest" },
  ]);
  const told = await ask();
  expect(told).toContain("Mara kept the brass key.");
  expect(told.join()).not.toMatch(/radio hissed|gave away/u);

  await story.change("changeLine", "key", { text: "" });
  await story.change("changeLine", "radio", { isForgotten: false, isPinned: true });
  expect(await read()).toMatchObject([
    { lineId: "radio", isForgotten: false, isPinned: true },
    { lineId: "key", text: "Mara gave away the brass key.", isCorrected: false },
    { lineId: "rest" },
  ]);
  expect(await ask()).toEqual(expect.arrayContaining([LINES[0]?.text, LINES[1]?.text]));
});

it("a line of memory whose message was edited is not told again, and is made anew by the job; it stays pinned", async () => {
  const { story, other, read, ask } = await aRememberedStory();
  await story.change("changeLine", "radio", { isPinned: true });
  expect((await ask()).join()).toContain("radio hissed");
  await story.change("edit", "m1", {
    content: "FACT the wire was dead at nine. Rain.",
    revision: 1,
  });
  const [first, second, third] = await read();
  expect(first).toMatchObject({
    text: "FACT the wire was dead at nine. Rain.",
    isStale: true,
    isPinned: true,
    fromId: "m1",
  });
  expect(second).toMatchObject({ isStale: true, fromId: "m2" });
  expect(third).toMatchObject({ lineId: "key", isStale: false });
  const told = (await ask()).join();
  expect(told).toContain("the wire was dead");
  expect(told).not.toContain("radio hissed");
  await eventually(async () => {
    await runDurableObjectAlarm(story.stub);
    expect((await read()).filter(({ isStale }) => isStale)).toEqual([]);
  });
  await jobsDone(story);
  // Which messages were read was told while they were, and that it is over.
  expect(other.events.filter(({ type }) => type === "sheet-changed").length).toBeGreaterThan(2);
  expect(await story.change("readMemory")).toMatchObject({ value: { reading: null } });
  expect(await read()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ text: "FACT the wire was dead at nine.", isPinned: true }),
      expect.objectContaining({ text: LINES[1]?.text, isPinned: false }),
    ]),
  );
});

it("a line of memory that the owner corrects while it is made anew stays", async () => {
  const { story, other, read } = await aRememberedStory();
  await story.change("edit", "m1", { content: replyScript({ taskMs: 1_500 }, "Rain."), revision: 1 });
  const [stale] = await read();
  await other.next("sheet-changed", ({ sheet }) => sheet === "memory");
  expect(await story.change("readMemory")).toMatchObject({ value: { reading: { from: 1 } } });
  await story.change("changeLine", stale?.lineId ?? "", { text: "Nobody heard the radio." });
  await jobsDone(story);
  expect(await read(99)).toEqual(
    expect.arrayContaining([expect.objectContaining({ text: "Nobody heard the radio.", isCorrected: true })]),
  );
});

it("a line of memory whose message was edited while later ones were summarised is made anew before those after them", async () => {
  const { story, reader } = await anOpenStory({ character: "An operator" });
  const texts = Array.from({ length: 60 }, (_, at) => `Passage ${at + 1}: it rained. `.repeat(12));
  texts[0] = "FACT the wire was dead at nine. Rain fell.";
  texts[39] = replyScript({ taskMs: 2_000 }, "Rain.");
  await fillConversation(story.stub, 200, texts);
  const read = async () => {
    const outcome = await story.change("readMemory");
    return outcome.ok ? outcome.value : null;
  };
  await reader.exchange("I look around");
  const jobs = jobsDone(story);
  await eventually(async () => {
    const memory = await read();
    expect(memory?.lines[0]?.text).toBe("FACT the wire was dead at nine.");
    expect(memory?.reading?.from).toBeGreaterThan(1);
  });
  const content = "FACT the key lies under the boat. Rain fell.";
  expect(await story.change("edit", "m1", { content, revision: 1 })).toMatchObject({ ok: true });
  await jobs;
  await jobsDone(story);
  const { lines = [] } = (await read()) ?? {};
  expect(lines[0]).toMatchObject({ text: "FACT the key lies under the boat.", isStale: false });
}, 60_000);

it("a line of memory that the owner adds is pinned at the end, is told, and stays when a job that began before it is done", async () => {
  const { story, other, read, ask } = await aRememberedStory();
  const text = "Mara can't swim.";
  const added = await story.change("addLine", text);
  await other.next("sheet-changed", ({ sheet }) => sheet === "memory");
  await story.change("addLine", text);
  const lines = await read(LINES.length + 1);
  expect(lines.at(-1)).toMatchObject({ text, fromId: "m20", depth: 20, isPinned: true, isAdded: true });
  expect(lines.slice(0, -1).map(({ lineId }) => lineId)).toEqual(LINES.map(({ id }) => id));
  expect(added).toMatchObject({ ok: true, value: { reading: null } });
  expect(await ask()).toContain(text);

  // What the job read before the line was there comes without it.
  await inStorage(story.stub, (storage) => {
    const { memory } = openTree(storage);
    memory.save({ id: "m20", depth: 20 }, LINES);
    memory.save({ id: "m24", depth: 24 }, [
      ...LINES,
      { text: "It rained.", layer: 0, fromId: "m21", toId: "m24" },
    ]);
  });
  expect((await read(LINES.length + 2)).map((line) => line.text)).toEqual([
    ...LINES.map((line) => line.text),
    text,
    "It rained.",
  ]);
  await story.change("changeLine", lines.at(-1)?.lineId ?? "", { isPinned: false });
  await story.change("edit", "m20", { content: "The boat came.", revision: 1 });
  expect((await read(99)).find((line) => line.text === text)).toMatchObject({ isStale: false });
});

it("a line of memory can't be added before anything is remembered", async () => {
  const story = await aStory();
  const refused = await story.change("addLine", "Mara can't swim.");
  expect(refused).toMatchObject({ ok: false, code: "INVALID_INPUT" });
});

it("a line of memory that the owner corrected or forgot stays as it is, whatever its message becomes", async () => {
  const { story, read } = await aRememberedStory();
  await story.change("changeLine", "radio", { text: "Nobody heard the radio." });
  await story.change("changeLine", "key", { isForgotten: true });
  await story.change("edit", "m1", { content: "The wire was dead.", revision: 1 });
  await story.change("edit", "m3", { content: "Mara gave it away.", revision: 1 });
  expect(await read()).toMatchObject([
    { text: "Nobody heard the radio.", isStale: false, isCorrected: true },
    { lineId: "key", isStale: false, isForgotten: true },
    { lineId: "rest" },
  ]);
});

it("lines that the owner has pinned, corrected or forgotten are never summarised further, up to a bound", async () => {
  const line = (index: number, flags = {}) => ({
    id: `l${index}`,
    text: "It rained all day on the harbour and nobody came.",
    layer: 0,
    fromId: `m${index}`,
    toId: `m${index}`,
    ...flags,
  });
  const lines = Array.from({ length: 40 }, (_, index) => line(index, index === 9 ? { isPinned: true } : {}));
  const fold = findFold(lines, 100);
  expect(fold?.at).toBe(10);
  expect(fold?.lines.some(({ id }) => id === "l9")).toBe(false);

  const { story } = await aRememberedStory();
  await inStorage(story.stub, ({ sql }) => {
    for (let index = 0; index < KEPT_LINES_MAX; index += 1)
      sql.exec("INSERT INTO memory_marks (line_id, is_pinned, is_forgotten) VALUES (?, 1, 0)", `l${index}`);
  });
  const refused = await story.change("changeLine", "key", { isPinned: true });
  expect(refused).toMatchObject({ ok: false, code: "INVALID_INPUT" });
  expect(await story.change("changeLine", "key", { isForgotten: true })).toMatchObject({
    ok: true,
  });
});
