import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { createId } from "#domain/ids.ts";
import type { CharacterChatObject } from "#durable-objects/character-chat.ts";
import { characterChats, characters, users } from "#workers/db/schema/index.ts";
import { db } from "../workers/helpers/databases.ts";

/** A user with a character and a chat in D1, and the chat's object. */
export async function aChat({ tier = "premium" as "free" | "premium", config = {} } = {}) {
  const now = new Date().toISOString();
  const [userId, characterId, chatId] = [`test|${createId()}`, createId(), createId()];
  const times = { createdAt: now, updatedAt: now };
  await db.insert(users).values({ id: userId, name: "Reader", provider: "other", tier, ...times });
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
  const title = "Chat with Mara Voss";
  await db.insert(characterChats).values({ id: chatId, userId, characterId, title, config, ...times });
  return {
    userId,
    chatId,
    db,
    owner: { userId, conversationId: chatId },
    /** A new stub each time: after its object was aborted, a stub stays broken. */
    get stub(): DurableObjectStub<CharacterChatObject> {
      return env.CHARACTER_CHAT.get(env.CHARACTER_CHAT.idFromName(chatId));
    },
    row: async () => (await db.select().from(characterChats).where(eq(characterChats.id, chatId)))[0],
  };
}
