import * as v from "valibot";
import { RECENTLY_DELETED_MS, toPurgeTime } from "#domain/deletion.ts";
import { AppError } from "#domain/errors.ts";
import { createId, isId } from "#domain/ids.ts";
import type { DeletedStory, StorySort } from "#domain/library.ts";
import {
  MESSAGES_PER_PAGE,
  MESSAGES_PER_PAGE_MAX,
  type MessagePage,
  messagePageSchema,
} from "#domain/message.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import {
  DEFAULT_STORY_TITLE,
  NO_MESSAGES_YET,
  type StoryRecord,
  type StoryStatus,
} from "#domain/story-record.ts";
import type { NewStory, UpdateStory } from "#domain/story-schemas.ts";
import type { StoryObject } from "#durable-objects/story.ts";
import type { AccountService } from "../accounts/service.ts";
import { findPlayerName } from "../ai/cast/player.ts";
import type { Caller } from "../auth/caller.ts";
import type { LiveSessions } from "../auth/live-sessions.ts";
import type { Database } from "../db/client.ts";
import {
  deletedPage,
  deletedStoryOf,
  deleteStory,
  insertStoryWithin,
  restoreStory,
  type StoryCursor,
  type StoryRow,
  shelvesOf,
  sortKeyOf,
  storiesPage,
  storyBegunBy,
  storyOf,
  updateStory,
} from "./store.ts";

export const STORIES_PER_PAGE = 50;
const STORIES_PER_PAGE_MAX = 100;
const TELL_TRIES = 3;
const TELL_RETRY_MS = 200;

type ListOptions = {
  sort?: StorySort;
  cursor?: string | null;
  limit?: number;
  /** Absent: stories of every status. */
  status?: StoryStatus;
  search?: string;
};

type StoryServiceParts = {
  caller: Caller | null;
  accounts: AccountService;
  db: Database;
  objects: DurableObjectNamespace<StoryObject>;
  liveSessions: LiveSessions;
  now: () => Date;
};

/** Stories of the caller. A story that is somebody else's, missing or no id at all is NOT_FOUND, all alike. */
export class StoryService {
  readonly #parts: StoryServiceParts;

  constructor(parts: StoryServiceParts) {
    this.#parts = parts;
  }

