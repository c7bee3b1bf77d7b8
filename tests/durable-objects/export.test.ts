import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as v from "valibot";
import { expect, it, vi } from "vitest";
import type { FileMessage } from "#domain/story-file.ts";
import {
  fileMessageSchema,
  fileStartSchema,
  pathTextSchema,
  storyFileSchema,
  treePageSchema,
} from "#domain/story-file.ts";
import { unwrap } from "#workers/conversations/access.ts";
import { writeStoryJson } from "#workers/exports/story-json.ts";
import { FILE_FACTS } from "../fakes/taken-story.ts";
import { anOpenStory, fillConversation } from "./story-reader.ts";

type Told = Awaited<ReturnType<typeof aLongStory>>;

/** A story of that many messages in one path, as its owner takes it out. */
async function aLongStory(count: number, first: readonly string[] = []) {
  const { story, reader } = await anOpenStory();
  await fillConversation(story.stub, count, first);
  reader.close();
  await evictDurableObject(story.stub);
  const { userId, stub } = story;
  return {
    stub,
    userId,
    run: (...statements: string[]) =>
      runInDurableObject(stub, (_, { storage }) => {
        for (const statement of statements) storage.sql.exec(statement);
      }),
    conversations: {
      exportStart: async () => unwrap(v.nullable(fileStartSchema), await stub.exportStart(userId)),
      exportTree: async (_: string, after: string) =>
        unwrap(v.nullable(treePageSchema), await stub.exportTree(userId, after)),
      exportPath: async (_: string, request: { leafId: string | null; after: number }) =>
        unwrap(v.nullable(pathTextSchema), await stub.exportPath(userId, request)),
    },
  };
}

async function readJson({ conversations }: Told) {
  const start = await conversations.exportStart();
  const taken = { kind: "story", id: "", title: "", description: "", voice: null, conversations } as const;
  let text = "";
  const namePicture = (file: string) => `pictures/${file}.webp`;
  for await (const piece of writeStoryJson(taken, {
    facts: FILE_FACTS,
    start,
    origin: "https://a.test",
    namePicture,
  })) {
    text += piece;
  }
  return v.parse(storyFileSchema, JSON.parse(text));
}

it("a long story is given whole, in pages that are bounded by their text, as a tree and as a path", async () => {
  const long = "x".repeat(50_000);
  const told = await aLongStory(
    450,
    Array.from({ length: 30 }, () => long),
  );
  const start = await told.conversations.exportStart();
  expect(start?.messages).toHaveLength(10);
  expect(start?.stretches).toEqual([{ leafId: "m450", after: 0, length: 450, name: null, turnName: null }]);
  const file = await readJson(told);
  const all = Array.from({ length: 450 }, (_, index) => `m${index + 1}`);
  expect(file.messages.map(({ messageId }) => messageId)).toEqual(all);

  const path: string[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: v.InferOutput<typeof pathTextSchema> | null = await told.conversations.exportPath("", {
      leafId: null,
      after,
    });
    expect(page?.leafId).toBe("m450");
    path.push(...(page?.messages.map(({ messageId }) => messageId) ?? []));
    after = page?.next ?? null;
  }
  expect(path).toEqual(all);
  await expect(told.conversations.exportPath("", { leafId: "elsewhere", after: 0 })).rejects.toThrow(
    "Not found.",
  );
  expect(await told.stub.exportTree("somebody else", "m1")).toMatchObject({ ok: false, code: "NOT_FOUND" });
});

