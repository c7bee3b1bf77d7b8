import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { openPrimaryDatabase } from "#workers/db/client.ts";
import { characterChats, characters, sparkLedger, users } from "#workers/db/schema/index.ts";
import { replyScript, scriptedText } from "../fakes/reply-script.ts";
import { eventually, messagesOf, modelRequests, StoryReader } from "./story-reader.ts";

describe("a character chat", () => {
  it("is answered by its character, as configured, charged as a chat reply and told to D1", async () => {
    const db = openPrimaryDatabase(env.DB);
    const now = new Date().toISOString();
    const [userId, characterId, chatId, id] = [`test|${createId()}`, createId(), createId(), createId()];
    const times = { createdAt: now, updatedAt: now };
    await db.insert(users).values({ id: userId, name: "Reader", provider: "other", ...times });
    await db.insert(characters).values({
      id: characterId,
      userId,
      name: "Mara Voss",
      foldedName: "mara voss",
      lastActiveAt: now,
      description: "Keeper of the light",
      quirks: ["counts ships"],
      interests: [],
      customAttributes: {},
      ...times,
    });
    await db.insert(characterChats).values({
      id: chatId,
      userId,
      characterId,
      title: "Chat with Mara Voss",
      config: { responseStyle: "formal", includeActions: false },
      ...times,
    });
    const stub = env.CHARACTER_CHAT.get(env.CHARACTER_CHAT.idFromName(chatId));
    const { reader } = await StoryReader.join({ stub, chatId, userId });
    reader.write(replyScript({ id, pieces: 3 }, "Good evening"));
    const { message } = await reader.next("stream-complete");

    expect(message.content).toBe(scriptedText(3, id));
    expect(await messagesOf(stub)).toHaveLength(2);
    const [request] = await modelRequests(id);
    expect(request?.messages[0]?.content).toContain("Be formal");
    expect(request?.messages[0]?.content).toContain("Only speak");
    expect(request?.messages[0]?.content).toContain("Quirks: counts ships");
    await eventually(async () => {
      const [row] = await db.select().from(characterChats).where(eq(characterChats.id, chatId));
      expect(row).toMatchObject({ lastMessage: message.content, messageCount: 2 });
      const ledger = await db.select().from(sparkLedger).where(eq(sparkLedger.userId, userId));
      expect(ledger).toMatchObject([{ purpose: "chat-reply", state: "charged" }]);
    });
  });
});
