import { env } from "cloudflare:workers";
import type { CharacterRecord } from "#domain/character.ts";
import type { ChatRecord } from "#domain/chat.ts";
import type { Message } from "#domain/message.ts";
import { StoryReader } from "#tests/durable-objects/story-reader.ts";
import type { Person } from "#tests/workers/helpers/site.ts";

export const MARA = { name: "Mara Voss", description: "Keeper of Harrow Light; says little." };

/** The answer of a call. Throws if it is an error. */
export async function post<Answer>(person: Person, path: string, body: unknown = {}): Promise<Answer> {
  const response = await person.send("POST", path, body);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

export function createCharacter(person: Person, fields: object = MARA): Promise<CharacterRecord> {
  return post(person, "/api/characters", fields);
}

/** The characters that a person's list shows. */
export async function listCharacters(person: Person, query = ""): Promise<CharacterRecord[]> {
  return (await person.get(`/api/characters/user/${person.sub}${query}`)).json();
}

/** A card in the format V2, as a file. */
export function toCardFile(fields: object): Uint8Array {
  const card = { spec: "chara_card_v2", spec_version: "2.0", data: { tags: [], extensions: {}, ...fields } };
  return new TextEncoder().encode(JSON.stringify(card));
}

export function importCard(person: Person, file: Uint8Array): Promise<Response> {
  return person.upload("/api/characters/import", file);
}

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
