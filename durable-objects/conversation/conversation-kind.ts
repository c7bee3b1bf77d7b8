import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ErrorCode } from "#domain/errors.ts";
import type { PromptParts } from "#domain/last-prompt.ts";
import type { Analysis, Role } from "#domain/message.ts";
import type { Notes, NotesAnswer } from "#domain/notes.ts";
import type { IdField, ServerEventOf } from "#domain/protocol.ts";
import type { FilePerson, FoundInMessage, TreeBeside, TreeFacts } from "#domain/story-file.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import type { ReplySpeakers } from "#workers/ai/reply/speakers.ts";
import type { Timeouts } from "#workers/ai/reply-timeout.ts";
import type { MemoryStore } from "../memory/memory-store.ts";
import type { ConversationParts } from "./conversation.ts";
import type { Job } from "./jobs.ts";
import type { MessageRow } from "./message-tree.ts";
import type { Migrations } from "./migrations.ts";
import type { NotesStore } from "./notes-store.ts";
import type { ConversationRow, Owner } from "./record.ts";
import type { Settlement } from "./schema.ts";
import type { Turn } from "./turn-store.ts";

/** What the core knows of a turn when its prompt is built. */
export type ReplyContext = {
  turn: Turn;
  /** The message that the reply answers; `null` for the opening. */
  parent: MessageRow | null;
  /** The version that a regenerate is to differ from. */
  avoid: MessageRow | null;
  /** Exchanges completed so far. */
  exchangeCount: number;
};

/** The names that lines of a reply may begin with. */
export type Speakers = Pick<ReplySpeakers, "form" | "player" | "writer">;
/** A prompt, what it is made of, and who speaks in the reply. */
export type BuiltPrompt = {
  messages: PromptMessage[];
  findSpeakers: () => Speakers;
  /** What the prompt is made of. Counted when the reply has ended, because nothing waits for it then. */
  toParts: () => PromptParts;
};
/** Builds the prompt of a reply from the facts that were read when the turn was paid for. */
export type PromptBuilder = (context: ReplyContext) => BuiltPrompt;
/** What one reservation has read: the facts of the prompt (all but the messages), as JSON, and the Sparks that are left. */
export type Reservation = { facts: string; sparksLeft: number };
/**
 * Whether a turn may be written, or why not. `isStopFree`: whether a stop before any text costs nothing. `reservation`: what a speculative
 * call of the next turn uses; `null`: nothing was reserved.
 */
export type OpenedTurn =
  | { ok: true; buildPrompt: PromptBuilder; isStopFree: boolean; reservation: Reservation | null }
  | { ok: false; code: ErrorCode };

/** What lists show of any conversation. `projection` counts up; an older one that arrives late is dropped, the same one may come again. */
export type ConversationSummary = {
  projection: number;
  lastMessageId: string | null;
  lastMessageRole: Role | null;
  /** Its beginning. */
  lastMessage: string | null;
  messageCount: number;
  exchangeCount: number;
  /** ISO 8601. */
  updatedAt: string;
};

/** The projection and settlements that D1 gets in one batch, and what is removed from R2. */
export type Delivery = {
  /** Replies whose reserved Sparks are charged or refunded. */
  settlements: readonly { replyId: string; settlement: Settlement }[];
  /** The conversation's summary; `null`: nothing that lists show has changed. */
  summary: ConversationSummary | null;
  /** Addresses of pictures whose messages are deleted. */
  pictures: readonly string[];
};

/** Finds things in the text of replies (a story: known names); they are sent and stored with the text. */
export type ReplyAnalysis = {
  /** Follows a reply while it grows; `text` is what exists of it already. */
  follow: (text: string) => FollowedReply;
  /** All that is in a whole text; `null`: nothing. */
  analyse: (text: string) => Analysis | null;
};
export type FollowedReply = {
  /** Reads the next piece. Returns all that was found so far if this piece has something new. */
  read: (piece: string) => Analysis | undefined;
};

/** Replies that nobody has read yet. */
export type UnreadCounter = {
  /** Counts a reply that came while nobody had the conversation open. Call it in the transaction that stores the reply. */
  count: (reply: MessageRow) => void;
  /** Resets the count, because somebody has opened the conversation. Returns whether there were unread replies. */
  reset: () => boolean;
};

