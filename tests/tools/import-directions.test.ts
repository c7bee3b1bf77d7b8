import { expect, it } from "vitest";
import { judgeImports, readImports } from "#tools/import-directions.ts";

const ROUTES = new Set(["app/routes/stories/list.tsx"]);
const CORE = "durable-objects/conversation/turn.ts";
const KIND = "durable-objects/story/story-kind.ts";
const STORYTELLER = "packages/storyteller/src/server.ts";

function judge(from: string, source: string): string[] {
  return judgeImports(readImports(from, source), ROUTES);
}

it.each([
  ["app/context.ts", 'import type { Services } from "#workers/services.ts";'],
  ["workers/app.ts", 'export { StoryObject } from "#durable-objects/story.ts";'],
  ["durable-objects/story.ts", 'import { x } from "#workers/stories/store.ts";'],
  [CORE, 'import { TURN_KINDS } from "#domain/turn-kinds.ts";'],
  [CORE, 'import { MessageTree } from "./message-tree.ts";'],
  [KIND, 'import { Outbox } from "../conversation/outbox.ts";'],
  [KIND, 'import { x } from "#workers/stories/store.ts";'],
  ["app/routes/stories/new.tsx", 'import { form } from "./form.ts";'],
  [STORYTELLER, 'import { answerTo } from "./answer.ts";'],
  ["tools/seed.ts", 'import "@talespark/storyteller";'],
])("lets %s have: %s", (from, source) => {
  expect(judge(from, source)).toEqual([]);
});

it.each([
  ["app/context.ts", 'import { Services } from "#workers/services.ts";', "only as types"],
  ["domain/story.ts", 'import type { X } from "../workers/x.ts";', "must not import workers/x.ts"],
  ["workers/http/create-app.ts", 'export { StoryObject } from "#durable-objects/story.ts";', ""],
  ["durable-objects/story.ts", 'import { x } from "#workers/stories/service.ts";', ""],
  ["workers/stories/store.ts", 'import { x } from "./service.ts";', "is a store and must not import"],
  ["workers/characters/deleted-store.ts", 'import { x } from "./service.ts";', "is a store"],
  [CORE, 'import type { X } from "#domain/story.ts";', ""],
  [CORE, 'import { x } from "#durable-objects/story/cast-store.ts";', ""],
  [CORE, 'import { x } from "#workers/db/schema/index.ts";', ""],
  [KIND, 'import { x } from "../character-chat/character-chat-kind.ts";', ""],
  ["app/routes/stories/new.tsx", 'await import("./list.tsx");', ""],
  [STORYTELLER, 'import { x } from "#domain/text.ts";', ""],
  ["workers/ai/prompts/idea.ts", 'import "@talespark/storyteller";', "must not import"],
  ["tools/seed.ts", 'import "../packages/storyteller/src/answer.ts";', "by its name"],
])("refuses in %s: %s", (from, source, words) => {
  expect(judge(from, source)).toEqual([expect.stringContaining(words)]);
});

it("names a circle of values, and leaves one of types alone", () => {
  const there = readImports("domain/a.ts", 'import { b } from "./b.ts";');
  const back = readImports("domain/b.ts", 'import { a } from "./a.ts";');
  const backAsType = readImports("domain/b.ts", 'import type { A } from "./a.ts";');
  expect(judgeImports([...there, ...back], ROUTES)).toEqual([
    "domain/a.ts → domain/b.ts → domain/a.ts is a circle.",
  ]);
  expect(judgeImports([...there, ...backAsType], ROUTES)).toEqual([]);
});
