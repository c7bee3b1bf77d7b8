import { describe, expect, it } from "vitest";
import type { ChatRecord } from "#domain/chat.ts";
import { createId } from "#domain/ids.ts";
import type { Message } from "#domain/message.ts";
import { eventually } from "#tests/durable-objects/story-reader.ts";
import { replyScript, scriptedText } from "#tests/fakes/reply-script.ts";
import { createCharacter, MARA } from "#tests/workers/characters/people.ts";
import { d1, givePremium } from "#tests/workers/helpers/databases.ts";
import { type Person, TestSite } from "#tests/workers/helpers/site.ts";
import { characterOf, createChat, open, readerOf } from "../characters/people.ts";

describe("a chat", () => {
  it("is answered over plain requests: a message, then another version of its reply", async () => {
    const person = await new TestSite().consented();
    const { chatId, characterId } = await createChat(person);
    const path = `/api/character-chats/${chatId}`;
    const id = createId();
    const sent = { content: replyScript({ id, pieces: 3 }, "Good evening"), requestId: "request-0001" };
    const reply = await person.post<Message>(`${path}/messages`, sent);
    expect(reply).toMatchObject({ role: "assistant", content: scriptedText(3, id), metadata: {} });
    // A repeated request gets the same answer, and nothing is written twice.
    expect(await person.post<Message>(`${path}/messages`, sent)).toEqual(reply);

    const other = await person.post<Message>(`${path}/regenerate`, { userId: "ignored" });
    expect(other.messageId).not.toBe(reply.messageId);
    expect(other.versions).toMatchObject({ index: 2, count: 2, previousId: reply.messageId });

    const { messages } = await open(person, chatId);
    expect(messages.map(({ messageId }) => messageId)).toEqual([reply.parentId, other.messageId]);
    const page = await person.get(`${path}/messages?limit=1`);
    expect(await page.json()).toEqual([messages[1]]);
    const next = /<([^>]+)>/.exec(page.headers.get("Link") ?? "")?.[1] ?? "";
    expect(await person.read(next)).toEqual([messages[0]]);
    await eventually(async () => {
      const { chat } = await open(person, chatId);
      expect(chat.metadata).toMatchObject({ lastMessage: other.content, messageCount: 2 });
      const character = await characterOf(person, characterId);
      expect(character.metadata.lastUsed).toBe(chat.metadata.lastMessageAt);
      expect(character.lastActiveAt).toBe(chat.metadata.lastMessageAt);
    });
  });

  it("returns a failure of the model as its code, and removes the message", async () => {
    const person = await new TestSite().consented();
    const { chatId } = await createChat(person);
    const content = replyScript({ fault: "status-500" });
    const refused = await person.send("POST", `/api/character-chats/${chatId}/messages`, { content });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: "MODEL_UNAVAILABLE" });
    expect((await open(person, chatId)).messages).toEqual([]);
    const nothing = await person.send("POST", `/api/character-chats/${chatId}/regenerate`, {});
    expect(nothing.status).toBe(409);
    const blank = await person.send("POST", `/api/character-chats/${chatId}/messages`, { content: " " });
    expect(blank.status).toBe(400);
  });

  it("is changed, deleted and restored within the plan's limit; its readers are notified", async () => {
    const person = await new TestSite().consented();
    const { chatId, characterId } = await createChat(person);
    const path = `/api/character-chats/${chatId}`;
    const { reader } = await readerOf(person, chatId);
    const changed = await person.send("PATCH", path, { title: " Lamp oil ", description: "" });
    expect(await changed.json()).toMatchObject({ title: "Lamp oil" });
    expect(await reader.next("conversation-updated")).toMatchObject({ title: "Lamp oil" });
    expect((await person.send("PATCH", path, { title: " " })).status).toBe(400);

    expect((await person.send("DELETE", path)).status).toBe(204);
    expect(await reader.next("conversation-updated")).toMatchObject({ deleted: true });
    expect((await person.get(path)).status).toBe(404);
    expect((await characterOf(person, characterId)).chats).toEqual([]);
    const deleted = await person.get(`/api/character-chats/user/${person.sub}/deleted`);
    expect(await deleted.json()).toMatchObject([{ chatId, title: "Lamp oil" }]);

    for (let count = 0; count < 3; count += 1) await createChat(person, { characterId });
    const refused = await person.send("POST", `${path}/restore`);
    expect(await refused.json()).toMatchObject({ code: "CHAT_LIMIT_EXCEEDED" });
    await givePremium(person.sub);
    expect(await person.post(`${path}/restore`)).toMatchObject({ chatId });
    const all = await person.read<ChatRecord[]>(`/api/character-chats/user/${person.sub}`);
    expect(all).toHaveLength(4);
    const [row] = (
      await d1
        .prepare("SELECT active_chat_count AS count FROM characters WHERE id = ?")
        .bind(characterId)
        .all()
    ).results;
    expect(row).toEqual({ count: 4 });
    const back = await readerOf(person, chatId);
    await back.reader.exchange(replyScript({ pieces: 1 }));
  });
});

