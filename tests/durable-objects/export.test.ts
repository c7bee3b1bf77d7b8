import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { fileStartSchema, pathTextSchema, treePageSchema } from "#domain/story-file.ts";
import { unwrap } from "#workers/conversations/access.ts";
import { anOpenStory, fillConversation, inStorage, openTree } from "./story-reader.ts";

/** A story of that many messages in one path, as its owner takes it out. */
async function aLongStory(count: number, first: readonly string[] = []) {
  const { story, reader } = await anOpenStory();
  await fillConversation(story.stub, count, first);
  reader.close();
  await evictDurableObject(story.stub);
  const { userId, stub } = story;
  return {
    stub,
    start: async () => unwrap(fileStartSchema, await stub.exportStart(userId)),
    readTree: async (after: string) => unwrap(treePageSchema, await stub.exportTree(userId, after)),
    readPath: async (leafId: string | null, after: number) =>
      unwrap(pathTextSchema, await stub.exportPath(userId, { leafId, after })),
  };
}

type Page<Place> = { messages: { messageId: string }[]; next: Place | null };

/** The ids on a page and on all that follow it. */
async function readIds<Place>(
  page: Page<Place>,
  turn: (at: Place) => Promise<Page<Place>>,
): Promise<string[]> {
  const ids = page.messages.map(({ messageId }) => messageId);
  return page.next === null ? ids : [...ids, ...(await readIds(await turn(page.next), turn))];
}

it("a long story is given whole, in pages that are bounded by their text, as a tree and as a path", async () => {
  const long = "x".repeat(50_000);
  const { stub, start, readTree, readPath } = await aLongStory(
    450,
    Array.from({ length: 30 }, () => long),
  );
  const begun = await start();
  expect(begun.messages).toHaveLength(10);
  expect(begun.stretches).toEqual([{ leafId: "m450", after: 0, length: 450, name: null, turnName: null }]);
  const all = Array.from({ length: 450 }, (_, index) => `m${index + 1}`);
  expect(await readIds(begun, readTree)).toEqual(all);
  const path = await readPath(null, 0);
  expect(path.leafId).toBe("m450");
  expect(await readIds(path, (after) => readPath("m450", after))).toEqual(all);
  await expect(readPath("elsewhere", 0)).rejects.toThrow("Not found.");
  // The last message of a page was deleted for good before the next one is asked for.
  await expect(readTree("elsewhere")).rejects.toThrow("Not found.");
  const refused = { ok: false, code: "NOT_FOUND" };
  expect(await stub.exportStart("somebody else")).toMatchObject(refused);
  expect(await stub.exportTree("somebody else", "m1")).toMatchObject(refused);
  expect(await stub.exportPath("somebody else", { leafId: null, after: 0 })).toMatchObject(refused);
});

it("a path with a name is given from where it parts, with the name of the passage there", async () => {
  const { stub, start } = await aLongStory(6);
  await inStorage(stub, (storage) => {
    const { tree } = openTree(storage);
    const content = { content: "Another third.", status: "complete" } as const;
    const { id: parentId } = tree.append({ ...content, parentId: "m2", role: "assistant" });
    tree.append({ ...content, id: "v4", parentId, role: "user" });
    storage.sql.exec("INSERT INTO paths VALUES ('v4', 'What Mara kept'), ('m4', 'Half way')");
    storage.sql.exec("UPDATE messages SET heading = 'The lamp' WHERE id = 'm2'");
  });
  expect((await start()).stretches).toEqual([
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
