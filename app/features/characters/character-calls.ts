import * as v from "valibot";
import { asFailure, callApi, fetchPage } from "#app/features/api/call-api.ts";
import { showIfLimit } from "#app/features/billing/limit-notice.tsx";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
import type { CharacterRecord, NewCharacter, PortraitRequest } from "#domain/character.ts";
import type { UpdateCharacter } from "#domain/character-record.ts";

/** Our own server's answer: as much of it is checked as tells that it is one. */
const characterSchema = v.custom<CharacterRecord>(
  (value) => typeof value === "object" && value !== null && "characterId" in value && "metadata" in value,
);

/** A picture may take the server's 60 s. */
const PAINT_GIVE_UP_MS = 75_000;

export type CharacterQuery = Record<string, string | number | boolean | undefined>;

/** `next`: the cursor of the page after it; `null`: it is the last one. */
export type CharactersPage = { characters: readonly CharacterRecord[]; next: string | null };

/** A page of somebody's characters, with their chats and stories. Throws as `callApi` does, and so do all below. */
export async function fetchCharacters(userId: string, query: CharacterQuery): Promise<CharactersPage> {
  const { answer, next } = await fetchPage(
    `/api/characters/user/${encodeURIComponent(userId)}`,
    v.array(characterSchema),
    { query: { include_chats: true, include_stories: true, ...query } },
  );
  return { characters: answer, next: next?.get("cursor") ?? null };
}

export function fetchCharacter(characterId: string, signal: AbortSignal): Promise<CharacterRecord> {
  return callApi("GET", toPath(characterId), characterSchema, { signal });
}

export function createCharacter(input: NewCharacter): Promise<CharacterRecord> {
  return callApi("POST", "/api/characters", characterSchema, { body: input });
}

export function updateCharacter(characterId: string, change: UpdateCharacter): Promise<CharacterRecord> {
  return callApi("PATCH", toPath(characterId), characterSchema, { body: change });
}

export async function deleteCharacter(characterId: string): Promise<void> {
  await callApi("DELETE", toPath(characterId), v.null());
}

export function restoreCharacter(characterId: string): Promise<CharacterRecord> {
  return callApi("POST", `${toPath(characterId)}/restore`, characterSchema);
}

export function paintPortrait(characterId: string, request: PortraitRequest): Promise<CharacterRecord> {
  const path = `/api/images/character/${encodeURIComponent(characterId)}`;
  return callApi("POST", path, characterSchema, { body: request, giveUpMs: PAINT_GIVE_UP_MS });
}

/** `lorebook`: `null`: the card has none; `error`: why it did not come along. */
const importedSchema = v.object({ lorebook: v.nullable(v.object({ error: v.nullable(v.string()) })) });

export function importCard(file: Blob): Promise<v.InferOutput<typeof importedSchema>> {
  return callApi("POST", "/api/characters/import", importedSchema, { file, giveUpMs: PAINT_GIVE_UP_MS });
}

/** Restores a deleted character or chat, and shows the success or the error. Returns whether it was restored. */
export async function restoreDeleted(
  kind: "character" | "chat",
  restore: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await restore();
    showSuccess(kind === "character" ? "Character restored" : "Chat restored");
    return true;
  } catch (error) {
    const failure = asFailure(error);
    if (!showIfLimit(failure)) showError(`Failed to restore ${kind}. ${failure.message}`);
    return false;
  }
}

/** Here, because the page of what was deleted loads this file and no other of the chats. */
export async function restoreChat(chatId: string): Promise<void> {
  await callApi("POST", `/api/character-chats/${encodeURIComponent(chatId)}/restore`, v.unknown());
}

function toPath(characterId: string): string {
  return `/api/characters/${encodeURIComponent(characterId)}`;
}
