import { AppError } from "#domain/errors.ts";
import type { TreeEnd, TreeMessage } from "#domain/incoming-tree.ts";
import { PLAN_LIMITS, type Tier } from "#domain/plan.ts";
import { RECENTLY_DELETED_MS, toRestorableSince } from "#domain/recently-deleted.ts";
import type { ConversationObject } from "#durable-objects/conversation-object.ts";
import { restoreChatRow } from "../character-chats/deleted-store.ts";
import { CHAT_CREATION, insertChat, type NewChatRow } from "../character-chats/store.ts";
import { TABLES_OF_THINGS } from "../db/account-data.ts";
import type { Database } from "../db/client.ts";
import { findCreationRefusal, toCreationRoom } from "../db/creation-limits.ts";
import { findWhenDeleted } from "../db/owned-rows.ts";
import { restoreStoryRow } from "../stories/deleted-store.ts";
import { insertStory, type NewStoryRow, STORY_CREATION } from "../stories/store.ts";

/** A new story or chat that a tree becomes; the caller chooses its id, and keeps it if it may have to begin again. */
export type NewConversation =
  | { kind: "story"; row: NewStoryRow }
  | { kind: "character-chat"; row: NewChatRow };

type Named = { kind: NewConversation["kind"]; row: { id: string; userId: string } };

/** Whose it is, and the plan that limits how many they have. */
export type TreeOwner = { id: string; tier: Tier };

type TreeWriterParts = {
  db: Database;
  /** The number of the owner's database. */
  shard: number;
  objects: Record<NewConversation["kind"], DurableObjectNamespace<ConversationObject>>;
  now: () => Date;
};

/** `since`: before any deletion. */
const EVER = new Date(0);
/** How long before the time of restoring a hidden row was "deleted". */
const HIDDEN_MS = 60_000;

/**
 * Writes a tree into the object of a new conversation, piece by piece; its owner sees all of it or nothing. Each step may be repeated after
 * a crash. Until the end the row is one that was deleted too long ago to be restored: no list and no call finds it, and if it is given up, the
 * nightly run purges it with its object.
 */
export class TreeWriter {
  readonly #parts: TreeWriterParts;

  constructor(parts: TreeWriterParts) {
    this.#parts = parts;
  }

  /**
   * Makes the row, which nobody sees yet. `whole`: all of it was written before. Throws STORY_LIMIT_EXCEEDED or CHAT_LIMIT_EXCEEDED
   * where the plan has no room, STORY_TOTAL_EXCEEDED or CHAT_TOTAL_EXCEEDED, and NOT_FOUND where a chat's character is gone. `isAsked`: the
   * person asks for this one conversation, so how often they begin one is limited: RATE_LIMITED.
   */
  async begin(
    owner: TreeOwner,
    conversation: NewConversation,
    { isAsked = false } = {},
  ): Promise<"begun" | "whole"> {
    const { db } = this.#parts;
    const now = this.#parts.now();
    const before = await this.#findState(conversation);
    if (before !== null) return before;
    const deletedAt = new Date(now.getTime() - RECENTLY_DELETED_MS - HIDDEN_MS).toISOString();
    const limits = PLAN_LIMITS[owner.tier];
    const isStory = conversation.kind === "story";
    const creation = isStory ? STORY_CREATION : CHAT_CREATION;
    const isArchived = conversation.kind === "story" && conversation.row.status === "archived";
    const planned = isArchived ? null : isStory ? limits.activeStories : limits.characterChats;
    const usual = toCreationRoom(creation, planned, now);
    const room = isAsked ? usual : { ...usual, begun: creation.limits.total };
    const isInserted =
      conversation.kind === "story"
        ? await insertStory(db, { ...conversation.row, deletedAt }, room)
        : await insertChat(db, { ...conversation.row, deletedAt }, room);
    if (isInserted) return "begun";
    throw (await findCreationRefusal(db, creation, owner.id, room)) ?? new AppError("NOT_FOUND");
  }

  async write(
    conversation: NewConversation,
    { first, messages }: { first: number; messages: readonly TreeMessage[] },
  ): Promise<void> {
    await this.#object(conversation).takeTree(this.#toOwner(conversation), first, messages);
  }

  /**
   * Shows the conversation to its owner. Throws STORY_LIMIT_EXCEEDED or CHAT_LIMIT_EXCEEDED where there is no room any more, or the
   * character is gone; the caller discards it then.
   */
  async end(owner: TreeOwner, conversation: NewConversation, end: TreeEnd): Promise<void> {
    const { db, now } = this.#parts;
    if ((await this.#findState(conversation)) === "whole") return;
    await this.#object(conversation).endTree(this.#toOwner(conversation), end);
    const { kind, row } = conversation;
    const { activeStories, characterChats: chats, characters } = PLAN_LIMITS[owner.tier];
    const updatedAt = now().toISOString();
    const isShown =
      kind === "story"
        ? (await restoreStoryRow(db, owner.id, row.id, { since: EVER, limit: activeStories, updatedAt }))
            .length === 1
        : await restoreChatRow(db, owner.id, row.id, { since: EVER, chats, characters, updatedAt });
    // A run before a crash may have shown it just now.
    if (!isShown && (await this.#findState(conversation)) !== "whole")
      throw new AppError(kind === "story" ? "STORY_LIMIT_EXCEEDED" : "CHAT_LIMIT_EXCEEDED");
  }

  /** Deletes what was written, unless it is whole already. */
  async discard(conversation: Named): Promise<void> {
    if ((await this.#findState(conversation)) !== "begun") return;
    await this.#object(conversation).purgeNow(this.#toOwner(conversation));
    // The same id may come again, but a purged instance refuses everything. `restart` stops the instance, so this call fails.
    await this.#object(conversation)
      .restart()
      .catch(() => undefined);
  }

  /** `whole`: the owner sees it, or has deleted it since. */
  async #findState({ kind, row }: Named): Promise<"begun" | "whole" | null> {
    const [found] = await findWhenDeleted(this.#parts.db, TABLES_OF_THINGS[kind], row.userId, row.id);
    if (found === undefined) return null;
    const since = toRestorableSince(this.#parts.now()).toISOString();
    return found.deletedAt !== null && found.deletedAt < since ? "begun" : "whole";
  }

  #object({ kind, row }: Named): DurableObjectStub<ConversationObject> {
    return this.#parts.objects[kind].getByName(row.id);
  }

  #toOwner({ row }: Named) {
    return { conversationId: row.id, userId: row.userId, shard: this.#parts.shard };
  }
}
