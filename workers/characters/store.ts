import { and, desc, eq, isNull, notExists, type SQL, sql } from "drizzle-orm";
import type { EmblemDesign } from "#domain/choose-emblem.ts";
import type { ArtStyle } from "#domain/portraits.ts";
import { CHARACTER_LIMITS } from "#domain/rate-limits.ts";
import { foldText } from "#domain/text.ts";
import type { Database } from "../db/client.ts";
import { type Creatable, type CreationRoom, hasRoomToCreate, isBelow } from "../db/creation-limits.ts";
import { isOfRequest, isOwnedBy, isOwnRow } from "../db/owned-rows.ts";
import { selectRow } from "../db/row-selection.ts";
import { characterChats, characterStories, characters, lorebooks } from "../db/schema/index.ts";
import { sumStoredBytes } from "../db/stored-bytes.ts";
import { toActiveAt } from "./last-active-store.ts";

export type CharacterRow = typeof characters.$inferSelect;
export type NewCharacterRow = typeof characters.$inferInsert;

/** Somebody found in a story, under the id that the story's object gave them. */
export type FoundInStory = {
  id: string;
  name: string;
  description: string | null;
  role: string | null;
  personality: string | null;
  isNew: boolean;
  mentions: number;
  emblem: EmblemDesign | null;
};

/**
 * Statements that add the people of a story to its owner's characters, or update them; safe to repeat. A character that
 * the person has edited keeps the person's texts.
 */
export function projectCharacters(
  db: Database,
  owner: { userId: string; storyId: string },
  found: readonly FoundInStory[],
  now: Date,
) {
  const at = now.toISOString();
  return found.flatMap(({ id, name, isNew, mentions, role, emblem, ...texts }) => {
    const changing = {
      name,
      foldedName: foldText(name),
      role,
      description: texts.description ?? "",
      personality: texts.personality ?? "",
    };
    const row = {
      id,
      userId: owner.userId,
      originStoryId: owner.storyId,
      isFromStory: true,
      quirks: [],
      interests: [],
      customAttributes: {},
      createdAt: at,
      updatedAt: at,
      lastActiveAt: at,
      isNew,
      mentions,
      emblem,
      ...changing,
    };
    const isTheirs = sql`${characters.userId} = ${owner.userId}`;
    return [
      db
        .insert(characters)
        .values(row)
        .onConflictDoUpdate({
          target: characters.id,
          set: { ...changing, updatedAt: at },
          setWhere: and(isTheirs, isNull(characters.editedAt)),
        }),
      db
        .update(characters)
        .set({ isNew, mentions, emblem, ...toActiveAt(at) })
        .where(and(eq(characters.id, id), isTheirs)),
      db.insert(characterStories).values({ characterId: id, storyId: owner.storyId }).onConflictDoNothing(),
    ];
  });
}

/** Deletes a character whom the person has taken out of a story's cast, unless it was edited or has a portrait, a chat or lore. */
export function removeProjected(db: Database, userId: string, characterId: string) {
  const isUnused = [characterChats, lorebooks].map((table) =>
    notExists(db.select({ used: sql`1` }).from(table).where(eq(table.characterId, characters.id))),
  );
  return db
    .delete(characters)
    .where(
      and(
        isOwnRow(characters, userId, characterId),
        characters.isFromStory,
        isNull(characters.editedAt),
        isNull(characters.portraitKey),
        ...isUnused,
      ),
    );
}

export function selectCharacters(db: Database, where: SQL | undefined) {
  return db.select().from(characters).where(where);
}

export function findCharacter(db: Database, userId: string, characterId: string) {
  return selectCharacters(db, isOwnRow(characters, userId, characterId));
}

/** The character that a request has created, deleted or not. */
export function findCharacterByRequest(db: Database, userId: string, requestId: string) {
  return selectCharacters(db, isOfRequest(characters, userId, requestId));
}

/** The limits of new characters. Those found in a story are not counted. The plan limits the ones that are not deleted. */
export const CHARACTER_CREATION: Creatable = {
  table: characters,
  limits: CHARACTER_LIMITS,
  only: sql`counted.is_from_story = 0`,
  countPlanned: countListed,
  planCode: "CHARACTER_LIMIT_EXCEEDED",
  totalCode: "CHARACTER_TOTAL_EXCEEDED",
};

