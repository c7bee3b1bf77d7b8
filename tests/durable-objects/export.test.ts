import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as v from "valibot";
import { expect, it, vi } from "vitest";
import { fileStartSchema, pathTextSchema, storyFileSchema, treePageSchema } from "#domain/story-file.ts";
import { unwrap } from "#workers/conversations/access.ts";
import { writeStoryJson } from "#workers/exports/story-json.ts";
import { FILE_FACTS } from "../fakes/taken-story.ts";
import { anOpenStory, fillConversation, inStorage, openTree } from "./story-reader.ts";

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

it("a path with a name is given from where it parts, with the name of the passage there", async () => {
  const { stub, conversations } = await aLongStory(6);
  await inStorage(stub, (storage) => {
    const { tree } = openTree(storage);
    const content = { content: "Another third.", status: "complete" } as const;
    const { id: parentId } = tree.append({ ...content, parentId: "m2", role: "assistant" });
    tree.append({ ...content, id: "v4", parentId, role: "user" });
    storage.sql.exec("INSERT INTO paths VALUES ('v4', 'What Mara kept'), ('m4', 'Half way')");
    storage.sql.exec("UPDATE messages SET heading = 'The lamp' WHERE id = 'm2'");
  });
  const start = await conversations.exportStart();
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
