import type { CharacterRecord } from "#domain/character.ts";
import type { Person } from "../helpers/site.ts";

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