it("its file has what hangs on each passage, on every path and in the bin", async () => {
  const told = await aLongStory(6);
  const facts = {
    name: "Mara Voss",
    aliases: [],
    description: null,
    role: "keeper",
    personality: null,
    isMainCharacter: false,
  };
  const line = (id: string, to: string) => ({ id, text: `Line ${id}`, layer: 0, fromId: "m1", toId: to });
  const json = (value: unknown) => `'${JSON.stringify(value)}'`;
  await told.run(
    `INSERT INTO messages (id, parent_id, role, content, status, timestamp, version, depth, wish)
      VALUES ('v3', 'm2', 'assistant', 'Another third.', 'complete', '2026-01-01T00:00:00.000Z', 2, 3, 'slower'),
        ('v4', 'v3', 'user', 'I go on.', 'complete', '2026-01-01T00:00:00.000Z', 1, 4, NULL),
        ('g3', 'm2', 'assistant', 'Gone.', 'complete', '2026-01-01T00:00:00.000Z', 3, 3, NULL)`,
    "UPDATE messages SET removed_at = 1767225600000 WHERE id = 'g3'",
    `UPDATE messages SET heading = 'The lamp', revision = 2, revisions = 2, edit_number = 4,
      image = ${json({ url: "/chat-pictures/c/abc", prompt: "A lamp", kind: "ai" })} WHERE id = 'm2'`,
    `INSERT INTO revisions VALUES ('m2', 1, 'As it was.', NULL), ('m2', 2, 'As it is.', '2026-01-02T00:00:00.000Z')`,
    "INSERT INTO paths VALUES ('v4', 'What Mara kept'), ('m4', 'Half way')",
    "UPDATE conversation SET edit_count = 4",
    `INSERT INTO memories VALUES ('m3', 3, ${json([line("a", "m3")])}, 1), ('m6', 6, ${json([line("a", "m3"), line("b", "m6")])}, 4)`,
    "INSERT INTO memory_marks VALUES ('a', 'Mine', 1, 0)",
    `INSERT INTO "cast" (id, name, aliases, is_new, mentions, is_main_character, changed, correction)
      VALUES ('p1', 'Mara Voss', '[]', 0, 2, 0, 0, ${json({ role: "captain" })})`,
    `INSERT INTO cast_facts VALUES ('m3', 'p1', 2, ${json(facts)}), ('v3', 'p1', 1, NULL)`,
    "INSERT INTO locations VALUES ('m3', 'Harrow Light')",
    `INSERT INTO lore_proposals (id, message_id, name, kind, text, keys, state)
      VALUES ('l1', 'v3', 'The reef', 'place', 'It took four boats.', '["reef"]', 'waiting')`,
  );

  const file = await readJson(told);

  const byId = new Map(file.messages.map((message) => [message.messageId, message]));
  const find = (id: string): FileMessage => v.parse(fileMessageSchema, byId.get(id));
  expect([...byId.keys()]).toEqual(["m1", "m2", "m3", "m4", "m5", "m6", "v3", "v4", "g3"]);
  expect(file.pathNames).toEqual([
    { leafId: "v4", name: "What Mara kept" },
    { leafId: "m4", name: "Half way" },
  ]);
  expect(file).toMatchObject({
    openLeafId: "m6",
    edits: 4,
    $schema: "https://a.test/api/schemas/story-file-1.json",
  });
  expect(file.people).toMatchObject([{ personId: "p1", correction: { role: "captain" }, isNobody: false }]);
  expect(file.memoryMarks).toEqual([{ lineId: "a", text: "Mine", isPinned: true, isForgotten: false }]);
  expect(find("m2")).toMatchObject({ heading: "The lamp", revision: 2, editNumber: 4 });
  expect(find("m2").picture).toEqual({ file: "pictures/abc.webp", prompt: "A lamp" });
  expect(find("m2").texts.map(({ content }) => content)).toEqual(["As it was.", "As it is."]);
  expect(find("m3")).toMatchObject({
    location: "Harrow Light",
    people: [{ personId: "p1", mentions: 2, facts }],
  });
  expect(find("m3").memory).toMatchObject({ edits: 1, lines: [{ lineId: "a", text: "Line a", toId: "m3" }] });
  expect(find("m6").memory?.lines).toMatchObject(["a", { lineId: "b" }]);
  expect(find("v3")).toMatchObject({ version: 2, wish: "slower", people: [{ mentions: 1, facts: null }] });
  expect(find("v3").proposals).toMatchObject([{ name: "The reef", state: "waiting", entryId: null }]);
  expect(find("g3").removedAt).toBe("2026-01-01T00:00:00.000Z");

  const start = await told.conversations.exportStart();
  expect(start?.stretches).toEqual([
    { leafId: "m6", after: 0, length: 6, name: null, turnName: null },
    { leafId: "v4", after: 2, length: 2, name: "What Mara kept", turnName: "The lamp" },
  ]);
});

it("an object that was read leaves memory at once, unless somebody else uses it; the next call starts it again", async () => {
  const { story, reader } = await anOpenStory();
  const { userId } = story;
  await fillConversation(story.stub, 3, []);
  const name = story.stub.id;
  // After its object was aborted, a stub stays broken.
  const find = () => env.STORY.get(name);
  const findInstance = () => runInDurableObject(find(), (instance) => instance);
  const first = await findInstance();

  await find().release();
  expect(await findInstance()).toBe(first);

  reader.close();
  const release = () =>
    find()
      .release()
      .then(
        () => "stays",
        () => "stops",
      );
  await vi.waitFor(async () => expect(await release()).toBe("stops"));
  expect(await findInstance()).not.toBe(first);
  expect(await find().exportStart(userId)).toMatchObject({ ok: true, value: { messages: { length: 3 } } });
});
