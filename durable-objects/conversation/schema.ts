import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ERRORS, type ErrorCode } from "#domain/errors.ts";
import { type Analysis, MESSAGE_STATUSES, ROLES } from "#domain/message.ts";

/** Exactly one row: which conversation this is, where its reader stands, what runs. */
export const conversation = sqliteTable("conversation", {
  id: integer("id").primaryKey(),
  /** The story's or the chat's id. */
  conversationId: text("conversation_id").notNull(),
  userId: text("user_id").notNull(),
  /** The leaf of the path that is read; `null` before the first message. */
  headId: text("head_id"),
  /** The turn that is being reserved or generated; `null` when the conversation rests. */
  activeRequestId: text("active_request_id"),
  /** The turn that opened the story: a second opening is answered with it. */
  openingRequestId: text("opening_request_id"),
  /** Completed messages and continues; the opening and regenerated versions don't count. */
  exchangeCount: integer("exchange_count").notNull().default(0),
  /** Counts what has been projected to D1, so that an older projection arriving late is dropped there. */
  projection: integer("projection").notNull().default(0),
  /** Where the story is now. */
  currentLocation: text("current_location"),
  /** Deleted: nothing is accepted any more. */
  closedAt: integer("closed_at"),
});

/** The message tree. Nothing in it is ever overwritten but for `status`, `analysis` and `resumeLeafId`. */
export const messages = sqliteTable(
  "messages",
  {
    id: text("id").primaryKey(),
    parentId: text("parent_id"),
    role: text("role", { enum: ROLES }).notNull(),
    content: text("content").notNull(),
    status: text("status", { enum: MESSAGE_STATUSES }).notNull(),
    /** ISO 8601. */
    timestamp: text("timestamp").notNull(),
    /** Which of its siblings this is, from 1; the highest is their number. */
    version: integer("version").notNull(),
    /** Messages from the root to here, this one counted: the length of its path. */
    depth: integer("depth").notNull(),
    /** The leaf below it that was read when another version was chosen; `null`: it is itself the leaf. */
    resumeLeafId: text("resume_leaf_id"),
    /** Id of the model that wrote it. */
    model: text("model"),
    analysis: text("analysis", { mode: "json" }).$type<Analysis>(),
  },
  (table) => [index("messages_siblings").on(table.parentId, table.version)],
);

export const TURN_KINDS = ["message", "continue", "opening", "regenerate"] as const;
export type TurnKind = (typeof TURN_KINDS)[number];
export const TURN_STATES = [
  "reserving",
  "generating",
  "complete",
  "stopped",
  "failed",
  "interrupted",
] as const;
export type TurnState = (typeof TURN_STATES)[number];

const errorCodes = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** One request by the person and the reply to it. Kept, so that a request sent again is answered as before. */
export const turns = sqliteTable("turns", {
  requestId: text("request_id").primaryKey(),
  kind: text("kind", { enum: TURN_KINDS }).notNull(),
  state: text("state", { enum: TURN_STATES }).notNull(),
  userId: text("user_id").notNull(),
  /** The message that the reply answers; `null` for the opening. */
  parentId: text("parent_id"),
  /** What the person wrote, or the direction of a continue. */
  content: text("content").notNull(),
  userMessageId: text("user_message_id"),
  replyId: text("reply_id").notNull(),
  /** The version that a regenerate is to differ from. */
  avoidId: text("avoid_id"),
  /** The reply so far while it is generated; empty afterwards, when it is a message. */
  text: text("text").notNull().default(""),
  /** 1, or 2 once it was carried on after a restart. */
  attempt: integer("attempt").notNull().default(1),
  errorCode: text("error_code", { enum: errorCodes }),
  /** When the request came and when it was accepted, in milliseconds since 1970. */
  askedAt: integer("asked_at").notNull(),
  acceptedAt: integer("accepted_at"),
});

/** What D1 is to be told. */
export const TELLING_TOPICS = ["project", "charge", "refund"] as const;
/** What is to be worked out in the background, with a model. */
export const THOUGHT_TOPICS = ["study", "entitle", "suggest", "remember"] as const;
export type ThoughtTopic = (typeof THOUGHT_TOPICS)[number];
export const OUTBOX_TOPICS = [...TELLING_TOPICS, ...THOUGHT_TOPICS] as const;

/** What is still to be done elsewhere. A row is written with the change that asks for it, and goes when it is done. */
export const outbox = sqliteTable("outbox", {
  id: integer("id").primaryKey(),
  topic: text("topic", { enum: OUTBOX_TOPICS }).notNull(),
  /** The reply whose Sparks are settled or that is thought about; `null` for a projection, which tells of everything. */
  replyId: text("reply_id"),
  /** Counts up when it is asked for again: a delivery under way then does not answer for it. */
  revision: integer("revision").notNull().default(0),
  attempts: integer("attempts").notNull().default(0),
  /** Milliseconds since 1970: not before. */
  dueAt: integer("due_at").notNull(),
});

/** The people of a story. */
export const cast = sqliteTable("cast", {
  /** Also their id as a character in D1. */
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  aliases: text("aliases", { mode: "json" }).$type<string[]>().notNull(),
  isNew: integer("is_new", { mode: "boolean" }).notNull(),
  mentions: integer("mentions").notNull(),
  description: text("description"),
  role: text("role"),
  personality: text("personality"),
  isMainCharacter: integer("is_main_character", { mode: "boolean" }).notNull(),
  /** Changed since D1 was told. */
  changed: integer("changed", { mode: "boolean" }).notNull(),
});

/** One line of memory: what happened in the messages from one to another of a path, both counted. */
export type MemoryEntry = {
  text: string;
  /** 0: a summary of messages; 1 and more: a summary of lines of the layer below. */
  layer: number;
  fromId: string;
  toId: string;
};

/**
 * What is remembered of a path up to a message: all of it at once, so that another branch only has to find the last one
 * that lies on its path.
 */
export const memories = sqliteTable(
  "memories",
  {
    /** The last message that is covered. */
    messageId: text("message_id").primaryKey(),
    depth: integer("depth").notNull(),
    lines: text("lines", { mode: "json" }).$type<MemoryEntry[]>().notNull(),
  },
  (table) => [index("memories_depth").on(table.depth, table.messageId)],
);

/** What the person could write next, at a place in the story. */
export const suggestions = sqliteTable("suggestions", {
  /** The head that it was thought of at; `""` before the first message. */
  headId: text("head_id").primaryKey(),
  text: text("text").notNull(),
  /** It has been paid for. */
  shown: integer("shown", { mode: "boolean" }).notNull(),
  /** How many others were asked for at the same place. */
  others: integer("others").notNull(),
});
