import { expect, it } from "vitest";
import { judgeImports, readImports } from "#tools/import-directions.ts";

const NO_ROUTES = new Set<string>();

function judge(from: string, source: string, routes = NO_ROUTES): string[] {
  return judgeImports(readImports(from, source), routes);
}

it("lets a page see the Worker as types only", () => {
  expect(judge("app/context.ts", 'import type { Services } from "#workers/services.ts";')).toEqual([]);
  expect(judge("app/context.ts", 'import { Services } from "#workers/services.ts";')).toEqual([
    "app/context.ts may import workers/services.ts only as types.",
  ]);
});

it("lets the vocabulary import nothing of the other folders", () => {
  expect(judge("domain/story.ts", 'import type { X } from "../workers/x.ts";')).toEqual([
    "domain/story.ts must not import workers/x.ts.",
  ]);
});

it("lets the entry of the Worker re-export the objects, and no other file", () => {
  const source = 'export { StoryObject } from "#durable-objects/story.ts";';
  expect(judge("workers/app.ts", source)).toEqual([]);
  expect(judge("workers/http/create-app.ts", source)).toHaveLength(1);
});

it("keeps objects from services, and stores as well", () => {
  expect(judge("durable-objects/story.ts", 'import { x } from "#workers/stories/store.ts";')).toEqual([]);
  expect(judge("durable-objects/story.ts", 'import { x } from "#workers/stories/service.ts";')).toHaveLength(
    1,
  );
  expect(judge("workers/stories/store.ts", 'import { x } from "./service.ts";')).toEqual([
    "workers/stories/store.ts is a store and must not import the service workers/stories/service.ts.",
  ]);
  expect(judge("workers/characters/deleted-store.ts", 'import { x } from "./service.ts";')).toHaveLength(1);
});

it("keeps the core of conversations from knowing any kind of them", () => {
  const core = "durable-objects/conversation/turn.ts";
  for (const known of [
    "#domain/story.ts",
    "#domain/plan.ts",
    "#durable-objects/story/cast-store.ts",
    "#durable-objects/character-chat/character-chat-kind.ts",
    "#durable-objects/spark-account.ts",
    "#durable-objects/owners-database.ts",
    "#workers/ai/cast/mention-finder.ts",
    "#workers/ai/prompts/story-prompt.ts",
    "#workers/stories/store.ts",
    "#workers/characters/store.ts",
    "#workers/billing/store.ts",
    "#workers/db/schema/index.ts",
  ]) {
    expect(judge(core, `import { x } from "${known}";`), known).toHaveLength(1);
    expect(judge(core, `import type { X } from "${known}";`), known).toHaveLength(1);
  }
  expect(judge(core, 'import { TURN_KINDS } from "#domain/turn-kinds.ts";')).toEqual([]);
  expect(judge(core, 'import { MessageTree } from "./message-tree.ts";')).toEqual([]);
});

it("lets a kind of conversation build on the core and its own stores, and keeps it from another kind", () => {
  const kind = "durable-objects/story/story-kind.ts";
  expect(judge(kind, 'import { Outbox } from "../conversation/outbox.ts";')).toEqual([]);
  expect(judge(kind, 'import { x } from "#workers/stories/store.ts";')).toEqual([]);
  expect(judge(kind, 'import { x } from "../character-chat/character-chat-kind.ts";')).toHaveLength(1);
});

it("keeps a route from another route, also by a dynamic import", () => {
  const routes = new Set(["app/routes/stories/list.tsx"]);
  expect(judge("app/routes/stories/new.tsx", 'await import("./list.tsx");', routes)).toHaveLength(1);
  expect(judge("app/routes/stories/new.tsx", 'import { form } from "./form.ts";', routes)).toEqual([]);
});

it("keeps the storyteller's package and the product apart, and has the tools use it by its name", () => {
  const inside = "packages/storyteller/src/server.ts";
  expect(judge(inside, 'import { answerTo } from "./answer.ts";')).toEqual([]);
  for (const product of ["#domain/text.ts", "../../../tools/ports.ts", "@talespark/other"])
    expect(judge(inside, `import { x } from "${product}";`)).toHaveLength(1);

  expect(judge("workers/ai/prompts/idea.ts", 'import "@talespark/storyteller";')).toEqual([
    "workers/ai/prompts/idea.ts must not import @talespark/storyteller.",
  ]);
  expect(judge("tools/seed.ts", 'import "@talespark/storyteller";')).toEqual([]);
  expect(judge("tools/seed.ts", 'import "../packages/storyteller/src/answer.ts";')).toEqual([
    "tools/seed.ts must import the package of packages/storyteller/src/answer.ts by its name.",
  ]);
});

it("names a circle of values, and leaves one of types alone", () => {
  const there = readImports("domain/a.ts", 'import { b } from "./b.ts";');
  const back = readImports("domain/b.ts", 'import { a } from "./a.ts";');
  const backAsType = readImports("domain/b.ts", 'import type { A } from "./a.ts";');
  expect(judgeImports([...there, ...back], NO_ROUTES)).toEqual([
    "domain/a.ts → domain/b.ts → domain/a.ts is a circle.",
  ]);
  expect(judgeImports([...there, ...backAsType], NO_ROUTES)).toEqual([]);
});
