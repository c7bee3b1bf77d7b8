import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { CharacterSection, CharacterSort } from "#domain/character.ts";
import type { EmblemDesign } from "#domain/emblem.ts";
import type { ArtStyle } from "#domain/portraits.ts";
import { foldText } from "#domain/text.ts";
import type { Database } from "../db/client.ts";
import { type Creatable, type CreationRoom, hasRoomToCreate, isBelow } from "../db/creation-limits.ts";
import { isAmong, isOwnedBy } from "../db/owned-rows.ts";
import { isAfter, type PageQuery } from "../db/paging.ts";
import { characterChats, characterStories, characters, stories } from "../db/schema/index.ts";
import { sumStoredBytes } from "../db/stored-bytes.ts";

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
        .set({ isNew, mentions, emblem, lastActiveAt: sql`max(${characters.lastActiveAt}, ${at})` })
        .where(and(eq(characters.id, id), isTheirs)),
      db.insert(characterStories).values({ characterId: id, storyId: owner.storyId }).onConflictDoNothing(),
    ];
  });
}

/** How a list is sorted: by which column, and which way. */
const ORDERS: Record<CharacterSort, { key: SQLiteColumn; order: "ascending" | "descending" }> = {
  recent: { key: characters.lastActiveAt, order: "descending" },
  default: { key: characters.chatsFirstKey, order: "descending" },
  "name-asc": { key: characters.foldedName, order: "ascending" },
  "name-desc": { key: characters.foldedName, order: "descending" },
  oldest: { key: characters.lastActiveAt, order: "ascending" },
};

/** The value by which a list puts a character in its place. */
export function getSortKey(sort: CharacterSort, row: CharacterRow): string {
  switch (sort) {
    case "recent":
    case "oldest":
      return row.lastActiveAt;
    case "default":
      return row.chatsFirstKey ?? "";
    case "name-asc":
    case "name-desc":
      return row.foldedName;
  }
}

export type CharacterListQuery = PageQuery & {
  sort: CharacterSort;
  /** Absent: both. */
  section?: CharacterSection;
  /** Only who appears in this story. */
  storyId?: string;
};

/** A page of a user's characters; it reads the rows of the page alone. People of a deleted story, and the person's own character, are left out unless they have a chat. */
export function listCharacters(db: Database, userId: string, query: CharacterListQuery) {
  const { key, order } = ORDERS[query.sort];
  const by = order === "ascending" ? asc : desc;
  return db
    .select()
    .from(characters)
    .where(
      and(
        isOwnedBy(characters, userId),
        query.section === undefined ? undefined : eq(characters.section, query.section),
        isOfLivingStory(),
        query.storyId === undefined ? undefined : appearsIn(query.storyId),
        isAfter({ key, id: characters.id }, query.after, order),
      ),
    )
    .orderBy(by(key), by(characters.id))
    .limit(query.limit);
}

function isOfLivingStory(): SQL {
  return sql`(${characters.section} = 'grid' OR EXISTS (SELECT 1 FROM ${stories}
    WHERE ${stories.id} = ${characters.originStoryId} AND ${stories.deletedAt} IS NULL
      AND ${stories.playerName} <> ${characters.name}))`;
}

function appearsIn(storyId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${characterStories}
    WHERE ${characterStories.characterId} = ${characters.id} AND ${characterStories.storyId} = ${storyId})`;
}

/** How many characters a user has, those of stories included. */
export function countOwnCharacters(db: Database, userId: string, section?: CharacterSection) {
  return db
    .select({ count: sql<number>`count(*)` })
    .from(characters)
    .where(
      and(
        isOwnedBy(characters, userId),
        section === undefined ? undefined : eq(characters.section, section),
        isOfLivingStory(),
      ),
    );
}

export function findCharacter(db: Database, userId: string, characterId: string) {
  return db
    .select()
    .from(characters)
    .where(and(eq(characters.id, characterId), isOwnedBy(characters, userId)));
}

/** The character that a request has created, deleted or not. */
export function findCharacterByRequest(db: Database, userId: string, requestId: string) {
  return db
    .select()
    .from(characters)
    .where(and(eq(characters.userId, userId), eq(characters.requestId, requestId)));
}

/** The limits of new characters. Those found in a story are not counted. The plan limits the ones that are not deleted. */
export const CHARACTER_CREATION: Creatable = {
  table: characters,
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
  const inserted = await db.all<{ id: string }>(sql`
    INSERT INTO ${characters} (id, user_id, name, folded_name, description, personality, appearance, voice, quirks,
      interests, custom_attributes, is_nsfw, card, portrait_key, portrait_kind, stored_bytes, request_id, created_at, updated_at,
      last_active_at)
    SELECT ${row.id}, ${row.userId}, ${row.name}, ${row.foldedName}, ${row.description}, ${row.personality ?? ""},
      ${row.appearance ?? ""}, ${row.voice ?? ""}, ${JSON.stringify(row.quirks)}, ${JSON.stringify(row.interests)},
      ${JSON.stringify(row.customAttributes)}, ${row.isNSFW ? 1 : 0},
      ${row.card == null ? null : JSON.stringify(row.card)}, ${row.portraitKey ?? null}, ${row.portraitKind ?? null},
      ${storedBytes}, ${row.requestId ?? null}, ${row.createdAt}, ${row.updatedAt}, ${row.lastActiveAt}
    WHERE ${hasRoomToCreate(CHARACTER_CREATION, row.userId, room)} AND ${hasRoomToStore}
    ON CONFLICT (user_id, request_id) WHERE request_id IS NOT NULL DO NOTHING
    RETURNING id`);
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

export function updateCharacterRow(
  db: Database,
  userId: string,
  characterId: string,
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
    .where(and(eq(characters.id, characterId), isOwnedBy(characters, userId)))
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
    .where(and(eq(characters.id, characterId), isOwnedBy(characters, userId)))
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

export type ChatOfCharacter = Pick<
  typeof characterChats.$inferSelect,
  "id" | "characterId" | "title" | "status" | "lastMessageAt" | "lastMessage" | "updatedAt" | "unreadCount"
>;

/** The chats of some characters, the latest first. */
export function listChatsWithCharacters(db: Database, userId: string, characterIds: readonly string[]) {
  const { id, characterId, title, status, lastMessageAt, lastMessage, updatedAt, unreadCount } =
    characterChats;
  return db
    .select({ id, characterId, title, status, lastMessageAt, lastMessage, updatedAt, unreadCount })
    .from(characterChats)
    .where(
      and(
        eq(characterChats.userId, userId),
        isAmong(characterId, characterIds),
        isNull(characterChats.deletedAt),
      ),
    )
    .orderBy(desc(updatedAt));
}

/** In which of their stories some characters appear; deleted stories are left out. */
export function listStoriesWithCharacters(db: Database, userId: string, characterIds: readonly string[]) {
  return db
    .select({ characterId: characterStories.characterId, storyId: stories.id, title: stories.title })
    .from(characterStories)
    .innerJoin(stories, eq(stories.id, characterStories.storyId))
    .where(
      and(
        isAmong(characterStories.characterId, characterIds),
        eq(stories.userId, userId),
        isNull(stories.deletedAt),
      ),
    )
    .orderBy(desc(stories.updatedAt));
}
