import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { type TreeEnd, toTreeMessage } from "#domain/incoming-tree.ts";
import { type NewConversation, TreeWriter } from "#workers/conversations/tree-writer.ts";
import { stories } from "#workers/db/schema/index.ts";
import { findStory } from "#workers/stories/store.ts";
import { aStory, messagesOf, toStoryRow } from "../../durable-objects/story-reader.ts";
import { db, shardOf } from "../helpers/databases.ts";

const MESSAGES = [null, 0, 1].map((parent) =>
  toTreeMessage({ content: "It rained.", parent, role: "assistant", timestamp: "2024-05-01T10:00:00.000Z" }),
);
const END: TreeEnd = { count: 3, head: 2, pathNames: [], notes: {}, exchangeCount: 0 };

/** A person, and a writer of new stories for them. */
async function aWriter(tier: "free" | "premium" = "premium") {
  const { userId: id } = await aStory({ tier });
  if (tier === "free") await db.delete(stories).where(eq(stories.userId, id));
  const objects = { story: env.STORY, "character-chat": env.CHARACTER_CHAT };
  const writer = new TreeWriter({ db, shard: await shardOf(id), objects, now: () => new Date() });
  const aNew = (): NewConversation => ({ kind: "story", row: toStoryRow(id, { title: "Brought in" }) });
  const isSeen = async ({ row }: NewConversation) => (await findStory(db, id, row.id)).length === 1;
  return { owner: { id, tier }, writer, aNew, isSeen };
}

/** All steps. What fails leaves nothing. */
async function writeAll(
  writer: TreeWriter,
  owner: Parameters<TreeWriter["begin"]>[0],
  conversation: NewConversation,
): Promise<void> {
  await writer.begin(owner, conversation);
  try {
    await writer.write(conversation, { first: 0, messages: MESSAGES });
    await writer.end(owner, conversation, END);
  } catch (error) {
    await writer.discard(conversation);
    throw error;
  }
}

function objectOf({ row }: NewConversation) {
  return env.STORY.get(env.STORY.idFromName(row.id));
}

it("what its owner has deleted since is not brought back by a repeated end", async () => {
  const { owner, writer, aNew, isSeen } = await aWriter();
  const story = aNew();
  await writeAll(writer, owner, story);
  const deletedAt = new Date().toISOString();
  await db.update(stories).set({ deletedAt }).where(eq(stories.id, story.row.id));
  await writer.end(owner, story, END);
  await writer.discard(story);
  expect(await isSeen(story)).toBe(false);
  expect(await messagesOf(objectOf(story))).toHaveLength(3);
});

it("a tree for which the room was taken in between was seen by nobody, leaves nothing, and can come again at once", async () => {
  const { owner, writer, aNew, isSeen } = await aWriter("free");
  const [story, other] = [aNew(), aNew()];
  await writer.begin(owner, story);
  await writer.write(story, { first: 0, messages: MESSAGES });
  expect([await isSeen(story), await messagesOf(objectOf(story))]).toEqual([false, []]);
  await writeAll(writer, owner, other);
  await expect(writeAll(writer, owner, story)).rejects.toMatchObject({
    code: "STORY_LIMIT_EXCEEDED",
  });
  expect([await isSeen(story), await messagesOf(objectOf(story))]).toEqual([false, []]);
  await db.update(stories).set({ status: "archived" }).where(eq(stories.id, other.row.id));
  await writeAll(writer, owner, story);
  expect([await isSeen(story), (await messagesOf(objectOf(story))).length]).toEqual([true, 3]);
});
