import { env } from "cloudflare:workers";
import type { CharacterRecord } from "#domain/character.ts";
import type { ChatRecord } from "#domain/chat.ts";
import type { Message } from "#domain/message.ts";
import { StoryReader } from "#tests/durable-objects/story-reader.ts";
import { replyScript } from "#tests/fakes/reply-script.ts";
import type { Person } from "#tests/workers/helpers/site.ts";

export const MARA = { name: "Mara Voss", description: "Keeper of Harrow Light; says little." };

export function createCharacter(person: Person, fields: object = MARA): Promise<CharacterRecord> {
  return person.post("/api/characters", fields);
}

/** The characters that a person's list shows. */
export function listCharacters(person: Person, query = ""): Promise<CharacterRecord[]> {
  return person.read(`/api/characters/user/${person.sub}${query}`);
}

/** A card in the format V2, as a file. */
export function toCardFile(fields: object): Uint8Array<ArrayBuffer> {
  const card = { spec: "chara_card_v2", spec_version: "2.0", data: { tags: [], extensions: {}, ...fields } };
  return new TextEncoder().encode(JSON.stringify(card));
}

export function importCard(person: Person, file: Uint8Array): Promise<Response> {
  return person.upload("/api/characters/import", file);
}

/** A chat with a new character, or with one that is there. */
export async function createChat(
  person: Person,
  fields: { characterId?: string | undefined; title?: string } = {},
): Promise<ChatRecord> {
  const characterId = fields.characterId ?? (await createCharacter(person)).characterId;
  return person.post("/api/character-chats", { ...fields, characterId });
}

/** Sends a message to a chat, and returns its reply. */
export function say(person: Person, chatId: string, content = replyScript({ pieces: 1 })): Promise<Message> {
  return person.post(`/api/character-chats/${chatId}/messages`, { content });
}

/** Opens the chat, as its page does. */
export function open(person: Person, chatId: string): Promise<{ chat: ChatRecord; messages: Message[] }> {
  return person.read(`/api/character-chats/${chatId}`);
}

/** Connects a reader to the chat. */
export function readerOf(person: Person, chatId: string) {
  const stub = env.CHARACTER_CHAT.get(env.CHARACTER_CHAT.idFromName(chatId));
  return StoryReader.join({ stub, chatId, userId: person.sub });
}

/** A character with its chats, as its page shows it. */
export function characterOf(person: Person, characterId: string): Promise<CharacterRecord> {
  return person.read(`/api/characters/${characterId}?include_chats=true`);
}
