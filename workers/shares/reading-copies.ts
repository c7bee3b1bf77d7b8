import { base64url } from "jose";
import * as v from "valibot";
import { toCoverPath } from "#domain/cover.ts";
import { AppError } from "#domain/errors.ts";
import { GENRE_SLUGS, type GenreSlug } from "#domain/genres.ts";
import { hashSha256 } from "#domain/hash.ts";
import { createId } from "#domain/ids.ts";
import { cutIntoPieces, toTreeMessage } from "#domain/incoming-tree.ts";
import { MESSAGES_PER_PAGE_MAX } from "#domain/message.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import {
  type ReadingStep,
  SHARED_PER_PAGE,
  type SharedPage,
  sharedPageSchema,
  shareTokenSchema,
  toPreviewPrefix,
} from "#domain/share.ts";
import type { StoryLength } from "#domain/story-record.ts";
import type { StoryObject } from "#durable-objects/story.ts";
import { requireAdult } from "../accounts/service.ts";
import type { ConversationAccess } from "../conversations/access.ts";
import type { NewConversation, TreeWriter } from "../conversations/tree-writer.ts";
import type { Database } from "../db/client.ts";
import type { FeedbackService } from "../feedback/service.ts";
import { readPicture, type StoredPicture } from "../pictures/stored-pictures.ts";
import type { SharedParts } from "../services.ts";
import type { Settings } from "../settings.ts";
import type { NewStoryRow, StoryRow } from "../stories/store.ts";
import { countReading, type SharedStoryRow } from "./store.ts";

type ReadingCopyParts = Pick<SharedParts, "settings" | "accounts" | "bucket" | "now"> & {
  conversations: ConversationAccess<StoryRow, StoryObject>;
  feedback: Pick<FeedbackService, "report">;
  writer: TreeWriter;
  /** Looks for a share in all databases of people. */
  findShare: (tokenHash: string) => Promise<{ row: SharedStoryRow; db: Database } | null>;
  /** What tells one reader from another for the counts; never stored. `null`: not known. */
  findReaderKey: () => Promise<string | null>;
};

/** What a reader of a copy is shown. Nothing in it names the author's account, the story or a message. */
export type ReadingCopy = SharedPage & {
  title: string;
  penName: string;
  genre: GenreSlug;
  coverPath: string;
  /** The mark of its own picture for messengers; `null`: there is none. */
  preview: string | null;
  grows: boolean;
  mayFork: boolean;
  /** Search engines may list it. */
  isIndexed: boolean;
  /** `false`: only for adults. */
  isForEverybody: boolean;
  /** Pages are counted from 1. */
  page: number;
  pages: number;
};

/** Who was counted while this isolate runs; nobody is remembered elsewhere. */
const counted = new Set<string>();
const COUNTED_MAX = 20_000;

/**
 * Reading copies as their readers see them. The calls throw NOT_FOUND for an address that never was, SHARE_ENDED for one that is not shared
 * any more, and SHARING_OFF.
 */
export class ReadingCopyService {
  readonly #parts: ReadingCopyParts;

  constructor(parts: ReadingCopyParts) {
    this.#parts = parts;
  }

  /** A page of a copy; `null`: it is a story for adults, and the reader has not said yet that they are 18. */
  async read(token: string, options: { page: number; isAdult: boolean }): Promise<ReadingCopy | null> {
    const { row } = await this.#find(token);
    if (row.isNSFW && !options.isAdult) return null;
    const read = await this.#readMessages(row, { first: (options.page - 1) * SHARED_PER_PAGE + 1 });
    if (read.messages.length === 0) throw new AppError("NOT_FOUND");
    const { title, penName, grows, mayFork } = row;
    const { mark, coverPath } = await describePreview({ ...row, id: row.storyId });
    return {
      ...read,
      ...{ title, penName, grows, mayFork },
      isForEverybody: !row.isNSFW,
      isIndexed: row.isIndexed && !row.isNSFW,
      genre: GENRE_SLUGS[row.genre],
      coverPath,
      preview: mark === row.preview ? mark : null,
      page: options.page,
      pages: Math.ceil(read.count / SHARED_PER_PAGE),
    };
  }

