import { env } from "cloudflare:workers";
import type { CharacterRecord } from "#domain/character.ts";
import type { ChatRecord } from "#domain/chat.ts";
import type { Message } from "#domain/message.ts";
import { StoryReader } from "../../durable-objects/story-reader.ts";
import { createCharacter, post } from "../characters/people.ts";
import type { Person } from "../helpers/site.ts";

/** A chat with a new character. */
export async function createChat(person: Person, fields: object = {}): Promise<ChatRecord> {
  const { characterId } = await createCharacter(person);
  return post(person, "/api/character-chats", { characterId, ...fields });
}

/** Opens the chat, as its page does. */
export async function open(
  person: Person,
  chatId: string,
): Promise<{ chat: ChatRecord; messages: Message[] }> {
  return (await person.get(`/api/character-chats/${chatId}`)).json();
}

/** Connects a reader to the chat. */
export function readerOf(person: Person, chatId: string) {
  const stub = env.CHARACTER_CHAT.get(env.CHARACTER_CHAT.idFromName(chatId));
  return StoryReader.join({ stub, chatId, userId: person.sub });
}

/** A character with its chats, as its page shows it. */
export async function characterOf(person: Person, characterId: string): Promise<CharacterRecord> {
  return (await person.get(`/api/characters/${characterId}?include_chats=true`)).json();
}