/** Part of a statement: whether a deleted character may be restored. Those found in stories don't count. */
export function hasRoomToReturn(userId: string, limit: number | null): SQL {
  return sql`(${characters.isFromStory} = 1 OR ${isBelow(countListed(userId), limit)})`;
}

function countListed(userId: string): SQL<number> {
  return sql<number>`(SELECT count(*) FROM ${characters} AS counted
    WHERE counted.user_id = ${userId} AND counted.is_from_story = 0 AND counted.deleted_at IS NULL)`;
}

/**
 * Inserts a created character unless the user has no room for it or one of the same request. One statement, so that two
 * requests at once cannot pass together. Returns whether it was inserted.
 */
export async function insertCharacter(
  db: Database,
  row: NewCharacterRow,
  room: CreationRoom & { storedBytes: number },
): Promise<boolean> {
  const { storedBytes = 0 } = row;
  const hasRoomToStore =
    storedBytes === 0
      ? sql`true`
      : sql`${sumStoredBytes(row.userId)} + ${storedBytes} <= ${room.storedBytes}`;
  const isAllowed = sql`WHERE ${hasRoomToCreate(CHARACTER_CREATION, row.userId, room)} AND ${hasRoomToStore}`;
  const inserted = await db
    .insert(characters)
    .select(selectRow(characters, row, isAllowed))
    .onConflictDoNothing()
    .returning({ id: characters.id });
  return inserted.length === 1;
}

/** A user's characters that have these very texts. */
export function listSameCharacters(
  db: Database,
  userId: string,
  { name, description, personality }: Pick<CharacterRow, "name" | "description" | "personality">,
) {
  return db
    .select({ id: characters.id })
    .from(characters)
    .where(
      and(
        isOwnedBy(characters, userId),
        eq(characters.foldedName, foldText(name)),
        eq(characters.description, description),
        eq(characters.personality, personality),
      ),
    )
    .limit(1);
}

export type CharacterChange = Partial<
  Pick<
    CharacterRow,
    "name" | "description" | "personality" | "appearance" | "voice" | "quirks" | "interests" | "isNSFW"
  >
>;

/** Returns the changed row, or none if it is gone or was changed since it was read. */
export function updateCharacterRow(
  db: Database,
  { userId, id, updatedAt }: Pick<CharacterRow, "userId" | "id" | "updatedAt">,
  change: CharacterChange,
  now: Date,
) {
  return db
    .update(characters)
    .set({
      ...change,
      ...(change.name === undefined ? {} : { foldedName: foldText(change.name) }),
      updatedAt: now.toISOString(),
      editedAt: now.toISOString(),
    })
    .where(and(isOwnRow(characters, userId, id), eq(characters.updatedAt, updatedAt)))
    .returning();
}

/** `byteLength`: of the portrait in all sizes. */
export type PortraitChange = Pick<CharacterRow, "portraitKey" | "portraitKind"> & {
  byteLength: number;
  artStyle?: ArtStyle;
};

/** Stores a character's portrait, or that there is none. Returns the changed row, or none if the character no longer exists. */
export function setPortrait(
  db: Database,
  userId: string,
  characterId: string,
  { byteLength, ...portrait }: PortraitChange,
  now: Date,
) {
  return db
    .update(characters)
    .set({
      ...portrait,
      storedBytes: sql`coalesce(length(CAST(${characters.card} AS BLOB)), 0) + ${byteLength}`,
      updatedAt: now.toISOString(),
    })
    .where(isOwnRow(characters, userId, characterId))
    .returning();
}

/** How many active chats a character has; part of a statement about `characters`. */
export function countActiveChats(): SQL<number> {
  return sql<number>`(SELECT count(*) FROM ${characterChats} AS counted
    WHERE counted.character_id = characters.id AND counted.status = 'active' AND counted.deleted_at IS NULL)`;
}

/** The chats of a character of this user, also those that are deleted. */
export function isChatWith(userId: string, characterId: string) {
  return and(eq(characterChats.characterId, characterId), eq(characterChats.userId, userId));
}

/** The chats of a character that are not deleted, the latest first. */
export function listChatIds(db: Database, userId: string, characterId: string, limit: number) {
  return db
    .select({ id: characterChats.id })
    .from(characterChats)
    .where(and(isChatWith(userId, characterId), isNull(characterChats.deletedAt)))
    .orderBy(desc(characterChats.updatedAt))
    .limit(limit);
}