describe("the chats of a character", () => {
  const setTier = (person: Person, tier: "free" | "premium") =>
    d1.prepare("UPDATE users SET tier = ? WHERE id = ?").bind(tier, person.sub).run();
  const chatsOf = async (person: Person, kind: "" | "/deleted") => {
    const chats = await person.read<ChatRecord[]>(`/api/character-chats/user/${person.sub}${kind}`);
    return chats.map(({ chatId }) => chatId);
  };

  it("are deleted and restored with it; one that was deleted before stays deleted", async () => {
    const person = await new TestSite().consented();
    const { characterId } = await createCharacter(person);
    const begin = () => createChat(person, { characterId });
    const [{ chatId: before }, { chatId }] = [await begin(), await begin()];
    const { reader } = await readerOf(person, chatId);
    await person.send("DELETE", `/api/character-chats/${before}`);

    expect((await person.send("DELETE", `/api/characters/${characterId}`)).status).toBe(204);
    expect(await reader.next("conversation-updated")).toMatchObject({ deleted: true });
    expect((await person.get(`/api/character-chats/${chatId}`)).status).toBe(404);
    expect(await chatsOf(person, "")).toEqual([]);
    expect((await chatsOf(person, "/deleted")).sort()).toEqual([before, chatId].sort());

    await person.post(`/api/characters/${characterId}/restore`);
    expect(await chatsOf(person, "")).toEqual([chatId]);
    expect(await chatsOf(person, "/deleted")).toEqual([before]);
    expect((await characterOf(person, characterId)).chats).toMatchObject([{ chatId }]);
    const sent = { content: replyScript({ pieces: 1 }) };
    expect(await person.post(`/api/character-chats/${chatId}/messages`, sent)).toMatchObject({
      role: "assistant",
    });
  });

  it("come back with it as far as the plan has room, the latest first", async () => {
    const person = await new TestSite().consented();
    await setTier(person, "premium");
    const { characterId } = await createCharacter(person);
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      ids.push((await createChat(person, { characterId })).chatId);
    }
    await person.send("DELETE", `/api/characters/${characterId}`);
    await setTier(person, "free");
    await person.post(`/api/characters/${characterId}/restore`);
    expect(await chatsOf(person, "")).toHaveLength(3);
    expect(await chatsOf(person, "/deleted")).toEqual(ids.slice(0, 1));
    const { results } = await d1
      .prepare("SELECT active_chat_count AS count FROM characters WHERE id = ?")
      .bind(characterId)
      .all();
    expect(results).toEqual([{ count: 3 }]);
  });

  it("bring a deleted character back when one of them is restored, within the plan's limit of both", async () => {
    const person = await new TestSite().consented();
    const { characterId } = await createCharacter(person);
    const begin = () => createChat(person, { characterId });
    const [{ chatId }, { chatId: other }] = [await begin(), await begin()];
    await person.send("DELETE", `/api/characters/${characterId}`);
    for (const name of ["One", "Two", "Three"]) await createCharacter(person, { ...MARA, name });
    const restore = () => person.send("POST", `/api/character-chats/${chatId}/restore`);

    expect(await (await restore()).json()).toMatchObject({ code: "CHARACTER_LIMIT_EXCEEDED" });
    expect(await chatsOf(person, "")).toEqual([]);
    expect((await person.get(`/api/characters/${characterId}`)).status).toBe(404);

    await setTier(person, "premium");
    expect((await restore()).status).toBe(200);
    expect(await chatsOf(person, "")).toEqual([chatId]);
    expect(await chatsOf(person, "/deleted")).toEqual([other]);
    expect((await characterOf(person, characterId)).chats).toMatchObject([{ chatId }]);
  });
});
