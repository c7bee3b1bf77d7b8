import { expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { readMessagePack } from "#workers/imports/formats/message-pack.ts";
import { openFiles, readImport } from "#workers/imports/read-import.ts";
import { PLAIN_FILE, PLAIN_MESSAGE } from "../../fakes/taken-story.ts";
import { packDocument } from "./pack-document.ts";

const NOW = new Date("2026-11-26T00:00:00.000Z");
/** Code whose time grows with the length of these files takes less than a second. If it grows with the square, it takes minutes. */
const SOON_MS = 10_000;

function read(content: object) {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  return readImport(openFiles([{ name: "a.json", bytes }]), { name: "a", now: NOW });
}

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
  const [story] = read(save).conversations;
  expect(story?.pathCount).toBe(1);
});

it("reads blocks that never end a line in time", { timeout: SOON_MS }, () => {
  const datablocks = Array.from({ length: 150_000 }, (_, index) => ({
    nextBlock: index < 149_999 ? [index + 1] : [],
    dataFragment: { data: "abcdefgh" },
  }));
  const fragments = [{ data: "abcdefgh".repeat(150_000) }];
  const [story] = read(novelAi({ fragments, datablocks, currentBlock: 149_999 })).conversations;
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
  expect(read(document(more)).conversations[0]?.messages).toHaveLength(1);
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
  const [story] = read(storyFile({ content: "x".repeat(50_000) })).conversations;
  expect(story?.messages).toHaveLength(1);
  expect(story?.end.pathNames[0]?.name.length).toBeLessThan(100);
});

it("takes of two messages with one id the first, and says so", () => {
  const file = storyFile({});
  const [first] = file.messages;
  const { conversations, leftOut } = read({ ...file, messages: [first, { ...first, content: "Snow." }] });
  expect(conversations[0]?.messages.map(({ texts }) => texts[0].content)).toEqual(["Rain."]);
  expect(leftOut).toEqual([{ what: "1 message", why: "Another in the file has the same id." }]);
});

it.each([
  ["a text that is too long", { content: "x".repeat(50_001) }, {}],
  ["an earlier text that is too long", { texts: [{ content: "x".repeat(50_001), editedAt: null }] }, {}],
  ["a wish that is too long", { wish: "x".repeat(500_001) }, {}],
  ["a time that can't be computed with", { timestamp: "2026-11-25T00:00:00+00" }, {}],
  ["settings that are too large", {}, { setting: "x".repeat(500_001) }],
])("refuses a file of our own with %s", (_, message, settings) => {
  expect(() => read(storyFile(message, settings))).toThrow(AppError);
});
