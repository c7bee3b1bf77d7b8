import { env } from "cloudflare:workers";
import { describe, expect, inject, it } from "vitest";
import { toPicturePrefix } from "#domain/chat.ts";
import { createId } from "#domain/ids.ts";
import { replyScript } from "../../fakes/reply-script.ts";
import { createCharacter, createChat, MARA, open, readerOf, say } from "../characters/people.ts";
import { d1 } from "../helpers/databases.ts";
import { type Person, siteWithImages, TestSite } from "../helpers/site.ts";

describe("a picture of a chat", () => {
  async function aTalk(person: Person) {
    const { chatId } = await createChat(person);
    const script = { text: "*She lifts the lamp.* The **harbour** is dark." };
    const reply = await say(person, chatId, replyScript(script, "Look!"));
    return { chatId, path: `/api/character-chats/${chatId}`, reply };
  }

  async function chargesOf(person: Person) {
    const { results } = await d1
      .prepare("SELECT state, sparks FROM spark_ledger WHERE user_id = ? AND purpose = 'image'")
      .bind(person.sub)
      .all();
    return results;
  }

  it("is made from the last reply, stored with it, sent to readers, and costs 5 Sparks", async () => {
    const person = await siteWithImages().consented();
    const { chatId, path, reply } = await aTalk(person);
    const { reader } = await readerOf(person, chatId);
    const made = await person.post<{ messageId: string; generatedImage: { url: string; prompt: string } }>(
      `${path}/picture`,
    );
    expect(made).toMatchObject({
      messageId: reply.messageId,
      generatedImage: { prompt: "She lifts the lamp. The harbour is dark.", kind: "ai" },
    });
    expect(await reader.next("conversation-updated")).toMatchObject(made);
    const { messages } = await open(person, chatId);
    expect(messages[1]?.metadata.generatedImage).toEqual(made.generatedImage);
    const picture = await person.get(made.generatedImage.url);
    expect(picture.headers.get("Content-Type")).toBe("image/webp");
    expect(picture.headers.get("Cache-Control")).toContain("private, max-age=");
    const etag = picture.headers.get("ETag") ?? "";
    const cached = await person.get(made.generatedImage.url, { "If-None-Match": etag });
    expect(cached.status).toBe(304);
    expect((await person.get(`/chat-pictures/${chatId}/${"0".repeat(32)}`)).status).toBe(404);
    expect(await chargesOf(person)).toEqual([{ state: "charged", sparks: 5 }]);
  });

  it("is requested with the scene, its people and the earlier messages", async () => {
    const person = await siteWithImages().consented();
    const word = `lamp${createId().slice(-8)}`;
    const { characterId } = await createCharacter(person, {
      ...MARA,
      appearance: "A grey bob, a navy jumper",
    });
    const { chatId } = await createChat(person, { characterId });
    await say(
      person,
      chatId,
      replyScript({ text: `*She lifts the ${word}.* The **harbour** is dark.` }, "Look!"),
    );
    await person.post(`/api/character-chats/${chatId}/picture`);
    const asked = await (await fetch(`${inject("modelUrl")}/image-log?about=${word}`)).json<
      { body: { prompt: string } }[]
    >();
    expect(asked).toHaveLength(1);
    const lines = asked[0]?.body.prompt.split("\n") ?? [];
    expect(lines).toContain(`Scene: She lifts the ${word}. The harbour is dark.`);
    expect(lines).toContain("Name: Mara Voss");
    expect(lines).toContain("Appearance: A grey bob, a navy jumper");
    expect(lines.some((line) => line.startsWith("Just before: Look!"))).toBe(true);
    expect(lines[0]).toContain("a scene from a novel");
  });

  it("takes the place of the one before, which is deleted; its bytes are counted", async () => {
    const person = await siteWithImages().consented();
    const { chatId, path } = await aTalk(person);
    const paint = () => person.post<{ generatedImage: { url: string } }>(`${path}/picture`);
    const first = await paint();
    const second = await paint();

    expect((await person.get(first.generatedImage.url)).status).toBe(404);
    expect((await person.get(second.generatedImage.url)).status).toBe(200);
    const { objects } = await env.PORTRAITS.list({ prefix: toPicturePrefix(chatId) });
    expect(objects).toHaveLength(1);
    const row = d1.prepare("SELECT stored_bytes FROM character_chats WHERE id = ?").bind(chatId);
    expect(await row.first("stored_bytes")).toBe(objects[0]?.size);
  });

  it("that fails costs nothing and changes nothing, also without an image model", async () => {
    const person = await siteWithImages("scripted-images", "http://127.0.0.1:1").consented();
    const { chatId, path } = await aTalk(person);
    const refused = await person.send("POST", `${path}/picture`);
    expect(refused.status).toBe(503);
    expect((await open(person, chatId)).messages[1]?.metadata.generatedImage).toBeUndefined();
    expect(await chargesOf(person)).toEqual([{ state: "refunded", sparks: 5 }]);

    const other = await new TestSite({ AI_IMAGE_PROVIDER: "none" }).consented();
    const talk = await aTalk(other);
    const unavailable = await other.send("POST", `${talk.path}/picture`);
    expect(await unavailable.json()).toMatchObject({ code: "IMAGE_UNAVAILABLE" });
    expect(await chargesOf(other)).toEqual([{ state: "refunded", sparks: 5 }]);

    const silent = await createChat(person);
    const nothing = await person.send("POST", `/api/character-chats/${silent.chatId}/picture`);
    expect(await nothing.json()).toMatchObject({ code: "NOTHING_TO_PICTURE" });
  });
});
