import { env } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { CharacterRecord } from "#domain/character.ts";
import { createId } from "#domain/ids.ts";
import type { LorebookRecord } from "#domain/lore.ts";
import { STORY_LIMITS } from "#domain/rate-limits.ts";
import { ALL_PATHS, type ExportSizes } from "#domain/story-export.ts";
import { storyFileSchema } from "#domain/story-file.ts";
import { OWNED_ELSEWHERE, OWNED_TABLES } from "#workers/db/account-data.ts";
import { openBook } from "#workers/exports/conversation-text.ts";
import { listNameWords } from "#workers/exports/library.ts";
import { writeMarkdown } from "#workers/exports/text-files.ts";
import { type ArchiveFile, zipFiles } from "#workers/zip/write-zip.ts";
import { replyScript } from "../../fakes/reply-script.ts";
import { takeStory } from "../../fakes/taken-story.ts";
import { type Around, watchBindings } from "../../harness/watched-bindings.ts";
import { createCharacter, createChat, MARA, say } from "../characters/people.ts";
import { PayingSite } from "../helpers/billing.ts";
import { queryRows } from "../helpers/databases.ts";
import { bringIn } from "../helpers/forms.ts";
import { type Person, siteWithImages, TestSite } from "../helpers/site.ts";
import { beginStory, onPremium } from "../helpers/stories.ts";

const TITLED = { title: "The Ninth Signal" };