  /** A page of the caller's stories; `next` is the cursor of the page after it, `null` at the end. */
  async list(options: ListOptions = {}): Promise<{ stories: StoryRecord[]; next: string | null }> {
    const { sort = "recent", status, search } = options;
    const limit = Math.min(options.limit ?? STORIES_PER_PAGE, STORIES_PER_PAGE_MAX);
    const rows = await storiesPage(this.#parts.db, this.#userId(), {
      sort,
      after: options.cursor ? decodeCursor(options.cursor) : null,
      limit: limit + 1,
      ...(status === undefined ? {} : { status }),
      ...(search === undefined ? {} : { search }),
    });
    const { page, next } = cutPage(rows, limit, (row) => sortKeyOf(sort, row));
    return { stories: page.map(toRecord), next };
  }

  /** A page of "Recently deleted", the latest first. */
  async deleted(
    options: { cursor?: string | null; limit?: number } = {},
  ): Promise<{ stories: DeletedStory[]; next: string | null }> {
    const limit = Math.min(options.limit ?? STORIES_PER_PAGE, STORIES_PER_PAGE_MAX);
    const rows = await deletedPage(this.#parts.db, this.#userId(), {
      since: this.#restorableSince(),
      after: options.cursor ? decodeCursor(options.cursor) : null,
      limit: limit + 1,
    });
    const { page, next } = cutPage(rows, limit, (row) => row.deletedAt ?? "");
    return { stories: page.flatMap(toDeleted), next };
  }

  /** Whether there is anything in the archive and in "Recently deleted". */
  async shelves(): Promise<{ archived: boolean; deleted: boolean }> {
    const { db } = this.#parts;
    const [archived, deleted] = await db.batch(shelvesOf(db, this.#userId(), this.#restorableSince()));
    return { archived: archived.length > 0, deleted: deleted.length > 0 };
  }

  /**
   * Begins a story; the same request sent again is answered with the same story. Throws CONSENT_REQUIRED,
   * AGE_CONFIRMATION_REQUIRED for adult content, STORY_LENGTH_EXCEEDED for a length and STORY_LIMIT_EXCEEDED for a number
   * of stories that the plan does not have, REQUEST_CONFLICT when the request has begun another story than this.
   */
  async create(input: NewStory): Promise<StoryRecord> {
    const user = await this.#parts.accounts.requireConsented();
    const limits = PLAN_LIMITS[user.tier];
    if (input.isNSFW && !user.ageConfirmed18NSFW) {
      throw new AppError("AGE_CONFIRMATION_REQUIRED", { field: "isNSFW" });
    }
    if (!limits.storyLengths.some((length) => length === input.storyLength)) {
      throw new AppError("STORY_LENGTH_EXCEEDED", { field: "storyLength" });
    }
    const now = this.#parts.now().toISOString();
    const row = {
      id: createId(),
      userId: user.id,
      title: input.title || DEFAULT_STORY_TITLE,
      description: input.description,
      storyLength: input.storyLength,
      genre: input.genre,
      subGenre: input.subGenre,
      categories: input.categories,
      tropes: input.tropes,
      setting: input.setting,
      character: input.character,
      playerName: findPlayerName(input.character),
      isNSFW: input.isNSFW,
      customData: {},
      requestId: input.requestId ?? null,
      cast: [],
      createdAt: now,
      updatedAt: now,
    };
    if (await insertStoryWithin(this.#parts.db, row, limits.activeStories)) return this.get(row.id);
    const begun = await this.#begunBy(row.requestId);
    if (begun === undefined) throw new AppError("STORY_LIMIT_EXCEEDED");
    if (!asksForTheSame(begun, row)) throw new AppError("REQUEST_CONFLICT");
    return this.get(begun.id);
  }

  async #begunBy(requestId: string | null): Promise<StoryRow | undefined> {
    if (requestId === null) return undefined;
    const [begun] = await storyBegunBy(this.#parts.db, this.#userId(), requestId);
    return begun;
  }

  async get(storyId: string): Promise<StoryRecord> {
    return toRecord(await this.#row(storyId));
  }

  /** The story as it is read, backwards from its end or from `before`. */
  async messages(
    storyId: string,
    options: { before?: string | null; limit?: number } = {},
  ): Promise<MessagePage> {
    const row = await this.#row(storyId);
    const limit = Math.min(options.limit ?? MESSAGES_PER_PAGE, MESSAGES_PER_PAGE_MAX);
    const page = await this.#object(row.id).messages({ before: options.before ?? null, limit });
    if (page === null) throw new AppError("NOT_FOUND");
    return v.parse(messagePageSchema, page);
  }

  /**
   * What the person could write next, charged once per place in the story. `another`: a different one from the last. Throws
   * MONTHLY_LIMIT_EXCEEDED, MODEL_UNAVAILABLE, and RATE_LIMITED after too many others.
   */
  async suggestion(storyId: string, options: { another: boolean }): Promise<string> {
    await this.#parts.accounts.requireConsented();
    const row = await this.#row(storyId);
    const result = await this.#object(row.id).suggest(options);
    if (!result.ok) throw new AppError(result.code);
    return result.suggestion;
  }

  /**
   * Changes title, description or status, and tells everybody who reads it. Throws STORY_LIMIT_EXCEEDED where it would
   * become one active story more than the plan has.
   */
  async update(storyId: string, change: UpdateStory): Promise<StoryRecord> {
    const { tier } = await this.#parts.accounts.requireConsented();
    if (Object.keys(change).length === 0) return this.get(storyId);
    const { db, now } = this.#parts;
    const limit = PLAN_LIMITS[tier].activeStories;
    const userId = this.#userId();
    const [row] = isId(storyId) ? await updateStory(db, userId, storyId, change, { limit, now: now() }) : [];
    if (!row) {
      await this.#row(storyId); // throws NOT_FOUND; what is there was refused for the limit
      throw new AppError("STORY_LIMIT_EXCEEDED");
    }
    const { title, description, status } = row;
    await this.#object(row.id).announce({ type: "conversation-updated", title, description, status });
    return toRecord(row);
  }

  /** Takes the story out of every list and call, and ends what is open on it. It can be restored for a while. */
  async remove(storyId: string): Promise<void> {
    await this.#parts.accounts.requireConsented();
    const userId = this.#userId();
    if (!isId(storyId)) throw new AppError("NOT_FOUND");
    const [row] = await deleteStory(this.#parts.db, userId, storyId, this.#parts.now());
    if (!row) throw new AppError("NOT_FOUND");
    await this.#tell(row.id, (object) => object.close({ conversationId: row.id, userId }));
  }

  /**
   * Takes the story out of "Recently deleted". Throws STORY_LIMIT_EXCEEDED where it would be one active story more than the
   * plan has, NOT_FOUND once it is gone for good. Asked once more it changes nothing: its object may not have heard.
   */
  async restore(storyId: string): Promise<StoryRecord> {
    const { tier } = await this.#parts.accounts.requireConsented();
    const userId = this.#userId();
    if (!isId(storyId)) throw new AppError("NOT_FOUND");
    const { db } = this.#parts;
    const since = this.#restorableSince();
    const limit = PLAN_LIMITS[tier].activeStories;
    const [restored] = await restoreStory(db, userId, storyId, { since, limit });
    if (!restored && (await deletedStoryOf(db, userId, storyId, since)).length > 0) {
      throw new AppError("STORY_LIMIT_EXCEEDED");
    }
    const row = restored ?? (await this.#row(storyId));
    await this.#tell(row.id, (object) => object.reopen());
    return toRecord(row);
  }

  /** A deploy may reset the object in the middle of the call; told once more it changes nothing. */
  async #tell(storyId: string, call: (object: DurableObjectStub<StoryObject>) => Promise<void>) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await call(this.#object(storyId));
      } catch (error) {
        if (tries === TELL_TRIES) throw error;
        await scheduler.wait(TELL_RETRY_MS * tries);
      }
    }
  }

  /** Hands a live request of the owner to the story's object. */
  async connect(storyId: string, request: Request): Promise<Response> {
    const caller = this.#caller();
    const row = await this.#row(storyId);
    if (request.method === "GET") await this.#parts.liveSessions.opening(caller, "story", row.id);
    const headers = new Headers(request.headers);
    headers.set("X-Talespark-Conversation", row.id);
    headers.set("X-Talespark-User", row.userId);
    headers.set("X-Talespark-Session", caller.sessionId ?? "");
    return this.#object(row.id).fetch(new Request(request, { headers }));
  }

  async #row(storyId: string): Promise<StoryRow> {
    const userId = this.#userId();
    if (!isId(storyId)) throw new AppError("NOT_FOUND");
    const [row] = await storyOf(this.#parts.db, userId, storyId);
    if (!row) throw new AppError("NOT_FOUND");
    return row;
  }

  /** What was deleted before then can't be brought back any more. */
  #restorableSince(): Date {
    return new Date(this.#parts.now().getTime() - RECENTLY_DELETED_MS);
  }

  #userId(): string {
    return this.#caller().userId;
  }

  #caller(): Caller {
    if (!this.#parts.caller) throw new AppError("UNAUTHENTICATED");
    return this.#parts.caller;
  }

  #object(storyId: string): DurableObjectStub<StoryObject> {
    return this.#parts.objects.get(this.#parts.objects.idFromName(storyId));
  }
}

const cursorSchema = v.pipe(v.string(), v.parseJson(), v.strictTuple([v.string(), v.string()]));

/** A page from rows of which one more was asked for than it holds, and the cursor of the next if that one came. */
function cutPage(rows: StoryRow[], limit: number, keyOf: (row: StoryRow) => string) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last ? encodeCursor([keyOf(last), last.id]) : null };
}

