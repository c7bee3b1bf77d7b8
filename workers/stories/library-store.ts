import { and, eq, type SQL, sql } from "drizzle-orm";
import type { StorySort } from "#domain/library.ts";
import type { StoryStatus } from "#domain/story-record.ts";
import { foldText } from "#domain/text.ts";
import type { Database } from "../db/client.ts";
import { isOwnedBy } from "../db/owned-rows.ts";
import { type ListOrder, type PageQuery, sortPage } from "../db/paging.ts";
import { stories, users } from "../db/schema/index.ts";
import { listLatestActive } from "./beyond-plan-store.ts";
import { type StoryRow, selectStories } from "./store.ts";

/** How a list of stories is sorted. */
export const STORY_ORDERS = {
  recent: { by: "updatedAt", order: "descending" },
  oldest: { by: "updatedAt", order: "ascending" },
  "name-asc": { by: "foldedTitle", order: "ascending" },
  "name-desc": { by: "foldedTitle", order: "descending" },
} as const satisfies Record<StorySort, ListOrder>;

/** Further words of a search are ignored: each word is looked for in every story that the search reads. */
const SEARCH_WORDS_MAX = 8;

export type StoryListQuery = PageQuery & {
  sort: StorySort;
  /** Absent: stories of every status. */
  status?: StoryStatus;
  /** Absent or empty: all of them. */
  search?: string;
};

/**
 * A page of a user's stories. It reads the rows of the page alone, however far down the list it is; a search reads on until
 * it has found enough, at most all of the user's stories.
 */
export function listStories(db: Database, userId: string, query: StoryListQuery) {
  const { rest, order } = sortPage(stories, STORY_ORDERS[query.sort], query);
  return selectStories(db, and(isListed(userId, query), rest)).orderBy(...order);
}

/** The same with what a card of the library shows: a whole row is five times as long. */
export function listStoryCards(db: Database, userId: string, query: StoryListQuery) {
  const { rest, order } = sortPage(stories, STORY_ORDERS[query.sort], query);
  return db
    .select(CARD)
    .from(stories)
    .where(and(isListed(userId, query), rest))
    .orderBy(...order);
}

const CARD = {
  id: stories.id,
  title: stories.title,
  description: stories.description,
  status: stories.status,
  updatedAt: stories.updatedAt,
  genre: stories.genre,
  subGenre: stories.subGenre,
  isNSFW: stories.isNSFW,
  foldedTitle: stories.foldedTitle,
};
export type StoryCardRow = Pick<StoryRow, keyof typeof CARD>;

function isListed(userId: string, { status, search = "" }: StoryListQuery): SQL | undefined {
  const words = foldText(search)
    .split(" ")
    .slice(0, SEARCH_WORDS_MAX)
    .filter((word) => word !== "");
  return and(
    isOwnedBy(stories, userId),
    status === undefined ? undefined : eq(stories.status, status),
    ...words.map(containsWord),
  );
}

/**
 * True for stories that have the word in the title or the description. `instr` and not LIKE: it has no wildcards, and D1 takes
 * LIKE patterns of 50 bytes at most.
 */
function containsWord(word: string): SQL {
  return sql`(instr(${stories.foldedTitle}, ${word}) > 0 OR instr(${stories.foldedDescription}, ${word}) > 0)`;
}

/** What the library shows beside its stories. `waiting`: the latest story from the demo that waits for room. */
export type LibrarySummary = {
  archived: boolean;
  deleted: boolean;
  /** See `listLatestActive`. */
  latestActive: string[];
  waiting: { storyId: string; title: string } | null;
};

/** Returns one row, or none if there is no such user. `deleted`: whether stories were deleted after `since`. */
export function summariseLibrary(db: Database, userId: string, since: Date) {
  const theirs = sql`FROM ${stories} AS own WHERE own.user_id = ${userId}`;
  return db
    .select({
      archived: sql`EXISTS (SELECT 1 ${theirs} AND own.status = 'archived' AND own.deleted_at IS NULL)`
        .mapWith(Boolean)
        .as("archived"),
      deleted: sql`EXISTS (SELECT 1 ${theirs} AND own.deleted_at > ${since.toISOString()})`
        .mapWith(Boolean)
        .as("deleted"),
      latestActive: listLatestActive(userId).as("latest_active"),
      // The plus has SQLite choose the index of the stories that wait, not that of the archive.
      waiting: sql`(SELECT json_object('storyId', own.id, 'title', own.title) ${theirs}
          AND own.waits_for_room = 1 AND +own.status = 'archived' AND own.deleted_at IS NULL
          ORDER BY own.updated_at DESC LIMIT 1)`
        .mapWith((story): LibrarySummary["waiting"] => JSON.parse(story))
        .as("waiting"),
    })
    .from(users)
    .where(eq(users.id, userId));
}
