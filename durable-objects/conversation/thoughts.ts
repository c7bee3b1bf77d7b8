import type { Analysis } from "#domain/message.ts";
import type { CastMember } from "#domain/story-record.ts";
import type { Audience } from "./audience.ts";
import type { CastRow } from "./cast-book.ts";
import type { ObjectDatabase } from "./database.ts";
import type { MessageRow, MessageTree } from "./message-tree.ts";
import type { ConversationRecord } from "./record.ts";
import type { ThoughtTopic } from "./schema.ts";
import type { Owner } from "./script.ts";
import type { Turn } from "./turn-log.ts";

/** Finds names in a text that is still growing. */
export type NameFinder = {
  push: (piece: string) => unknown;
  /** The text is whole: what stands at its very end is certain now. */
  end: () => unknown;
  analysis: () => Analysis;
};

/** What is known of a story besides its latest messages. */
export type Known = {
  cast: readonly CastMember[];
  location: string | null;
  /** What happened before a message: remembered lines, in order; and messages after that, newest first, as they are taken. */
  before: (message: MessageRow) => { memory: string[]; unremembered: Iterable<MessageRow> };
};

/**
 * What a conversation works out for itself, in the background and never in the way of a reply: who is in it, where it is,
 * what happened long ago, what could come next.
 */
export interface Thoughts {
  /** What a reply gives to think about; asked in the transaction that stores it. */
  after(reply: MessageRow, turn: Turn): readonly ThoughtTopic[];
  /** Thinks about one of these. Throws when it should be tried again. */
  think(owner: Owner, topic: ThoughtTopic, replyId: string): Promise<void>;
  known(): Known;
  finder(): NameFinder;
  /** The people whom D1 has not been told of since they changed. */
  untold(): CastRow[];
  markTold(people: readonly CastRow[]): void;
}

/** What a mind is given of its conversation. */
export type MindParts = {
  db: ObjectDatabase;
  tree: MessageTree;
  record: ConversationRecord;
  audience: Audience;
  transaction: <T>(run: () => T) => T;
  /** Whether a turn is active: thoughts are for when nothing is being written. */
  busy: () => boolean;
  /** Asks for a projection to D1; to be called in the transaction of a change that lists show. */
  changed: () => void;
};
