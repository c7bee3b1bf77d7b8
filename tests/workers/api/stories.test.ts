import { describe, expect, inject, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { d1 } from "#tests/workers/helpers/databases.ts";
import { TestSite } from "#tests/workers/helpers/site.ts";
import { beginStory, joinStory, onPremium } from "#tests/workers/helpers/stories.ts";

describe("GET /api/users/{userId}/chats", () => {
  it("lists the stories, with the last projected message if messages are requested", async () => {
    const browser = await onPremium(new TestSite());
    const quiet = await beginStory(browser, { title: "Quiet" });
    const told = await beginStory(browser, { title: "Told" });
    await d1
      .prepare(
        "UPDATE stories SET last_message_id = 'm1', last_message_role = 'assistant', last_message = 'The boat came home.' WHERE id = ?",
      )
      .bind(told.storyId)
      .run();

    const path = `/api/users/${browser.sub}/chats`;
    const bare = await browser.read<Record<string, unknown>[]>(path);
    const full = await browser.read<{ chatId: string; messages: unknown[] }[]>(
      `${path}?include_messages=true&type=story`,
    );

    expect(bare).toHaveLength(2);
    expect(bare[0]).not.toHaveProperty("messages");
    expect(bare.find(({ chatId }) => chatId === told.storyId)).toMatchObject({
      title: "Told",
      status: "active",
      metadata: {
        lastMessageId: "m1",
        lastMessageRole: "assistant",
        lastMessage: "The boat came home.",
        genre: "Mystery",
      },
    });
    expect(full.find(({ chatId }) => chatId === quiet.storyId)?.messages).toEqual([]);
    expect(full.find(({ chatId }) => chatId === told.storyId)?.messages).toEqual([
      expect.objectContaining({ content: "The boat came home." }),
    ]);
  });
});

describe("/api/stories/{id}/suggestion", () => {
  it("returns a suggestion to its owner only, for a POST; GET returns only one that is shown already", async () => {
    const site = new TestSite({ AI_BASE_URL: `${inject("modelUrl")}/v1`, AI_MODEL: "scripted" });
    const owner = await site.consented();
    const { storyId } = await beginStory(owner);
    const early = await owner.send("POST", `/api/stories/${storyId}/suggestion`);
    expect([early.status, (await early.json<{ code: string }>()).code]).toEqual([409, "NOT_BEGUN"]);
    const reader = await joinStory(owner, storyId);
    reader.send({ type: "stream-continue", requestId: createId(), storyId, isInitialContinue: true });
    await reader.next("stream-complete");

    const path = `/api/stories/${storyId}/suggestion`;
    const countSuggestions = async () => {
      const query = "SELECT count(*) AS count FROM spark_ledger WHERE user_id = ? AND purpose = 'suggestion'";
      return d1.prepare(query).bind(owner.sub).first("count");
    };
    const before = await owner.get(path);
    expect(before.status).toBe(200);
    expect(await before.json()).toEqual({ suggestion: null });
    const suggestedInput = async () => {
      const { messages, story } = await owner.read<{
        messages: unknown[];
        story: { suggestedInput: string | null };
      }>(`/api/stories/${storyId}/messages?include_story_info=true`);
      expect(messages).toHaveLength(1);
      return story.suggestedInput;
    };
    expect(await suggestedInput()).toBeNull();
    expect(await countSuggestions()).toBe(0);

    const asked = await owner.send("POST", path);
    expect(asked.status).toBe(200);
    expect(await asked.json()).toEqual({ suggestion: "A quiet moment." });
    expect(await owner.read(path)).toEqual({ suggestion: "A quiet moment." });
    expect(await suggestedInput()).toBe("A quiet moment.");
    expect(await owner.read(`/api/stories/${storyId}`)).toMatchObject({
      suggestedInput: "A quiet moment.",
    });
    expect(await countSuggestions()).toBe(1);

    const other = await site.consented();
    for (const method of ["GET", "POST"]) {
      expect((await other.send(method, path)).status).toBe(404);
      expect((await site.fetch(path, { method })).status).toBe(401);
    }
    reader.close();
  });
});
