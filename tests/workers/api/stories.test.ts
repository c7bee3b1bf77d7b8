import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { readCharges } from "#tests/workers/helpers/billing.ts";
import { db } from "#tests/workers/helpers/databases.ts";
import { scriptedModels, TestSite } from "#tests/workers/helpers/site.ts";
import { beginStory, joinStory, onPremium } from "#tests/workers/helpers/stories.ts";
import { stories } from "#workers/db/schema/index.ts";

it("GET /api/users/{userId}/chats lists the stories, with the last projected message if messages are requested", async () => {
  const browser = await onPremium(new TestSite());
  const quiet = await beginStory(browser, { title: "Quiet" });
  const { storyId } = await beginStory(browser, { title: "Told" });
  const told = {
    lastMessageId: "m1",
    lastMessageRole: "assistant",
    lastMessage: "The boat came home.",
  } as const;
  await db.update(stories).set(told).where(eq(stories.id, storyId));

  const path = `/api/users/${browser.sub}/chats`;
  const bare = await browser.read<Record<string, unknown>[]>(path);
  const full = await browser.read<{ chatId: string; messages: unknown[] }[]>(
    `${path}?include_messages=true&type=story`,
  );

  expect(bare).toHaveLength(2);
  expect(bare[0]).not.toHaveProperty("messages");
  expect(bare.find(({ chatId }) => chatId === storyId)).toMatchObject({
    title: "Told",
    status: "active",
    metadata: { ...told, genre: "Mystery" },
  });
  expect(full.find(({ chatId }) => chatId === quiet.storyId)?.messages).toEqual([]);
  expect(full.find(({ chatId }) => chatId === storyId)?.messages).toEqual([
    expect.objectContaining({ content: "The boat came home." }),
  ]);
});

it("/api/stories/{id}/suggestion returns a suggestion for a POST; GET and the story have only one that is shown already", async () => {
  const owner = await new TestSite(scriptedModels()).consented();
  const { storyId } = await beginStory(owner);
  const reader = await joinStory(owner, storyId);
  reader.askForOpening();
  await reader.next("stream-complete");

  const path = `/api/stories/${storyId}/suggestion`;
  const expectShown = async (suggestion: string | null) => {
    expect(await owner.read(path)).toEqual({ suggestion });
    const page = await owner.read(`/api/stories/${storyId}/messages?include_story_info=true`);
    expect(page).toMatchObject({ messages: [{}], story: { suggestedInput: suggestion } });
    const charges = await readCharges(owner.sub, "suggestion");
    expect(charges).toHaveLength(suggestion === null ? 0 : 1);
  };
  await expectShown(null);
  expect(await owner.post(path)).toEqual({ suggestion: "A quiet moment." });
  await expectShown("A quiet moment.");
  expect(await owner.read(`/api/stories/${storyId}`)).toMatchObject({ suggestedInput: "A quiet moment." });
  reader.close();
});
