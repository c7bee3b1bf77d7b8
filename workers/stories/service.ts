import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { isId, newId } from "#domain/ids.ts";
import {
  MESSAGES_PER_PAGE,
  MESSAGES_PER_PAGE_MAX,
  type MessagePage,
  messagePageSchema,
} from "#domain/message.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import {
  DEFAULT_STORY_TITLE,
  type NewStory,
  NO_MESSAGES_YET,
  type StoryRecord,
  type UpdateStory,
} from "#domain/story.ts";
import type { StoryObject } from "#durable-objects/story.ts";
import type { AccountService } from "../accounts/service.ts";
import { playerOf } from "../ai/cast/player.ts";
import type { Caller } from "../auth/caller.ts";
import type { LiveSessions } from "../auth/live-sessions.ts";
import type { Database } from "../db/client.ts";
import {
  insertStoryWithin,
  type StoryCursor,
  type StoryRow,
  type StorySort,
  storiesPage,
  storyOf,
  updateStory,
} from "./store.ts";

export const STORIES_PER_PAGE = 50;
const STORIES_PER_PAGE_MAX = 100;
const CLOSE_TRIES = 3;
const CLOSE_RETRY_MS = 200;

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
  async list(
    options: { sort?: StorySort; cursor?: string | null; limit?: number } = {},
  ): Promise<{ stories: StoryRecord[]; next: string | null }> {
    const sort = options.sort ?? "recent";
    const limit = Math.min(options.limit ?? STORIES_PER_PAGE, STORIES_PER_PAGE_MAX);
    const rows = await storiesPage(this.#parts.db, this.#userId(), {
      sort,
      after: options.cursor ? decodeCursor(options.cursor) : null,
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const more = rows.length > limit && last !== undefined;
    return { stories: page.map(toRecord), next: more ? encodeCursor(sort, last) : null };
  }

  /**
   * Begins a story. Throws CONSENT_REQUIRED, AGE_CONFIRMATION_REQUIRED for adult content, STORY_LENGTH_EXCEEDED for a
   * length and STORY_LIMIT_EXCEEDED for a number of stories that the plan does not have.
   */
  async create(input: NewStory): Promise<StoryRecord> {
    const user = await this.#parts.accounts.requireConsented();
    const limits = PLAN_LIMITS[user.tier];
    if (input.isNSFW && !user.ageConfirmed18NSFW) throw new AppError("AGE_CONFIRMATION_REQUIRED");
    if (!limits.storyLengths.some((length) => length === input.storyLength)) {
      throw new AppError("STORY_LENGTH_EXCEEDED", { field: "storyLength" });
    }
    const now = this.#parts.now().toISOString();
    const row = {
      id: newId(),
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
      isNSFW: input.isNSFW,
      customData: {},
      cast: [],
      createdAt: now,
      updatedAt: now,
    };
    if (!(await insertStoryWithin(this.#parts.db, row, limits.activeStories))) {
      throw new AppError("STORY_LIMIT_EXCEEDED");
    }
    return this.get(row.id);
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

  async update(storyId: string, change: UpdateStory): Promise<StoryRecord> {
    await this.#parts.accounts.requireConsented();
    const row = await this.#change(storyId, change);
    const { title, description } = row;
    await this.#object(row.id).announce({ type: "conversation-updated", title, description });
    return toRecord(row);
  }

  /** Takes the story out of every list and call, and ends what is open on it. */
  async remove(storyId: string): Promise<void> {
    await this.#parts.accounts.requireConsented();
    const row = await this.#change(storyId, { deletedAt: this.#parts.now().toISOString() });
    await this.#close({ conversationId: row.id, userId: row.userId });
  }

  /** A deploy may reset the object in the middle of the call; told once more it changes nothing. */
  async #close(owner: { conversationId: string; userId: string }): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#object(owner.conversationId).close(owner);
      } catch (error) {
        if (tries === CLOSE_TRIES) throw error;
        await scheduler.wait(CLOSE_RETRY_MS * tries);
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

  async #change(storyId: string, change: Parameters<typeof updateStory>[3]): Promise<StoryRow> {
    const userId = this.#userId();
    if (!isId(storyId)) throw new AppError("NOT_FOUND");
    const [row] = await updateStory(this.#parts.db, userId, storyId, change, this.#parts.now());
    if (!row) throw new AppError("NOT_FOUND");
    return row;
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

function encodeCursor(sort: StorySort, row: StoryRow): string {
  const key = sort === "name-asc" || sort === "name-desc" ? row.title : row.updatedAt;
  return btoa(encodeURIComponent(JSON.stringify([key, row.id])));
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
      userCharacter: playerOf(row.character),
      customData: row.customData,
    },
  };
}
