import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ErrorCode } from "#domain/errors.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import type { StoryProjection } from "#workers/stories/store.ts";
import type { CastRow } from "./cast-book.ts";
import type { MessageRow } from "./message-tree.ts";
import type { Known } from "./thoughts.ts";
import type { Turn } from "./turn-log.ts";

/** Which conversation this is, and whose. */
export type Owner = { conversationId: string; userId: string };

/** What a conversation tells D1 of itself; what only a conversation that thinks knows is empty in another. */
export type Projection = StoryProjection & {
  /** The people whom D1 has not been told of since they changed. */
  people: readonly CastRow[];
};

/** What D1 is told in one batch: whose Sparks were spent and whose come back, and how the conversation stands. */
export type News = {
  settlements: readonly { replyId: string; charge: boolean }[];
  projection: Projection | null;
};

/** Everything a reply is written from. Messages are read newest first, as far as they fit. */
export type ReplyContext = {
  turn: Turn;
  /** The message that the reply answers; `null` for the opening. */
  parent: MessageRow | null;
  newestFirst: Iterable<MessageRow>;
  /** The version that a regenerate is to differ from. */
  avoid: MessageRow | null;
  /** Completed messages and continues so far. */
  exchanges: number;
  /** What is known besides the messages; `null` for a conversation that does not think. */
  known: Known | null;
};

export type Opened<Brief> = { ok: true; brief: Brief } | { ok: false; code: ErrorCode };

/**
 * What makes a conversation a story or a character chat: where its facts, its Sparks and its index row are, and how its
 * writer is asked. Everything else is the same for both.
 */
export interface Script<Brief> {
  /**
   * Reserves the turn's Sparks under its `replyId` and reads the facts, in one round trip. `exchangeCount`: those of the
   * conversation so far, against the plan's limit.
   */
  open(owner: Owner, turn: Turn, exchangeCount: number): Promise<Opened<Brief>>;
  /** The facts again, for a turn that is carried on after a restart; null when the conversation is gone. */
  reopen(owner: Owner): Promise<Brief | null>;
  prompt(brief: Brief, context: ReplyContext): PromptMessage[];
  model(): LanguageModelV4;
  /** Tells D1, all of it or nothing. */
  tell(owner: Owner, news: News): Promise<void>;
  /** Deletes the index row if it is still marked as deleted. Returns false when it was restored. */
  purge(owner: Owner): Promise<boolean>;
}