  async #readMessages(
    { id, storyId }: SharedStoryRow,
    request: { first: number; limit?: number },
  ): Promise<SharedPage> {
    const page: unknown = await this.#parts.conversations.object(storyId).readShared(id, request);
    if (page === null) throw new AppError("SHARE_ENDED");
    return v.parse(sharedPageSchema, page);
  }

  /** The picture of a copy for messengers. Throws NOT_FOUND where the story has another title or cover by now, or is for adults. */
  async preview(token: string, mark: string): Promise<StoredPicture> {
    const { row } = await this.#find(token);
    const isCurrent =
      mark === row.preview && mark === (await describePreview({ ...row, id: row.storyId })).mark;
    const key = toPreviewPrefix(row.storyId) + row.id;
    const picture = isCurrent && !row.isNSFW ? await readPicture(this.#parts.bucket, key) : null;
    if (picture === null) throw new AppError("NOT_FOUND");
    return picture;
  }

  async requireShared(token: string): Promise<void> {
    await this.#find(token);
  }

  /** Opens a connection that tells how a growing copy grows. */
  async follow(token: string, request: Request): Promise<Response> {
    const { row } = await this.#find(token);
    if (!row.grows) throw new AppError("NOT_FOUND");
    return this.#parts.conversations.followShare(row.storyId, row.id, request);
  }

  /** Counts a reader. Who was counted already is not counted again, as long as this isolate runs. */
  async count(token: string, step: ReadingStep): Promise<void> {
    const { row, db } = await this.#find(token);
    const key = await this.#parts.findReaderKey();
    const mark = `${row.id} ${step} ${key}`;
    if (key === null || counted.has(mark)) return;
    if (counted.size >= COUNTED_MAX) counted.clear();
    counted.add(mark);
    await countReading(db, row.tokenHash, step);
  }

  /**
   * Begins a story of the caller's own with the messages of a copy up to the number `upTo`. Of the author's story it gets the text, the genre
   * and the name of the character in it; not what was only said to the AI. Returns its id. Throws NOT_FOR_FORKS, AGE_CONFIRMATION_REQUIRED
   * for a story for adults, and the limits of new stories.
   */
  async fork(token: string, upTo: number): Promise<string> {
    const { accounts, writer, now } = this.#parts;
    const user = await accounts.requireConsented();
    const { row } = await this.#find(token);
    if (!row.mayFork) throw new AppError("NOT_FOR_FORKS");
    if (row.isNSFW) requireAdult(user);
    const conversation: NewConversation = {
      kind: "story",
      row: toForkRow(row, user.id, PLAN_LIMITS[user.tier].storyLengths, now()),
    };
    await writer.begin(user, conversation, { isAsked: true });
    try {
      const count = await this.#copyMessages(row, upTo, conversation);
      const head = count - 1;
      await writer.end(user, conversation, { count, head, pathNames: [], notes: {}, exchangeCount: 0 });
    } catch (error) {
      await writer.discard(conversation);
      throw error;
    }
    return conversation.row.id;
  }

  /** Page by page: a long story is never in memory as a whole. Returns how many there are. */
  async #copyMessages(share: SharedStoryRow, upTo: number, conversation: NewConversation): Promise<number> {
    const timestamp = this.#parts.now().toISOString();
    for (let written = 0; ; ) {
      const limit = Math.min(MESSAGES_PER_PAGE_MAX, upTo - written);
      const { messages } = await this.#readMessages(share, { first: written + 1, limit });
      const tree = messages.map(({ number, role, content }) =>
        toTreeMessage({ parent: number === 1 ? null : number - 2, role, content, timestamp }),
      );
      for (const piece of cutIntoPieces(tree)) {
        await this.#parts.writer.write(conversation, { ...piece, first: written + piece.first });
      }
      written += messages.length;
      if (messages.length < limit || written >= upTo) return written;
    }
  }

  /** Tells the operator what is wrong with a copy. Throws RATE_LIMITED if many have done so already today, or the reader has reported many copies. */
  async report(token: string, reason: string): Promise<void> {
    const { row } = await this.#find(token);
    await this.#parts.feedback.report({ shareId: row.id, storyId: row.storyId, reason });
  }

  async #find(token: string): Promise<{ row: SharedStoryRow; db: Database }> {
    const { findShare, now } = this.#parts;
    requireSharing(this.#parts.settings);
    if (!v.is(shareTokenSchema, token)) throw new AppError("NOT_FOUND");
    const found = await findShare(await hashShareToken(token));
    if (found === null) throw new AppError("NOT_FOUND");
    const { revokedAt, expiresAt, isGone } = found.row;
    const isOver = expiresAt !== null && Date.parse(expiresAt) <= now().getTime();
    if (revokedAt !== null || isOver || isGone) throw new AppError("SHARE_ENDED");
    return found;
  }
}

/** Throws SHARING_OFF where the operator allows no sharing. */
export function requireSharing({ SHARING }: Settings): void {
  if (SHARING === "off") throw new AppError("SHARING_OFF");
}

/** What is on the picture of a story's copies; `mark`: the same for the same title and cover. */
export async function describePreview({ id, title, genre }: Pick<StoryRow, "id" | "title" | "genre">) {
  const coverPath = toCoverPath(GENRE_SLUGS[genre], id);
  return { mark: (await hashSha256(`${coverPath}\n${title}`)).slice(0, 32), title, coverPath };
}

/** The row of a story that begins with a copy, and thanks its author. */
function toForkRow(share: SharedStoryRow, userId: string, lengths: readonly StoryLength[], now: Date) {
  const { title, penName, genre, subGenre, categories, tropes, storyLength, playerName, isNSFW } = share;
  const by = penName === "" ? "its author" : penName;
  return {
    id: createId(),
    userId,
    title,
    description: `Begun from a reading copy of “${title}”, with thanks to ${by}${by.endsWith(".") ? "" : "."}`,
    ...{ genre, subGenre, categories, tropes, playerName, isNSFW },
    storyLength: lengths.includes(storyLength) ? storyLength : (lengths.at(-1) ?? storyLength),
    setting: "",
    character: playerName,
    customData: {},
    cast: [],
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  } satisfies NewStoryRow;
}

/** SHA-256 in Base64url. */
export async function hashShareToken(token: string): Promise<string> {
  const bytes = new TextEncoder().encode(token);
  return base64url.encode(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
