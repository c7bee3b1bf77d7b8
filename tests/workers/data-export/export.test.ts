import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Message } from "#domain/message.ts";
import { type ExportedConversation, toConversationFiles } from "#workers/data-export/conversation-files.ts";
import { zipFiles } from "#workers/data-export/zip.ts";
import { TestSite } from "../helpers/site.ts";

const STORY = {
  title: "The Ninth Signal",
  genre: "Mystery",
  character: "A relief operator",
  description: "A voice on the harbour radio reads out the name of a boat that was lost years ago.",
};

async function unpack(response: Response): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
}

function message(index: number): Message {
  return {
    messageId: `m${index}`,
    parentId: null,
    role: index % 2 === 0 ? "assistant" : "user",
    content: `Text ${index}`,
    status: "complete",
    timestamp: "2026-01-01T00:00:00.000Z",
    versions: { index: 1, count: 1, previousId: null, nextId: null },
    metadata: { analysis: null, model: null },
  };
}

/** A conversation of `count` messages that is read in pages of 100, backwards. */
function conversationOf(count: number, onRead: () => void = () => undefined): ExportedConversation {
  const all = Array.from({ length: count }, (_, index) => message(index));
  return {
    folder: "stories",
    name: "long",
    facts: { title: "Long" },
    title: "Long",
    description: "",
    speakers: { user: "You", assistant: null },
    readPage: async ({ before, limit }) => {
      onRead();
      const end = before === null ? count : Number(before.slice(1));
      const start = Math.max(0, end - limit);
      return { messages: all.slice(start, end), before: start === 0 ? null : `m${start}` };
    },
  };
}

describe("the archive of somebody's data", () => {
  it("has their account, consents, feedback, Sparks, stories and characters, and nobody else's", async () => {
    const site = new TestSite();
    const stranger = await site.consented();
    await stranger.send("POST", "/api/stories", { ...STORY, title: "A stranger's story" });
    const browser = await site.consented({ name: "Ada Lovelace" });
    await browser.send("POST", "/api/stories", STORY);
    await browser.send("POST", "/api/characters", {
      name: "Mara Voss",
      description: "She keeps the radio of a lighthouse.",
    });
    await browser.send("POST", "/api/feedback", { feedback: "I like the lighthouse." });

    const response = await browser.get(`/api/users/${browser.sub}/data`);

    expect(response.headers.get("Content-Type")).toBe("application/zip");
    expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="talespark-data.zip"');
    const files = await unpack(response);
    expect(Object.keys(files)).toEqual([
      "README.md",
      "account.json",
      "subscription.json",
      "consents.json",
      "feedback.json",
      "sparks.json",
      "stories/0001-The-Ninth-Signal.json",
      "stories/0001-The-Ninth-Signal.md",
      "characters/0002-Mara-Voss.json",
    ]);
    expect(JSON.parse(files["account.json"] ?? "")).toMatchObject({ id: browser.sub, name: "Ada Lovelace" });
    expect(JSON.parse(files["consents.json"] ?? "")).toMatchObject([{ kind: "legal", userId: browser.sub }]);
    expect(JSON.parse(files["feedback.json"] ?? "")).toMatchObject([{ feedback: "I like the lighthouse." }]);
    expect(JSON.parse(files["sparks.json"] ?? "")).toEqual([]);
    expect(JSON.parse(files["stories/0001-The-Ninth-Signal.json"] ?? "")).toMatchObject({
      title: "The Ninth Signal",
      messages: [],
    });
    expect(files["stories/0001-The-Ninth-Signal.md"]).toMatch(/^# The Ninth Signal\n\n_A voice on/);
    expect(Object.values(files).join("")).not.toContain("stranger");
  });

  it("is its owner's alone", async () => {
    const site = new TestSite();
    const { sub } = await site.consented();
    const another = await site.consented();

    expect((await another.get(`/api/users/${sub}/data`)).status).toBe(404);
    expect((await site.fetch(`/api/users/${sub}/data`)).status).toBe(401);
  });

  it("has every message of a long conversation in its order", async () => {
    const stream = zipFiles(toConversationFiles(conversationOf(1234)));

    const files = await unpack(new Response(stream));

    const { messages } = JSON.parse(files["stories/long.json"] ?? "");
    expect(messages.map(({ content }: Message) => content)).toEqual(
      Array.from({ length: 1234 }, (_, index) => `Text ${index}`),
    );
    expect(files["stories/long.md"]).toContain("Text 0\n\n**You:** Text 1\n\nText 2\n\n");
  });

  it("is read only as far as it is taken", async () => {
    let reads = 0;
    async function* many() {
      for (let story = 0; story < 500; story += 1)
        yield* toConversationFiles(conversationOf(10, () => (reads += 1)));
    }
    const reader = zipFiles(many()).getReader();

    for (let chunks = 0; chunks < 20; chunks += 1) await reader.read();

    expect(reads).toBeLessThan(20);
    await reader.cancel();
  });

  it("of 500 stories is whole", async () => {
    async function* many() {
      for (let story = 0; story < 500; story += 1) {
        yield* toConversationFiles({ ...conversationOf(120), name: String(story) });
      }
    }

    const files = await unpack(new Response(zipFiles(many())));

    expect(Object.keys(files)).toHaveLength(1000);
    expect(files["stories/499.md"]).toContain("Text 119");
  });

  it("breaks off where something can't be read, rather than look whole", async () => {
    async function* broken() {
      yield* toConversationFiles(conversationOf(3));
      throw new Error("an object is away");
    }

    await expect(new Response(zipFiles(broken())).arrayBuffer()).rejects.toThrow("an object is away");
  });
});
