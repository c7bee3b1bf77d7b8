import { env } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { CharacterRecord } from "#domain/character.ts";
import type { ChatRecord } from "#domain/chat.ts";
import { createId } from "#domain/ids.ts";
import type { LorebookRecord } from "#domain/lore.ts";
import type { Message } from "#domain/message.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import { type ExportedConversation, toConversationFiles } from "#workers/data-export/conversation-files.ts";
import { zipFiles } from "#workers/data-export/zip.ts";
import { OWNED_ELSEWHERE, OWNED_TABLES } from "#workers/db/belongings.ts";
import { replyScript } from "../../fakes/reply-script.ts";
import { siteWithImages, TestSite } from "../helpers/site.ts";

const STORY = {
  title: "The Ninth Signal",
  genre: "Mystery",
  character: "A relief operator",
  description: "A voice on the harbour radio reads out the name of a boat that was lost years ago.",
};

async function unzip(response: Response) {
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
}

async function unpack(response: Response): Promise<Record<string, string>> {
  const files = await unzip(response);
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
    revision: 1,
    versions: {
      index: 1,
      count: 1,
      previousId: null,
      nextId: null,
      previousRevision: null,
      nextRevision: null,
    },
    metadata: { analysis: null, model: null },
  };
}

/** A conversation of `count` messages that is read in pages, backwards. */
function conversationOf(count: number, onRead: () => void = () => undefined): ExportedConversation {
  const all = Array.from({ length: count }, (_, index) => message(index));
  return {
    folder: "stories",
    name: "long",
    facts: { title: "Long" },
    title: "Long",
    description: "",
    speakers: { user: "You", assistant: null },
    pictures: new Map(),
    readPage: async ({ part, cursor, limit }) => {
      onRead();
      if (part === "others") return { messages: [], next: null };
      const end = cursor === null ? count : Number(cursor.slice(1));
      const start = Math.max(0, end - limit);
      const place = { messageId: "m7", offset: 3, at: 1 };
      return { place, messages: all.slice(start, end), next: start === 0 ? null : `m${start}` };
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

  it("has portraits, a chat with its pictures and all its versions, and what is recently deleted", async () => {
    const person = await siteWithImages().consented();
    const post = async <Answer>(path: string, body: unknown = {}): Promise<Answer> => {
      const response = await person.send("POST", path, body);
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.json();
    };
    const mara = { name: "Mara Voss", description: "She keeps the radio of a lighthouse." };
    const { characterId } = await post<CharacterRecord>("/api/characters", mara);
    const portrait = `/api/images/character/${characterId}`;
    const { metadata } = await post<CharacterRecord>(portrait, { style: "watercolor" });
    const { chatId } = await post<ChatRecord>("/api/character-chats", { characterId });
    const path = `/api/character-chats/${chatId}`;
    const first = await post<Message>(`${path}/messages`, {
      content: replyScript({ id: createId(), text: "*She lifts the lamp.* [Dark], she says." }, "Look!"),
    });
    await post(`${path}/regenerate`);
    type Picture = { generatedImage: { url: string } };
    const { generatedImage } = await post<Picture>(`${path}/picture`);
    const shown = generatedImage.url.split("/").at(-1);

    const archive = () => person.get(`/api/users/${person.sub}/data`);
    const whole = await unzip(await archive());

    const chat = "chats/0001-Chat-with-Mara-Voss";
    const character = "characters/0002-Mara-Voss";
    const textOf = (name: string) => strFromU8(whole[name] ?? new Uint8Array());
    const json = JSON.parse(textOf(`${chat}.json`));
    expect(json.messages).toHaveLength(2);
    expect(json.messages[1]).toMatchObject({ versions: { index: 2, count: 2 } });
    expect(json.otherVersions).toMatchObject([{ messageId: first.messageId, versions: { index: 1 } }]);
    const markdown = textOf(`${chat}.md`);
    const picture = `0001-Chat-with-Mara-Voss-pictures/${shown}.webp`;
    expect(markdown).toContain("**Mara Voss:** *She lifts the lamp.* [Dark], she says.\n\n");
    expect(markdown).toContain(`![She lifts the lamp. Dark , she says.](${picture})`);
    expect(markdown).toMatch(/## Other versions\n\n.*\n\n### .* version 1 of 2\n\n\*\*Mara Voss:\*\*/);
    const served = async (url = "") => new Uint8Array(await (await person.get(url)).arrayBuffer());
    expect(whole[`chats/${picture}`]).toEqual(await served(generatedImage.url));
    const { url } = metadata.images.primary ?? {};
    const portraitFile = Object.keys(whole).find((name) => /^characters\/.*\.webp$/.test(name));
    expect(portraitFile).toMatch(`${character}.`);
    expect(whole[portraitFile ?? ""]).toEqual(await served(url));

    const { storyId } = await post<StoryRecord>("/api/stories", STORY);
    const { lorebookId } = await post<LorebookRecord>("/api/lorebooks", { name: "The coast" });
    const entry = { name: "The lamp room", text: "Nobody has keys to it.", keys: ["lamp room"] };
    await post(`/api/lorebooks/${lorebookId}/entries`, entry);
    const entries = new Set(Object.keys(await unpack(await archive())).map((name) => name.split("/")[0]));
    for (const { exported } of [...OWNED_TABLES, ...OWNED_ELSEWHERE]) {
      if ("as" in exported) expect(entries).toContain(exported.as);
    }
    const lorebook = `/api/lorebooks/${lorebookId}`;
    for (const gone of [`/api/stories/${storyId}`, path, `/api/characters/${characterId}`, lorebook]) {
      expect((await person.send("DELETE", gone)).ok).toBe(true);
    }
    const rest = await unpack(await archive());

    expect(Object.keys(rest).filter((name) => name.includes("/"))).toEqual([
      "recently-deleted/stories/0001-The-Ninth-Signal.json",
      "recently-deleted/stories/0001-The-Ninth-Signal.md",
      "recently-deleted/chats/0002-Chat-with-Mara-Voss.json",
      "recently-deleted/chats/0002-Chat-with-Mara-Voss.md",
      `recently-deleted/chats/0002-Chat-with-Mara-Voss-pictures/${shown}.webp`,
      "recently-deleted/characters/0003-Mara-Voss.json",
      "recently-deleted/characters/0003-Mara-Voss.webp",
      "recently-deleted/lorebooks/0004-The-coast.json",
    ]);
    const deleted = JSON.parse(rest["recently-deleted/chats/0002-Chat-with-Mara-Voss.json"] ?? "");
    expect(deleted).toMatchObject({ chatId, deletedAt: expect.any(String), goneAt: expect.any(String) });
    expect(deleted.messages).toEqual(json.messages);
    expect(rest["README.md"]).toContain("recently-deleted/");
  });

  it("of another person's object is refused by the object itself", async () => {
    const storyId = createId();
    const stub = env.STORY.get(env.STORY.idFromName(storyId));
    await stub.close({ conversationId: storyId, userId: "auth0|owner" });
    const request = { part: "read", cursor: null, limit: 10 } as const;

    expect(await stub.exportPage("auth0|another", request)).toBeNull();
    expect(await stub.exportPage("auth0|owner", request)).toMatchObject({ messages: [], place: null });
  });

  it("has every message of a long conversation in its order", async () => {
    const stream = zipFiles(toConversationFiles(conversationOf(1234)));

    const files = await unpack(new Response(stream));

    const { messages, readingPlace } = JSON.parse(files["stories/long.json"] ?? "");
    expect(readingPlace).toEqual({ messageId: "m7", offset: 3, at: 1 });
    expect(messages.map(({ content }: Message) => content)).toEqual(
      Array.from({ length: 1234 }, (_, index) => `Text ${index}`),
    );
    expect(files["stories/long.md"]).toContain("Text 0\n\n**You:** Text 1\n\nText 2\n\n");
  });

  it("is read only as far as the client downloads", async () => {
    let reads = 0;
    async function* many() {
      for (let story = 0; story < 500; story += 1)
        yield* toConversationFiles(conversationOf(10, () => (reads += 1)));
    }
    const reader = zipFiles(many()).getReader();

    for (let chunks = 0; chunks < 20; chunks += 1) await reader.read();

    expect(reads).toBeLessThan(60);
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

  it("breaks off if something can't be read, so that it does not look complete", async () => {
    async function* broken() {
      yield* toConversationFiles(conversationOf(3));
      throw new Error("an object is away");
    }

    await expect(new Response(zipFiles(broken())).arrayBuffer()).rejects.toThrow("an object is away");
  });
});
