import * as v from "valibot";
import {
  type CharacterPortrait,
  type CharacterRecord,
  type ChatSummary,
  characterRecordSchema,
} from "#domain/character-record.ts";
import { chooseEmblem } from "#domain/choose-emblem.ts";
import { toPortraitPrefix } from "#domain/portraits.ts";
import type { ChatOfCharacter } from "./list-store.ts";
import type { CharacterRow } from "./store.ts";

/** A row as it goes over the wire. */
export function toCharacterRecord(row: CharacterRow): CharacterRecord {
  const record = {
    ...row,
    characterId: row.id,
    // Nobody is of more than one story: the same name in another story is somebody else.
    storyIds: row.originStoryId === null ? [] : [row.originStoryId],
    status: "active",
    hasCard: row.card !== null,
    metadata: { ...row, images: { primary: toPortrait(row) }, emblem: toEmblem(row) },
  } satisfies CharacterRecord;
  return v.parse(characterRecordSchema, record);
}

function toPortrait({ id, portraitKey, portraitKind }: CharacterRow): CharacterPortrait | null {
  if (portraitKey === null || portraitKind === null || portraitKind === "illustration") return null;
  const url = `/portraits/${id}/${toPortraitVersion(portraitKey)}`;
  return { url: `${url}/512`, thumbnailUrl: `${url}/128`, kind: portraitKind };
}

function toEmblem({ id, emblem, artStyle }: CharacterRow): CharacterRecord["metadata"]["emblem"] {
  return { ...(emblem ?? chooseEmblem("Open Genre", id)), style: artStyle ?? "realistic" };
}

/** The key in R2 of a record's picture; `null`: it has none. */
export function toPortraitKey({ characterId, metadata }: CharacterRecord): string | null {
  const version = metadata.images.primary?.url.split("/").at(-2);
  return version === undefined ? null : toPortraitPrefix(characterId) + version;
}

/** The unguessable end of a portrait's key: it stands in its address, so that each picture has one of its own. */
export function toPortraitVersion(portraitKey: string): string {
  return portraitKey.slice(portraitKey.lastIndexOf("/") + 1);
}

export function toChatSummary(chat: ChatOfCharacter, withHistory: boolean): ChatSummary {
  const { id: chatId, title, status, lastMessageAt, updatedAt, unreadCount, lastMessage } = chat;
  const summary = { chatId, title, status, lastMessageAt, updatedAt, unreadCount };
  return withHistory ? { ...summary, lastMessage } : summary;
}
