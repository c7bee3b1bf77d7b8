import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { cutIntoPieces, type TreeEnd, type TreeMessage, toTreeMessage } from "#domain/incoming-tree.ts";
import { type NewConversation, TreeWriter } from "#workers/conversations/tree-writer.ts";
import { stories } from "#workers/db/schema/index.ts";
import { findStory } from "#workers/stories/store.ts";
import { aStory, messagesOf, toStoryRow } from "../../durable-objects/story-reader.ts";
import { db, shardOf } from "../helpers/databases.ts";

const END: Omit<TreeEnd, "count"> = { head: 0, pathNames: [], notes: {}, exchangeCount: 0 };

/** A path of that length. */
function aPath(length: number): TreeMessage[] {
  return Array.from({ length }, (_, index) =>
    toTreeMessage({
      content: `${index}: it rained.`,
      parent: index === 0 ? null : index - 1,
      role: index % 2 === 0 ? "assistant" : "user",
      timestamp: "2024-05-01T10:00:00.000Z",
    }),
  );
}

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
  messages: readonly TreeMessage[],
  end: TreeEnd,
): Promise<void> {
  if ((await writer.begin(owner, conversation)) === "whole") return;
  try {
    for (const piece of cutIntoPieces(messages)) await writer.write(conversation, piece);
    await writer.end(owner, conversation, end);
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
  const end = { ...END, count: 2, head: 1 };
  await writeAll(writer, owner, story, aPath(2), end);
  const deletedAt = new Date().toISOString();
  await db.update(stories).set({ deletedAt }).where(eq(stories.id, story.row.id));
  await writer.end(owner, story, end);
  await writer.discard(story);
  expect(await isSeen(story)).toBe(false);
  expect(await messagesOf(objectOf(story))).toHaveLength(2);
});

it("a tree for which the room was taken in between was seen by nobody, leaves nothing, and can come again at once", async () => {
  const { owner, writer, aNew, isSeen } = await aWriter("free");
  const [story, other] = [aNew(), aNew()];
  const messages = aPath(3);
  const end = { ...END, count: 3, head: 2 };
  await writer.begin(owner, story);
  await writer.write(story, { first: 0, messages });
  expect([await isSeen(story), await messagesOf(objectOf(story))]).toEqual([false, []]);
  await writeAll(writer, owner, other, messages, end);
  await expect(writeAll(writer, owner, story, messages, end)).rejects.toMatchObject({
    code: "STORY_LIMIT_EXCEEDED",
  });
  expect([await isSeen(story), await messagesOf(objectOf(story))]).toEqual([false, []]);
  await db.update(stories).set({ status: "archived" }).where(eq(stories.id, other.row.id));
  await writeAll(writer, owner, story, messages, end);
  expect([await isSeen(story), (await messagesOf(objectOf(story))).length]).toEqual([true, 3]);
});
