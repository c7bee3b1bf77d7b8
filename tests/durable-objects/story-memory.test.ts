import type { LanguageModelV4, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import type { MemoryEntry } from "#durable-objects/memory/schema.ts";
import { findFold, foldLines, PINNED_LINES, type Summariser } from "#durable-objects/memory/summarise.ts";
import { memories } from "#durable-objects/story/schema.ts";
import { replyScript } from "#tests/fakes/reply-script.ts";
import { SILENT_MODEL, USAGE } from "#tests/workers/ai/fake-models.ts";
import { countLineTokens } from "#workers/ai/context-window.ts";
import {
  anOpenStory,
  fillConversation,
  inStorage,
  jobsDone,
  modelRequests,
  openTree,
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

  const id = createId();
  await reader.exchange(replyScript({ id }, "I ask where the key is"));
  const [request] = await modelRequests(id);
  const prompt = request?.messages[0]?.content ?? "";
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
  const id = createId();
  await reader.exchange(replyScript({ id }, "I walk on"));
  const [request] = await modelRequests(id);
  const all = request?.messages.map(({ content }) => content).join("\n") ?? "";
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