function encodeCursor(place: v.InferOutput<typeof cursorSchema>): string {
  return btoa(encodeURIComponent(JSON.stringify(place)));
}

/** Throws INVALID_INPUT for a cursor that is not one of ours. */
function decodeCursor(cursor: string): StoryCursor {
  try {
    const [key, id] = v.parse(cursorSchema, decodeURIComponent(atob(cursor)));
    return { key, id };
  } catch (cause) {
    throw new AppError("INVALID_INPUT", {
      message: "This page of the list does not exist.",
      field: "cursor",
      cause,
    });
  }
}

function toDeleted(row: StoryRow): DeletedStory[] {
  const { deletedAt } = row;
  return deletedAt === null ? [] : [{ ...toRecord(row), deletedAt, goneAt: toPurgeTime(deletedAt) }];
}

export function toRecord(row: StoryRow): StoryRecord {
  return {
    storyId: row.id,
    chatId: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    currentChapter: row.currentChapter,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    storyLength: row.storyLength,
    character: row.character,
    metadata: {
      type: "story",
      lastMessage: row.lastMessage ?? NO_MESSAGES_YET,
      lastMessageId: row.lastMessageId,
      lastMessageRole: row.lastMessageRole,
      genre: row.genre,
      subGenre: row.subGenre,
      setting: row.setting,
      currentLocation: row.currentLocation,
      categories: row.categories,
      tropes: row.tropes,
      isNSFW: row.isNSFW,
      messageCount: row.messageCount,
      mainCharacters: row.cast,
      userCharacter: { name: row.playerName, description: row.character, role: "Main Character" },
      customData: row.customData,
    },
  };
}

const ASKED_FOR = ["genre", "subGenre", "character", "description", "storyLength", "isNSFW"] as const;

/** Whether a story is what is asked for; its title and setting may have changed since it was begun. */
function asksForTheSame(begun: StoryRow, asked: Pick<StoryRow, (typeof ASKED_FOR)[number]>): boolean {
  return ASKED_FOR.every((field) => begun[field] === asked[field]);
}
