import * as v from "valibot";
import { requireUnchanged } from "#domain/edit-conflict.ts";
import { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import {
  type DeletedStory,
  INITIAL_STORY_SORT,
  type Library,
  type ListedStory,
  type StorySort,
} from "#domain/library.ts";
import type { LibraryQuery } from "#domain/library-query.ts";
import type { MessagePage } from "#domain/message.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import { LENGTH_NOT_IN_PLAN } from "#domain/plan-prices.ts";
import { toRestorableSince } from "#domain/recently-deleted.ts";
import {
  type CastMember,
  castMemberSchema,
  DEFAULT_STORY_TITLE,
  NO_MESSAGES_YET,
  type PersonCorrection,
  type StoryRecord,
  type StoryStatus,
  storyRecordSchema,
} from "#domain/story-record.ts";
import type { NewStory, UpdateStory } from "#domain/story-schemas.ts";
import type { StoryObject } from "#durable-objects/story.ts";
import { requireAdult } from "../accounts/service.ts";
import { findPlayerName } from "../ai/cast/player.ts";
import {
  type ConversationAccess,
  type MessagesOptions,
  type OpenConversations,
  unwrap,
} from "../conversations/access.ts";
import { findCreationRefusal, toCreationRoom } from "../db/creation-limits.ts";
import { requireRow } from "../db/owned-rows.ts";
import { type ListPage, type PageRequest, readDeletedPage, readPage } from "../db/paging.ts";
import type { SharedParts } from "../services.ts";
import { isBeyondPlan, takeWritable } from "./beyond-plan-store.ts";
import { deleteStoryRow, findDeletedStory, listDeletedStories, restoreStoryRow } from "./deleted-store.ts";
import {
  type LibrarySummary,
  listStories,
  listStoryCards,
  STORY_ORDERS,
  type StoryCardRow,
  summariseLibrary,
} from "./library-store.ts";
import {
  countOwnStories,
  findStoryBrief,
  findStoryByRequest,
  insertStory,
  type NewStoryRow,
  STORY_CREATION,
  type StoryRow,
  updateStoryRow,
} from "./store.ts";

type ListOptions = PageRequest & {
  sort?: StorySort;
  /** Absent: stories of every status. */
  status?: StoryStatus;
  search?: string;
};

type StoryServiceParts = Pick<SharedParts, "accounts" | "db" | "now"> & {
  conversations: ConversationAccess<StoryRow, StoryObject>;
};

/**
 * Whole rows of the library, with two books in a row and with three. The first page is rendered on the server and fills a screen of
 * 1920 x 1080; the next one is loaded before the reader is at the end of it.
 */
const FIRST_PAGE = 12;
const FURTHER_PAGE = 24;

const EMPTY_LIBRARY: LibrarySummary = { archived: false, deleted: false, latestActive: [], waiting: null };

/** The rules of stories. Ownership and the way to a story's object are those of every conversation (`conversations`). */
export class StoryService {
  readonly #parts: StoryServiceParts;
  /** The calls that are the same for stories and chats. */
  readonly conversations: OpenConversations;

  constructor(parts: StoryServiceParts) {
    this.#parts = parts;
    this.conversations = parts.conversations;
  }

  /** A page of the caller's stories. */
  async list(options: ListOptions = {}): Promise<ListPage<StoryRecord>> {
    const { sort = INITIAL_STORY_SORT, status, search, ...request } = options;
    const { records, next } = await readPage(request, STORY_ORDERS[sort].by, (query) =>
      listStories(this.#parts.db, this.#ownerId, { ...query, sort, status, search }),
    );
    return { records: records.map(toStoryRecord), next };
  }

  /** Everything that the library page shows, in one round trip to the database. */
  async library(query: LibraryQuery): Promise<Library> {
    const { accounts, db } = this.#parts;
    const ownerId = this.#ownerId;
    const { cursor, ...filter } = query;
    const [user, { records, next }, summary] = await Promise.all([
      accounts.ensure(),
      readPage(
        { cursor, limit: cursor === null ? FIRST_PAGE : FURTHER_PAGE },
        STORY_ORDERS[query.sort].by,
        (page) => listStoryCards(db, ownerId, { ...page, ...filter }),
      ),
      this.#summarise(),
    ]);
    const { activeStories } = PLAN_LIMITS[user.tier];
    const hasRoom = activeStories === null || user.plan.activeStoryCount < activeStories;
    return {
      stories: records.map(toListedStory),
      next,
      writableIds: takeWritable(summary.latestActive, user.tier),
      shelves: { archived: summary.archived, deleted: summary.deleted },
      waiting: summary.waiting && { ...summary.waiting, hasRoom },
    };
  }

  /** The ids of the caller's active stories that can be written in; `null`: all of them. */
  async listWritableIds(): Promise<readonly string[] | null> {
    const [{ tier }, { latestActive }] = await Promise.all([
      this.#parts.accounts.ensure(),
      this.#summarise(),
    ]);
    return takeWritable(latestActive, tier);
  }

  /** How many stories the caller has; those recently deleted don't count. */
  async count(): Promise<number> {
    return countOwnStories(this.#parts.db, this.#ownerId);
  }

  /** A page of "Recently deleted", the latest first. */
  async deleted(request: PageRequest = {}): Promise<ListPage<DeletedStory>> {
    const { db, now } = this.#parts;
    const userId = this.#ownerId;
    return readDeletedPage(request, now(), (query) => listDeletedStories(db, userId, query), toStoryRecord);
  }

  /** Whether there is anything in the archive. */
  async hasArchived(): Promise<boolean> {
    return (await this.#summarise()).archived;
  }

  async #summarise(): Promise<LibrarySummary> {
    const { db, now } = this.#parts;
    const [summary = EMPTY_LIBRARY] = await summariseLibrary(db, this.#ownerId, toRestorableSince(now()));
    return summary;
  }

  /**
   * Begins a story; the same request sent again is answered with the same story. Throws CONSENT_REQUIRED,
   * AGE_CONFIRMATION_REQUIRED for adult content, STORY_LENGTH_EXCEEDED and STORY_LIMIT_EXCEEDED where the plan allows no such
   * length or no more active stories, RATE_LIMITED and STORY_TOTAL_EXCEEDED above the limits against misuse,
   * REQUEST_CONFLICT when the request id belongs to a different story.
   */
  async create(input: NewStory): Promise<StoryRecord> {
    const user = await this.#parts.accounts.requireConsented();
    const plan = PLAN_LIMITS[user.tier];
    if (input.isNSFW) requireAdult(user);
    if (!plan.storyLengths.some((length) => length === input.storyLength)) {
      throw new AppError("STORY_LENGTH_EXCEEDED", { message: LENGTH_NOT_IN_PLAN, field: "storyLength" });
    }
    const { db } = this.#parts;
    const now = this.#parts.now();
    const row = toNewRow(user.id, input, now);
    const room = toCreationRoom(STORY_CREATION, plan.activeStories, now);
    if (await insertStory(db, row, room)) return this.get(row.id);
    const [begun] = row.requestId === null ? [] : await findStoryByRequest(db, user.id, row.requestId);
    if (begun === undefined) {
      const refusal = await findCreationRefusal(db, STORY_CREATION, user.id, room);
      throw refusal ?? new AppError("RATE_LIMITED", { retryAfterSeconds: 1 }); // there is room again by now
    }
    if (!isSameStory(begun, row)) throw new AppError("REQUEST_CONFLICT");
    return this.get(begun.id);
  }

  async get(storyId: string): Promise<StoryRecord> {
    return toStoryRecord(await this.#parts.conversations.find(storyId));
  }

  /** A story with a page of its messages, backwards from its end or from `before`. */
  async open(storyId: string, options: MessagesOptions): Promise<{ story: StoryRecord; page: MessagePage }> {
    const { conversations } = this.#parts;
    const row = await conversations.find(storyId);
    return { story: toStoryRecord(row), page: await conversations.readMessagesOf(row, options) };
  }

  /** Whether the story can only be read until others are archived or the plan is a larger one. */
  async isBeyondPlan(storyId: string): Promise<boolean> {
    const { accounts, db } = this.#parts;
    const { tier, plan } = await accounts.ensure();
    const { activeStories } = PLAN_LIMITS[tier];
    if (activeStories === null || plan.activeStoryCount <= activeStories) return false;
    const [row] = await findStoryBrief(db, this.#ownerId, storyId);
    return row !== undefined && isBeyondPlan(row);
  }

  /**
   * What the person has been shown at this place of a story of theirs; `null` where nothing was asked for yet. Costs nothing.
   */
  async shownSuggestion({ storyId }: StoryRecord): Promise<string | null> {
    return this.#parts.conversations.object(storyId).findShownSuggestion();
  }

  /**
   * What the person could write next, charged once per place in the story. `another`: a different one from the last. Throws
   * NOT_BEGUN before the opening, MONTHLY_LIMIT_EXCEEDED, MODEL_UNAVAILABLE, and RATE_LIMITED after too many others.
   */
  async suggestion(storyId: string, options: { another: boolean }): Promise<string> {
    const { conversations } = this.#parts;
    const row = await conversations.find(storyId);
    const result = await conversations.object(row.id).suggest(options);
    if (!result.ok) {
      const { code, retryAfterSeconds = null } = result;
      throw new AppError(code, { retryAfterSeconds });
    }
    return result.suggestion;
  }

  /**
   * Changes title, description or status, and tells everybody who reads it. Throws STORY_LIMIT_EXCEEDED where it would
   * become one active story more than the plan has, and AGE_CONFIRMATION_REQUIRED where a story of adult content would come back
   * from the archive, and EDIT_CONFLICT as `requireUnchanged` does.
   */
  async update(storyId: string, { before, ...change }: UpdateStory): Promise<StoryRecord> {
    const { accounts, conversations, db, now } = this.#parts;
    const user = await accounts.requireConsented();
    if (Object.keys(change).length === 0) return this.get(storyId);
    const found = await conversations.find(storyId);
    if (change.status === "active" && found.isNSFW) requireAdult(user);
    const { title: titleBefore, ...others } = before ?? {};
    // A title that the AI has given meanwhile is no conflict.
    requireUnchanged(found, titleBefore === DEFAULT_STORY_TITLE ? others : before, change);
    const room = { limit: PLAN_LIMITS[user.tier].activeStories, now: now() };
    const [row] = await updateStoryRow(db, found, change, room);
    if (!row) {
      const latest = await conversations.find(storyId);
      const isChanged = latest.title !== found.title || latest.description !== found.description;
      if (isChanged) return this.update(storyId, { ...change, before });
      throw new AppError("STORY_LIMIT_EXCEEDED");
    }
    const { title, description, status } = row;
    await conversations.object(row.id).announce({ type: "conversation-updated", title, description, status });
    return toStoryRecord(row);
  }

  /** Corrects somebody of the story's cast; see `correctPersonSchema`. Throws NOT_FOUND for a person who is not there. */
  async correctPerson(storyId: string, personId: string, change: PersonCorrection): Promise<CastMember[]> {
    const { conversations } = this.#parts;
    const row = await conversations.findWritable(storyId);
    const owner = { conversationId: row.id, userId: row.userId };
    const outcome: unknown = await conversations.object(row.id).correctPerson(owner, personId, change);
    return unwrap(v.array(castMemberSchema), outcome);
  }

  /** Throws STORY_READ_ONLY for a story that is archived or beyond the plan. */
  async requireWritable({ id, status }: StoryRow): Promise<void> {
    if (status !== "active" || (await this.isBeyondPlan(id))) throw new AppError("STORY_READ_ONLY");
  }

  /** Takes the story out of every list and call, and ends what is open on it. It can be restored for a while. */
  async remove(storyId: string): Promise<void> {
    const { conversations, db, now } = this.#parts;
    const userId = this.#ownerId;
    const { id } = requireRow(await deleteStoryRow(db, userId, storyId, now()));
    await conversations.tell(id, (object) => object.close({ conversationId: id, userId }));
  }

  /**
   * Takes the story out of "Recently deleted". Throws STORY_LIMIT_EXCEEDED where it would be one active story more than the
   * plan has, AGE_CONFIRMATION_REQUIRED for adult content, NOT_FOUND once it is purged. For a story that is restored already it only
   * tells the object again, which may not have heard.
   */
  async restore(storyId: string): Promise<StoryRecord> {
    const { accounts, conversations, db } = this.#parts;
    const user = await accounts.requireConsented();
    const userId = this.#ownerId;
    const since = toRestorableSince(this.#parts.now());
    const limit = PLAN_LIMITS[user.tier].activeStories;
    const [deleted] = await findDeletedStory(db, userId, storyId, since);
    if (deleted?.isNSFW) requireAdult(user);
    const [restored] = deleted ? await restoreStoryRow(db, userId, storyId, { since, limit }) : [];
    if (deleted && !restored) throw new AppError("STORY_LIMIT_EXCEEDED");
    const row = restored ?? (await conversations.find(storyId));
    await conversations.tell(row.id, (object) => object.reopen());
    return toStoryRecord(row);
  }

  get #ownerId(): string {
    return this.#parts.conversations.ownerId;
  }
}

function toNewRow(userId: string, { title, requestId, ...premise }: NewStory, now: Date) {
  return {
    ...premise,
    id: createId(),
    userId,
    title: title || DEFAULT_STORY_TITLE,
    playerName: findPlayerName(premise.character),
    customData: {},
    requestId: requestId ?? null,
    cast: [],
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  } satisfies NewStoryRow;
}

function toListedStory({ id, genre, subGenre, isNSFW, foldedTitle: _, ...row }: StoryCardRow): ListedStory {
  return { storyId: id, ...row, metadata: { genre, subGenre, isNSFW } };
}

function toStoryRecord(row: StoryRow): StoryRecord {
  const metadata = {
    ...row,
    type: "story",
    lastMessage: row.lastMessage ?? NO_MESSAGES_YET,
    mainCharacters: row.cast,
    userCharacter: { name: row.playerName, description: row.character, role: "Main Character" },
  } as const;
  const record = { ...row, storyId: row.id, chatId: row.id, metadata } satisfies StoryRecord;
  return v.parse(storyRecordSchema, record);
}

const ASKED_FOR = ["genre", "subGenre", "character", "description", "storyLength", "isNSFW"] as const;

/** Whether a request asks for the story that it has begun already. Its title may have been changed since then. */
function isSameStory(begun: StoryRow, asked: Pick<StoryRow, (typeof ASKED_FOR)[number]>): boolean {
  return ASKED_FOR.every((field) => begun[field] === asked[field]);
}