/** English of which no piece repeats another, for a file that is packed. */
const PROSE = Object.values(
  import.meta.glob<string>("/docs/**/*.md", { query: "?raw", import: "default", eager: true }),
).flatMap((page) => page.match(/[A-Z][^.|`*#\n]{40,}\./g) ?? []);

const [WRANGLER_TOML = ""] = Object.values(
  import.meta.glob<string>("/wrangler.toml", { query: "?raw", import: "default", eager: true }),
);

async function unzip(response: Response) {
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
}

async function unpack(response: Response): Promise<Record<string, string>> {
  const files = await unzip(response);
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
}

/** A chat of SillyTavern's, whose second message is the person's. */
function toChat(texts: string[]): string {
  const toLine = (mes: string, index: number) => ({ name: "Mara", is_user: index % 2 === 1, mes });
  return texts.map((text, index) => JSON.stringify(toLine(text, index))).join("\n");
}

it("the name of a file has the whole words of its title, in every script", () => {
  expect(listNameWords("हिन्दी: कहानी 2")).toEqual(["हिन्दी", "कहानी", "2"]);
});

describe("the archive of somebody's data", () => {
  it("has their account, consents, feedback, Sparks, stories and characters, and nobody else's", async () => {
    const site = new TestSite();
    const stranger = await site.consented();
    await beginStory(stranger, { title: "A stranger's story" });
    const browser = await site.consented({ name: "Ada Lovelace" });
    await beginStory(browser, TITLED);
    await createCharacter(browser);
    await browser.send("POST", "/api/feedback", { feedback: "I like the lighthouse." });

    const response = await browser.get(`/api/users/${browser.sub}/library-export`);

    expect(response.headers.get("Content-Type")).toBe("application/zip");
    expect(response.headers.get("Content-Disposition")).toBe(
      "attachment; filename=\"talespark-library.zip\"; filename*=UTF-8''talespark-library.zip",
    );
    const files = await unpack(response);
    expect(Object.keys(files)).toEqual([
      "README.md",
      "account.json",
      "subscription.json",
      "consents.json",
      "feedback.json",
      "shares.json",
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
      format: "talespark-story",
      title: "The Ninth Signal",
      settings: { kind: "story", genre: "Mystery" },
      messages: [],
    });
    expect(files["stories/0001-The-Ninth-Signal.md"]).toMatch(/^# The Ninth Signal\n\n\*A voice on/);
    expect(Object.values(files).join("")).not.toContain("stranger");
  });

  it("goes on without a chat that is purged while it is written", async () => {
    const site = new TestSite();
    const person = await onPremium(site);
    await createChat(person);
    const goes = await createChat(person);
    await say(person, goes.chatId, "Hello"); // comes last
    const around: Around = async (name, call) => {
      if (name.includes("exportStart"))
        await queryRows("DELETE FROM character_chats WHERE id = ?", goes.chatId);
      return call();
    };
    const watched = new TestSite({
      ...site.env,
      ...watchBindings({ CHARACTER_CHAT: env.CHARACTER_CHAT }, around),
    });
    const browser = watched.browser(person.cookies);
    const files = await unpack(await browser.get(`/api/users/${person.sub}/library-export`));
    const chats = Object.keys(files).filter((path) => /^chats\/.*\.json$/u.test(path));
    expect(chats).toHaveLength(1);
    expect(files[chats[0] ?? ""]).not.toContain("Hello");
  });

  it("has portraits, a chat with its pictures and all its versions, and what is recently deleted", async () => {
    const person = await siteWithImages().consented();
    const { characterId } = await createCharacter(person);
    const portrait = `/api/images/character/${characterId}`;
    const { metadata } = await person.post<CharacterRecord>(portrait, { style: "watercolor" });
    const { chatId } = await createChat(person, { characterId });
    const path = `/api/character-chats/${chatId}`;
    const script = { id: createId(), text: "*She lifts the lamp.* [Dark], she says." };
    const first = await say(person, chatId, replyScript(script, "Look!"));
    await person.post(`${path}/regenerate`);
    type Picture = { generatedImage: { url: string } };
    const { generatedImage } = await person.post<Picture>(`${path}/picture`);
    const shown = generatedImage.url.split("/").at(-1);

    const archive = () => person.get(`/api/users/${person.sub}/library-export`);
    const whole = await unzip(await archive());

    const chat = "chats/0001-Chat-with-Mara-Voss";
    const character = "characters/0002-Mara-Voss";
    const textOf = (name: string) => strFromU8(whole[name] ?? new Uint8Array());
    const picture = `0001-Chat-with-Mara-Voss-pictures/${shown}.webp`;
    const json = v.parse(storyFileSchema, JSON.parse(textOf(`${chat}.json`)));
    expect(json.messages).toMatchObject([
      { role: "user" },
      { messageId: first.messageId, version: 1, picture: null },
      { version: 2, picture: { file: picture } },
    ]);
    expect(json.openLeafId).toBe(json.messages[2]?.messageId);
    expect(textOf(`${chat}.md`)).toContain(`](${picture})`);
    expect(json.settings).toMatchObject({
      character: { portrait: "0001-Chat-with-Mara-Voss-pictures/portrait.webp" },
    });
    expect(whole["chats/0001-Chat-with-Mara-Voss-pictures/portrait.webp"]).toBeDefined();
    const served = async (url = "") => new Uint8Array(await (await person.get(url)).arrayBuffer());
    expect(whole[`chats/${picture}`]).toEqual(await served(generatedImage.url));
    const { url } = metadata.images.primary ?? {};
    const portraitFile = Object.keys(whole).find((name) => /^characters\/.*\.webp$/.test(name));
    expect(portraitFile).toMatch(`${character}.`);
    expect(whole[portraitFile ?? ""]).toEqual(await served(url));

    const book = await person.get(`${path}/export?format=epub&author=Ada&path=all`);
    expect(book.headers.get("Content-Type")).toBe("application/epub+zip");
    const pages = await unzip(book);
    expect(Object.keys(pages)[0]).toBe("mimetype");
    const sizes = await person.read<ExportSizes>(`${path}/export/sizes`);
    expect(sizes).toMatchObject({ pathCount: 2, hasEpub: true, open: { passages: 2 }, all: { passages: 3 } });
    const bytes = [whole[`chats/${picture}`], whole[portraitFile ?? ""]].map((file) => file?.length ?? 0);
    expect(sizes.open.epub).toBeGreaterThan(bytes.reduce((sum, one) => sum + one));
    const [jpeg] = Object.entries(pages).filter(([file]) => file.startsWith("EPUB/pictures/"));
    expect(jpeg?.[1].slice(0, 3)).toEqual(new Uint8Array([0xff, 0xd8, 0xff]));
    expect(pages["EPUB/cover.jpg"]?.slice(0, 3)).toEqual(new Uint8Array([0xff, 0xd8, 0xff]));
    expect(strFromU8(pages["EPUB/book.opf"] ?? new Uint8Array())).toContain("<dc:creator>Ada</dc:creator>");

    const { storyId } = await beginStory(person, TITLED);
    const { lorebookId } = await person.post<LorebookRecord>("/api/lorebooks", { name: "The coast" });
    const entry = { name: "The lamp room", text: "Nobody has keys to it.", keys: ["lamp room"] };
    await person.post(`/api/lorebooks/${lorebookId}/entries`, entry);
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
      "recently-deleted/chats/0002-Chat-with-Mara-Voss-pictures/portrait.webp",
      `recently-deleted/chats/0002-Chat-with-Mara-Voss-pictures/${shown}.webp`,
      "recently-deleted/characters/0003-Mara-Voss.json",
      "recently-deleted/characters/0003-Mara-Voss.webp",
      "recently-deleted/lorebooks/0004-The-coast.json",
    ]);
    const deleted = JSON.parse(rest["recently-deleted/chats/0002-Chat-with-Mara-Voss.json"] ?? "");
    expect(deleted).toMatchObject({ title: "Chat with Mara Voss", goneAt: expect.any(String) });
    expect(deleted.messages[1]).toEqual(json.messages[1]);
    expect(rest["README.md"]).toContain("recently-deleted/");
  });

  it("a book is for Premium where plans can be bought, the rest for everybody", async () => {
    const site = new PayingSite();
    const [free, member] = [await site.consented(), await site.premiumMember()];
    const answers = async (person: Person) => {
      const { storyId } = await beginStory(person, TITLED);
      const ask = (query: string) => person.get(`/api/stories/${storyId}/export?${query}`);
      const all = await Promise.all(
        ["epub", "markdown", "text", "json"].map((format) => ask(`format=${format}`)),
      );
      expect((await ask(`format=text&path=${createId()}`)).status).toBe(404);
      return all.map(({ status }) => status);
    };

    expect(await answers(free)).toEqual([402, 200, 200, 200]);
    expect(await answers(member)).toEqual([200, 200, 200, 200]);
  });

  it("says before about how large each file is, of the open path and of all, without reading a text", async () => {
    const person = await onPremium();
    const half = PROSE.length >> 1;
    const { report } = await bringIn(person, {
      "one.jsonl": toChat(PROSE.slice(0, half)),
      "other.jsonl": toChat([...PROSE.slice(0, half >> 1), ...PROSE.slice(half)]),
    });
    const story = `/api/stories/${report.conversations[0]?.id}`;

    const sizes = await person.read<ExportSizes>(`${story}/export/sizes`);

    expect(sizes).toMatchObject({ pathCount: 2, open: { passages: expect.any(Number) } });
    expect(sizes.all.passages).toBe(PROSE.length);
    const told = {
      "epub&path=all": sizes.all.epub,
      epub: sizes.open.epub,
      "text&path=all": sizes.all.text,
      text: sizes.open.text,
      markdown: sizes.open.text,
      json: sizes.json,
    };
    for (const [choice, about] of Object.entries(told)) {
      const { byteLength } = await (await person.get(`${story}/export?format=${choice}`)).arrayBuffer();
      expect(about / byteLength, choice).toBeGreaterThan(0.8);
      expect(about / byteLength, choice).toBeLessThan(1.25);
    }
    expect((await (await new TestSite().consented()).get(`${story}/export/sizes`)).status).toBe(404);
  });

  it.each([
    {
      folder: "lorebooks",
      create: async (person: Person, name: string) =>
        `/api/lorebooks/${(await person.post<LorebookRecord>("/api/lorebooks", { name })).lorebookId}`,
    },
    {
      folder: "characters",
      create: async (person: Person, name: string) =>
        `/api/characters/${(await createCharacter(person, { ...MARA, name })).characterId}`,
    },
    {
      folder: "chats",
      create: async (person: Person, title: string, characterId: string) =>
        `/api/character-chats/${(await createChat(person, { characterId, title })).chatId}`,
    },
  ])("has all $folder, also those that change while it is read", async ({ folder, create }) => {
    const person = await onPremium();
    const { characterId } = await createCharacter(person);
    const paths: string[] = [];
    for (let at = 0; at < 51; at += 1) paths.push(await create(person, `Name ${at}`, characterId));
    const archive = await person.get(`/api/users/${person.sub}/library-export`);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let changing = [paths.at(0), paths.at(-1)];
    for await (const chunk of archive.body ?? []) {
      chunks.push(new Uint8Array(chunk));
      if (!strFromU8(chunk, true).includes(`${folder}/0`)) continue;
      // The first page of them is read by now.
      for (const path of changing)
        expect((await person.send("PATCH", path ?? "", { description: "It has changed." })).ok).toBe(true);
      changing = [];
    }
    const files = await unzip(new Response(new Blob(chunks)));
    const named = Object.keys(files).filter((path) => path.startsWith(`${folder}/`));
    const numbers = named.flatMap((path) => /Name-(\d+)\.json$/.exec(path)?.[1] ?? []);
    expect(changing).toEqual([]);
    expect(new Set(numbers).size).toBe(51);
  });

  it("takes no more calls than the platform allows a request in production, with as much as one person may have", async () => {
    let calls = 0;
    const { DB, KV, PORTRAITS, STORY, CHARACTER_CHAT } = env;
    const counted = watchBindings({ DB, KV, PORTRAITS, STORY, CHARACTER_CHAT }, (_, call) => {
      calls += 1;
      return call();
    });
    const person = await onPremium(new TestSite(counted));
    const takeAll = async () => {
      calls = 0;
      await (await person.get(`/api/users/${person.sub}/library-export`)).arrayBuffer();
      return calls;
    };
    const before = await takeAll();
    await beginStory(person);
    await createChat(person);
    await person.post<LorebookRecord>("/api/lorebooks", { name: "The coast" });

    const callsOfEach = (await takeAll()) - before;

    const [, allowed = ""] = /^subrequests = ([\d_]+)$/m.exec(WRANGLER_TOML) ?? [];
    expect(before + callsOfEach * STORY_LIMITS.total).toBeLessThan(Number(allowed.replaceAll("_", "")));
  });

  it("is read only as far as the client downloads", async () => {
    let reads = 0;
    async function* many(): AsyncGenerator<ArchiveFile> {
      for (let story = 0; story < 500; story += 1) {
        const taken = takeStory({ messages: 10, seed: story, onRead: () => (reads += 1) });
        yield { path: `${story}.md`, pieces: writeMarkdown(taken, await openBook(taken, ALL_PATHS)) };
      }
    }
    const reader = zipFiles(many()).getReader();

    for (let chunks = 0; chunks < 20; chunks += 1) await reader.read();

    expect(reads).toBeLessThan(60);
    await reader.cancel();
  });

  it("breaks off if something can't be read, so that it does not look complete", async () => {
    async function* broken(): AsyncGenerator<ArchiveFile> {
      const taken = takeStory({ messages: 3, seed: 1 });
      yield { path: "1.md", pieces: writeMarkdown(taken, await openBook(taken, null)) };
      throw new Error("an object is away");
    }

    await expect(new Response(zipFiles(broken())).arrayBuffer()).rejects.toThrow("an object is away");
  });
});
