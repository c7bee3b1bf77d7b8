import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { openObjectDatabase } from "#durable-objects/conversation/database.ts";
import { conversation, messages } from "#durable-objects/conversation/schema.ts";
import { memories } from "#durable-objects/story/schema.ts";
import { replyScript } from "../fakes/reply-script.ts";
import { anOpenStory, eventually, FILLER, fillConversation, modelRequests } from "./story-reader.ts";

const FACTS = ["FACT the key lies under the blue boat. The rain fell.", "I take the key."];

describe.concurrent("memory", () => {
  /** A story of 2,000 messages without any memory. */
  async function aLongStory() {
    const { story, reader } = await anOpenStory({ character: "An operator" });
    await fillConversation(story.stub, 2_000, FACTS);
    return { story, reader };
  }

  it("of 2,000 messages still has the first chapter's facts, and covers only messages that left the window", async () => {
    const { story, reader } = await aLongStory();
    reader.write("I look around");
    await reader.next("stream-complete");
    const stored = () =>
      runInDurableObject(story.stub, (_, state) =>
        openObjectDatabase(state.storage).db.select().from(memories).orderBy(memories.depth).all(),
      );
    let newest = 0;
    await eventually(
      async () => {
        const before = newest;
        newest = (await stored()).at(-1)?.depth ?? 0;
        expect(newest).toBeGreaterThan(1_900);
        expect(newest).toBe(before);
      },
      { timeout: 60_000, interval: 500 },
    );
    expect(newest).toBeLessThan(2_000);

    const id = createId();
    reader.write(replyScript({ id }, "I ask where the key is"));
    await reader.next("stream-complete");
    const [request] = await modelRequests(id);
    const prompt = request?.messages[0]?.content ?? "";
    expect(prompt).toContain("FACT the key lies under the blue boat.");
    const memory = prompt.slice(prompt.indexOf("<memory>"), prompt.indexOf("</memory>"));
    expect(memory.length / 4).toBeLessThan(1_200);
    const rows = await stored();
    for (const { lines } of rows) for (const line of lines) expect(line.fromId).toMatch(/^m\d+$/);
  }, 90_000);

  it("belongs to its branch: another version uses the memory from before the fork", async () => {
    const { story, reader } = await aLongStory();
    reader.write("I look around");
    await reader.next("stream-complete");
    await eventually(
      async () => {
        const rows = await runInDurableObject(story.stub, (_, state) =>
          openObjectDatabase(state.storage).db.select().from(memories).all(),
        );
        expect(rows.length).toBeGreaterThan(10);
      },
      { timeout: 30_000 },
    );
    // Selects another version of message 60: only memories up to there apply.
    await runInDurableObject(story.stub, (_, { storage }) => {
      const { db } = openObjectDatabase(storage);
      const chosen = { id: "x60", parentId: "m59", role: "user", content: "I leave." } as const;
      db.insert(messages)
        .values({ ...FILLER, ...chosen, version: 2, depth: 60 })
        .run();
      db.update(conversation).set({ headId: chosen.id }).run();
    });
    const id = createId();
    reader.write(replyScript({ id }, "I walk on"));
    await reader.next("stream-complete");
    const [request] = await modelRequests(id);
    const all = request?.messages.map(({ content }) => content).join("\n") ?? "";
    expect(all).toContain("I leave.");
    expect(all).not.toContain("Passage 61:");
    expect(all).toContain("FACT the key lies under the blue boat.");
  }, 60_000);
});
