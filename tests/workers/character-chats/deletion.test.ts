import { describe, expect, it } from "vitest";
import type { ChatRecord } from "#domain/chat.ts";
import { replyScript } from "../../fakes/reply-script.ts";
import { createCharacter, MARA, post } from "../characters/people.ts";
import { d1 } from "../helpers/databases.ts";
import { type Person, TestSite } from "../helpers/site.ts";
import { characterOf, readerOf } from "./chats.ts";

describe("the chats of a character", () => {
  const setTier = (person: Person, tier: "free" | "premium") =>
    d1.prepare("UPDATE users SET tier = ? WHERE id = ?").bind(tier, person.sub).run();
  const chatsOf = async (person: Person, kind: "" | "/deleted") => {
    const chats = await (await person.get(`/api/character-chats/user/${person.sub}${kind}`)).json<
      ChatRecord[]
    >();
    return chats.map(({ chatId }) => chatId);
  };

  it("are deleted and restored with it; one that was deleted before stays deleted", async () => {
    const person = await new TestSite().consented();
    const { characterId } = await createCharacter(person);
    const begin = () => post<ChatRecord>(person, "/api/character-chats", { characterId });
    const [{ chatId: before }, { chatId }] = [await begin(), await begin()];
    const { reader } = await readerOf(person, chatId);
    await person.send("DELETE", `/api/character-chats/${before}`);

    expect((await person.send("DELETE", `/api/characters/${characterId}`)).status).toBe(204);
    expect(await reader.next("conversation-updated")).toMatchObject({ deleted: true });
    expect((await person.get(`/api/character-chats/${chatId}`)).status).toBe(404);
    expect(await chatsOf(person, "")).toEqual([]);
    expect((await chatsOf(person, "/deleted")).sort()).toEqual([before, chatId].sort());

    await post(person, `/api/characters/${characterId}/restore`);
    expect(await chatsOf(person, "")).toEqual([chatId]);
    expect(await chatsOf(person, "/deleted")).toEqual([before]);
    expect((await characterOf(person, characterId)).chats).toMatchObject([{ chatId }]);
    const sent = { content: replyScript({ pieces: 1 }) };
    expect(await post(person, `/api/character-chats/${chatId}/messages`, sent)).toMatchObject({
      role: "assistant",
    });
  });

  it("come back with it as far as the plan has room, the latest first", async () => {
    const person = await new TestSite().consented();
    await setTier(person, "premium");
    const { characterId } = await createCharacter(person);
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      ids.push((await post<ChatRecord>(person, "/api/character-chats", { characterId })).chatId);
    }
    await person.send("DELETE", `/api/characters/${characterId}`);
    await setTier(person, "free");
    await post(person, `/api/characters/${characterId}/restore`);
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
    const begin = () => post<ChatRecord>(person, "/api/character-chats", { characterId });
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
