import { base64url } from "jose";
import * as v from "valibot";
import { AppError, findAppError } from "#domain/errors.ts";
import { hashKeyed } from "#domain/hash.ts";
import { createId } from "#domain/ids.ts";
import {
  type ChangeShare,
  type NewShare,
  PREVIEW_SIZE,
  type Share,
  type SharedPath,
  sharedPathSchema,
  shareSchema,
  toPreviewPrefix,
} from "#domain/share.ts";
import type { StoryObject } from "#durable-objects/story.ts";
import { type ConversationAccess, unwrap } from "../conversations/access.ts";
import { findCreationRefusal, toCreationRoom } from "../db/creation-limits.ts";
import { requireRow } from "../db/owned-rows.ts";
import { scalePicture } from "../pictures/scale-picture.ts";
import type { SharedParts } from "../services.ts";
import type { StoryRow } from "../stories/store.ts";
import { describePreview, hashShareToken, requireSharing } from "./reading-copies.ts";
import { insertShare, listShares, revokeShare, SHARE_CREATION, type ShareRow, updateShare } from "./store.ts";

type ShareServiceParts = Pick<
  SharedParts,
  "settings" | "accounts" | "db" | "origin" | "bucket" | "images" | "log" | "now"
> & {
  conversations: ConversationAccess<StoryRow, StoryObject>;
};

/** Reading copies of stories as their authors give them out. The calls throw as those of stories do. */
export class ShareService {
  readonly #parts: ShareServiceParts;

  constructor(parts: ShareServiceParts) {
    this.#parts = parts;
  }

  /** Throws RATE_LIMITED and SHARE_TOTAL_EXCEEDED above the limits against misuse, NOT_BEGUN where there is nothing to read. */
  async create(storyId: string, input: NewShare): Promise<Share> {
    const { settings, accounts, conversations, db } = this.#parts;
    const user = await accounts.requireConsented();
    requireSharing(settings);
    const story = await conversations.find(storyId);
    const now = this.#parts.now();
    const { path = null, grows, penName = "", mayFork = false, isIndexed = false, expiresAt = null } = input;
    const id = createId();
    const tokenHash = await hashShareToken(await makeShareToken(id, settings.SESSION_SECRET));
    const facts = { tokenHash, grows, penName, mayFork, isIndexed, expiresAt };
    const row = { id, userId: user.id, storyId: story.id, createdAt: now.toISOString(), ...facts };
    const object = conversations.object(story.id);
    const owner = { conversationId: story.id, userId: user.id };
    // In this order a crash leaves a path in the object that no address leads to; the next share of the story removes it.
    const known = (await listShares(db, user.id, story.id)).map((share) => share.id);
    const outcome: unknown = await object.share(owner, id, { path, grows, known });
    const shared = unwrap(sharedPathSchema, outcome);
    const room = toCreationRoom(SHARE_CREATION, null, now);
    if (!(await insertShare(db, row, room))) {
      await object.endShare(id);
      throw (await findCreationRefusal(db, SHARE_CREATION, user.id, room)) ?? new AppError("NOT_FOUND");
    }
    const created = { ...row, revokedAt: null, readerCount: 0, finishedCount: 0, preview: null };
    return this.#toShare(created, shared, story.isNSFW ? null : await describePreview(story));
  }

  /** The latest first; those that have expired are among them, for they can be prolonged. */
  async list(storyId: string): Promise<Share[]> {
    const { settings, conversations, db } = this.#parts;
    const story = await conversations.find(storyId);
    requireSharing(settings);
    const rows = await listShares(db, story.userId, story.id);
    if (rows.length === 0) return [];
    const listed: unknown = await conversations.object(story.id).listShared();
    const shared = new Map(v.parse(v.array(sharedPathSchema), listed).map((one) => [one.shareId, one]));
    const drawn = story.isNSFW ? null : await describePreview(story);
    return Promise.all(rows.map((row) => this.#toShare(row, shared.get(row.id), drawn)));
  }

  async change(storyId: string, shareId: string, change: ChangeShare): Promise<Share> {
    const { conversations, db } = this.#parts;
    const story = await conversations.find(storyId);
    const ids = { storyId: story.id, shareId };
    if (Object.keys(change).length > 0) await updateShare(db, story.userId, ids, change);
    const shares = await this.list(storyId);
    return requireRow(shares.filter((share) => share.shareId === shareId));
  }

  /** Its address answers 410 from now on, and whoever reads it live is disconnected. Shared caches forget it within a minute. */
  async revoke(storyId: string, shareId: string): Promise<void> {
    const { conversations, db, now } = this.#parts;
    const story = await conversations.find(storyId);
    const ids = { storyId: story.id, shareId };
    requireRow(await revokeShare(db, story.userId, ids, now()));
    await this.#parts.bucket.delete(toPreviewPrefix(story.id) + shareId);
    await conversations.tell(story.id, (object) => object.endShare(shareId));
  }

  /**
   * Stores the picture for messengers that its author's browser has drawn. Throws INVALID_INPUT for one that is no picture of that size, or
   * that shows another title or cover than the story has by now, and for a story for adults.
   */
  async setPreview(
    storyId: string,
    shareId: string,
    mark: string,
    file: Uint8Array<ArrayBuffer>,
  ): Promise<void> {
    const { conversations, db, bucket } = this.#parts;
    const story = await conversations.find(storyId);
    const shares = await listShares(db, story.userId, story.id);
    if (!shares.some(({ id }) => id === shareId)) throw new AppError("NOT_FOUND");
    const refuse = (message: string) => new AppError("INVALID_INPUT", { message, field: "file" });
    if (story.isNSFW) throw refuse("Stories for adults have no picture in messengers.");
    if (mark !== (await describePreview(story)).mark)
      throw refuse("The story has another title or cover by now.");
    const { width, height } = PREVIEW_SIZE;
    const shape = { format: "image/jpeg", isExact: true } as const;
    const jpeg = await scalePicture(this.#parts, file, PREVIEW_SIZE, shape).catch((error: unknown) => {
      if (findAppError(error)?.code !== "IMAGE_FAILED") throw error;
      throw refuse(`This must be a PNG or JPEG picture of ${width} × ${height} pixels.`);
    });
    const key = toPreviewPrefix(story.id) + shareId;
    await bucket.put(key, jpeg, { httpMetadata: { contentType: "image/jpeg" }, customMetadata: { mark } });
    const [changed] = await updateShare(db, story.userId, { storyId: story.id, shareId }, { preview: mark });
    if (!changed) await bucket.delete(key); // it was revoked meanwhile
  }

  /** `drawn`: what the picture for messengers should show; `null`: the story has none. */
  async #toShare(
    row: ShareRow,
    shared: SharedPath | undefined,
    drawn: Share["missingPreview"],
  ): Promise<Share> {
    const token = await makeShareToken(row.id, this.#parts.settings.SESSION_SECRET);
    const isKnown = (await hashShareToken(token)) === row.tokenHash;
    return v.parse(shareSchema, {
      ...row,
      shareId: row.id,
      url: isKnown ? `${this.#parts.origin}/s/${token}` : null,
      messageCount: shared?.messageCount ?? 0,
      pathName: shared?.pathName ?? null,
      missingPreview: drawn?.mark === row.preview ? null : drawn,
    });
  }
}

/**
 * The token of a share: 128 bits that follow from its id and the server's secret, so that its author can be shown the address again
 * although the database has only its hash.
 */
async function makeShareToken(shareId: string, secret: string): Promise<string> {
  return base64url.encode(await hashKeyed(`share ${shareId}`, secret));
}
