import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { CharacterSection, CharacterSort } from "#domain/character.ts";
import type { EmblemDesign } from "#domain/choose-emblem.ts";
import type { ArtStyle } from "#domain/portraits.ts";
import { CHARACTER_LIMITS } from "#domain/rate-limits.ts";
import { foldText } from "#domain/text.ts";
import type { Database } from "../db/client.ts";
import { type Creatable, type CreationRoom, hasRoomToCreate, isBelow } from "../db/creation-limits.ts";
import { isAmong, isOfRequest, isOwnedBy, isOwnRow } from "../db/owned-rows.ts";
import { type ListOrder, type PageQuery, sortPage } from "../db/paging.ts";
import { selectRow } from "../db/row-selection.ts";
import { characterChats, characterStories, characters, stories } from "../db/schema/index.ts";
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

/** How a list of characters is sorted. */
export const CHARACTER_ORDERS = {
  recent: { by: "lastActiveAt", order: "descending" },
  default: { by: "chatsFirstKey", order: "descending" },
  "name-asc": { by: "foldedName", order: "ascending" },
  "name-desc": { by: "foldedName", order: "descending" },
  oldest: { by: "lastActiveAt", order: "ascending" },
} as const satisfies Record<CharacterSort, ListOrder>;

export type CharacterListQuery = PageQuery & {
  sort: CharacterSort;
  /** Absent: both. */
  section?: CharacterSection;
  /** Only who appears in this story. */
  storyId?: string;
};

/** A page of a user's characters; it reads the rows of the page alone. People of a deleted story, and the person's own character, are left out unless they have a chat. */
export function listCharacters(db: Database, userId: string, query: CharacterListQuery) {
  const { rest, order } = sortPage(characters, CHARACTER_ORDERS[query.sort], query);
  const isInStory = query.storyId === undefined ? undefined : appearsIn(query.storyId);
  return selectCharacters(db, and(isListed(userId, query.section), isInStory, rest)).orderBy(...order);
}

export function selectCharacters(db: Database, where: SQL | undefined) {
  return db.select().from(characters).where(where);
}

function isListed(userId: string, section: CharacterSection | undefined): SQL | undefined {
  return and(
    isOwnedBy(characters, userId),
    section === undefined ? undefined : eq(characters.section, section),
    isOfLivingStory(),
  );
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
  return db.$count(characters, isListed(userId, section));
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
    .where(isOwnRow(characters, userId, characterId))
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
