import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { CharacterSection, CharacterSort } from "#domain/character.ts";
import type { Database } from "../db/client.ts";
import { isAmong, isOwnedBy } from "../db/owned-rows.ts";
import { type ListOrder, type PageQuery, sortPage } from "../db/paging.ts";
import { characterChats, characterStories, characters, stories } from "../db/schema/index.ts";
import { selectCharacters } from "./store.ts";

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