/** What writes the replies. */
export type Writing = {
  model: () => LanguageModelV4;
  /** How long a reply may take. */
  timeouts: () => Timeouts;
  /** What the notes take of each prompt. */
  describeNotes: (notes: Notes) => Pick<NotesAnswer, "tokens" | "contextTokens">;
};

/** A job that a change of a text needs: about the message, or about the head of the open path. */
export type JobAfterEdit = { name: string; reads: "message" | "head" };

export type KindParts = Pick<
  ConversationParts,
  "db" | "tree" | "record" | "readers" | "transaction" | "isBusy"
> & {
  notes: Pick<NotesStore, "find">;
  /** The signal for background requests: it aborts as soon as the person sends something. There is a new one after that. */
  idleSignal: () => AbortSignal;
  /** Stores which D1 database has the owner's rows. Does nothing once the object is purged. */
  noteShard: (shard: number) => void;
  /** Queues a delivery to D1. Call it in the transaction of a change that lists show. */
  addProjection: () => void;
};

/**
 * What makes a conversation a story or a character chat. This is the only place where a kind plugs into the core, which
 * does everything else in the same way for all of them.
 */
export interface ConversationKind {
  /** The field of a frame that has the conversation's id. */
  readonly idField: IdField;
  /** The migrations of its own tables. */
  readonly migrations: Migrations;
  /** The jobs after a reply by name, in the order in which they run. */
  readonly jobs: Readonly<Record<string, Job>>;
  /** `null`: nothing is looked for in replies. */
  readonly analysis: ReplyAnalysis | null;
  /** `null`: unread replies are not counted. */
  readonly unread: UnreadCounter | null;
  readonly memory: MemoryStore;
  readonly writing: Writing;
  readonly jobsAfterEdit: readonly JobAfterEdit[];

  /** Whether it belongs to a person with an account, not to a visitor. */
  hasAccount(): boolean;
  /**
   * The head is about to move to a message that does not continue the open path; `null`: to an empty conversation. Called in that
   * transaction.
   */
  onLeavePath?(to: MessageRow | null): void;
  /** Another text of a message is shown, or a person has written the message. Called in that transaction. */
  onTextChanged?(message: MessageRow): void;
  /** Deletes what this kind stores about these messages. Their memory is deleted by the conversation. */
  forget?(messageIds: readonly string[]): void;
  /** For the owner's file: the people of all paths, and what was found out in these messages. */
  listFilePeople?(): FilePerson[];
  findInMessages?(messageIds: readonly string[]): Map<string, FoundInMessage>;
  /** Stores what was read elsewhere from a message of a tree (`TreeIntake`), without its memory. */
  takeFacts?(message: MessageRow, facts: TreeFacts): void;
  /** The same of what holds for all paths. Called at the end, when the open path is known. */
  takeBeside?(beside: TreeBeside): void;
  /** What the page shows of the open path besides its messages. */
  listFacts?(): Omit<ServerEventOf<"conversation-updated">, "type">;

  /** Reserves what the reply costs under the turn's `replyId` and reads the facts for its prompt, in one round trip. */
  open(row: ConversationRow, turn: Turn): Promise<OpenedTurn>;
  /**
   * Builds the prompt of a reply from the facts that the last reservation read, without storing anything. `null`: not possible, because
   * the prompt's context window has to move on.
   */
  recallPrompt(facts: string, context: ReplyContext): BuiltPrompt | null;
  /** The facts again, for a turn that is continued after a restart; `null` if the conversation is deleted. */
  reopen(owner: Owner): Promise<PromptBuilder | null>;

  /** Writes all of a delivery to D1, or nothing. Safe to repeat. */
  deliver(owner: Owner, delivery: Delivery): Promise<void>;

  /** When the conversation is deleted permanently, in milliseconds since 1970; `null`: it stays. */
  purgeDueAt(row: ConversationRow): number | null;
  /**
   * Deletes its row in D1 and everything else that the kind stores outside the object. Returns `false` if the conversation
   * was restored, so it must stay.
   */
  purge(owner: Owner): Promise<boolean>;
}
