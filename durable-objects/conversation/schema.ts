import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LoreEntry } from "#domain/choose-lore.ts";
import { ERRORS, type ErrorCode } from "#domain/errors.ts";
import type { PromptPart } from "#domain/last-prompt.ts";
import type { LoreUse } from "#domain/lore.ts";
import { type Analysis, type GeneratedImage, MESSAGE_STATUSES, ROLES } from "#domain/message.ts";
import type { Notes } from "#domain/notes.ts";
import type { TurnKind } from "#domain/turn-kinds.ts";

/** Exactly one row: which conversation this is, which path is active, which turn is running. */
export const conversation = sqliteTable("conversation", {
  id: integer("id").primaryKey(),
  /** Its id in D1. */
  conversationId: text("conversation_id").notNull(),
  userId: text("user_id").notNull(),
  /** The number of the D1 database with the owner's rows; `null`: not known, so the directory is asked. */
  shard: integer("shard"),
  /** The leaf at the end of the active path; `null` before the first message. */
  headId: text("head_id"),
  /** The turn whose reply is being generated; `null` when none is. */
  activeRequestId: text("active_request_id"),
  /**
   * The id of the next reply. It is on disk before Sparks are reserved under it: a reservation that a crash leaves behind is that
   * of the next turn.
   */
  nextReplyId: text("next_reply_id").notNull().default(""),
  /** The turn that opened the conversation: a second opening is answered with it. */
  openingRequestId: text("opening_request_id"),
  /** Completed turns of the kinds that count as exchanges. */
  exchangeCount: integer("exchange_count").notNull().default(0),
  /** Counts what is projected to D1, so that an older projection arriving late is dropped there. */
  projection: integer("projection").notNull().default(0),
  /** Deleted: nothing is accepted any more. */
  closedAt: integer("closed_at"),
  /** Counts what a person has changed of what prompts are made of: texts, memory, people. */
  editCount: integer("edit_count").notNull().default(0),
  /** Not used any more. It stays, because an earlier version may run again. */
  sparksLeft: integer("sparks_left"),
});

/**
 * At most one row: the facts of the prompt (all but the messages) as JSON, as the last reservation read them from D1, if the next reply's
 * model may be called before it is paid for.
 */
export const knownFacts = sqliteTable("known_facts", {
  id: integer("id").primaryKey(),
  facts: text("facts").notNull(),
});

/**
 * The message tree. Of a stored message never change: its id, parent, role, version, depth, model, wish and time. `content` is the text
 * that is shown; all texts of a message that was edited are in `revisions`.
 */
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
    /** The leaf below it that was active when another version was selected; `null`: it is itself the leaf. */
    resumeLeafId: text("resume_leaf_id"),
    /** Id of the model that wrote it. */
    model: text("model"),
    analysis: text("analysis", { mode: "json" }).$type<Analysis>(),
    /** The picture that was made of its scene. */
    image: text("image", { mode: "json" }).$type<GeneratedImage>(),
    /** The number of the text that is shown, and how many there are. */
    revision: integer("revision").notNull().default(1),
    revisions: integer("revisions").notNull().default(1),
    /** When the text that is shown was written by hand, ISO 8601; `null`: it is as it first came. */
    editedAt: text("edited_at"),
    /** `editCount` when the text that is shown was chosen; `null`: it never changed. */
    editNumber: integer("edit_number"),
    /** What the person wished of this version. */
    wish: text("wish"),
    /** What happens in it, in a few words, as a job has named it. */
    heading: text("heading"),
    /** Since when it is in the bin with all that follows it, in milliseconds since 1970. */
    removedAt: integer("removed_at"),
  },
  (table) => [
    index("messages_siblings").on(table.parentId, table.version),
    index("messages_edited").on(table.editNumber).where(sql`edit_number IS NOT NULL`),
    index("messages_removed").on(table.removedAt).where(sql`removed_at IS NOT NULL`),
  ],
);

/** All texts of the messages that were edited, the text that is shown included. */
export const revisions = sqliteTable(
  "revisions",
  {
    messageId: text("message_id").notNull(),
    number: integer("number").notNull(),
    content: text("content").notNull(),
    /** `null`: the text that came first. ISO 8601. */
    editedAt: text("edited_at"),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.number] })],
);

/** The paths that have a name, by the message at their end. The row moves along when the path grows. */
export const paths = sqliteTable("paths", {
  leafId: text("leaf_id").primaryKey(),
  name: text("name").notNull(),
});

/**
 * What each reading copy shows: the path up to a message. One that grows moves along once its author has gone on from a passage. `depth`:
 * of that message.
 */
export const pathShares = sqliteTable("shares", {
  shareId: text("share_id").primaryKey(),
  leafId: text("leaf_id").notNull(),
  depth: integer("depth").notNull(),
  grows: integer("grows", { mode: "boolean" }).notNull(),
});

/** The texts that a copy which does not grow goes on showing although their messages were edited since. */
export const sharedTexts = sqliteTable(
  "shared_texts",
  {
    shareId: text("share_id").notNull(),
    messageId: text("message_id").notNull(),
    revision: integer("revision").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shareId, table.messageId] })],
);

/** At most one row: what the writer always keeps in mind, and how it tells. */
export const notes = sqliteTable("notes", {
  id: integer("id").primaryKey(),
  notes: text("notes", { mode: "json" }).$type<Notes>().notNull(),
});

/**
 * Exactly one row, once the conversation is longer than a prompt: where the model's window begins, and the memory and people
 * of the prompts since then. Until the next step all prompts begin with the same text.
 */
export const promptSteps = sqliteTable("prompt_steps", {
  id: integer("id").primaryKey(),
  /** The first message that the model is given. */
  startId: text("start_id").notNull(),
  startDepth: integer("start_depth").notNull(),
  /** Whether the plan gave the model a memory. */
  hasMemory: integer("has_memory", { mode: "boolean" }).notNull(),
  /** Lines of memory, oldest first, and how many there were no room for. */
  memory: text("memory", { mode: "json" }).$type<string[]>().notNull(),
  memoryLeftOut: integer("memory_left_out").notNull(),
  /** Whether some of what was before had not been summarised yet. */
  hasGap: integer("has_gap", { mode: "boolean" }).notNull(),
  /** The people in the prompt: the names, and a line each. */
  people: text("people", { mode: "json" }).$type<{ name: string; line: string }[]>().notNull(),
  peopleLeftOut: integer("people_left_out").notNull(),
  /** The last message of the prompt for which it was made; empty: a version before this column has made it. */
  lastId: text("last_id").notNull().default(""),
  lastDepth: integer("last_depth").notNull().default(0),
  /** `editCount` at that time: what was changed since is read again. */
  editCount: integer("edit_count").notNull().default(0),
  /** Ids of the lore entries that stand at the beginning, beside those that always do. */
  lore: text("lore", { mode: "json" }).$type<string[]>().notNull().default([]),
});

/** At most one row: which lorebooks `usedLoreEntries` are, in which versions. */
export const lore = sqliteTable("lore", {
  id: integer("id").primaryKey(),
  stamp: text("stamp").notNull(),
});

/** The entries of the conversation's lorebooks, as the last reservation that found other ones has read them. */
export const usedLoreEntries = sqliteTable("lore_entries", {
  place: integer("place").primaryKey(),
  entry: text("entry", { mode: "json" }).$type<LoreEntry>().notNull(),
});

/** A part of a prompt as it is stored: for messages their number, for the others the text. */
export type GivenPart = PromptPart & { messages: number };

/** Exactly one row, once a reply was written: what the model was given for the last one. */
export const lastPrompt = sqliteTable("last_prompt", {
  id: integer("id").primaryKey(),
  /** The last message that it was given; `null` for the opening. */
  parentId: text("parent_id"),
  model: text("model"),
  /** Milliseconds since the request. */
  msFirstWord: integer("ms_first_word"),
  ms: integer("ms").notNull(),
  contextTokens: integer("context_tokens").notNull(),
  replyTokens: integer("reply_tokens").notNull(),
  parts: text("parts", { mode: "json" }).$type<GivenPart[]>().notNull(),
});

/** What became of an entry of a lorebook the last time that it was called; see `LoreUse`. */
export const loreUses = sqliteTable("lore_uses", {
  entryId: text("entry_id").primaryKey(),
  messageId: text("message_id").notNull(),
  reason: text("reason", { mode: "json" }).$type<LoreUse["reason"]>(),
  refusal: text("refusal").$type<LoreUse["refusal"]>(),
});

const TURN_STATES = ["generating", "complete", "stopped", "failed", "interrupted"] as const;
export type TurnState = (typeof TURN_STATES)[number];

const errorCodes = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** One request by the person and the reply to it. Kept, so that a request sent again is answered as before. */
export const turns = sqliteTable("turns", {
  requestId: text("request_id").primaryKey(),
  kind: text("kind").$type<TurnKind>().notNull(),
  state: text("state", { enum: TURN_STATES }).notNull(),
  userId: text("user_id").notNull(),
  /** The message that the reply answers; `null` for the opening. */
  parentId: text("parent_id"),
  /** What the person wrote, or the direction of a continue. */
  content: text("content").notNull(),
  /** The head when the request came: the end of a turn without text goes back to it. */
  headBeforeId: text("head_before_id"),
  userMessageId: text("user_message_id"),
  replyId: text("reply_id").notNull(),
  /** The version that a regenerate is to differ from. */
  avoidId: text("avoid_id"),
  /** The reply so far while it is generated; empty afterwards, when it is a message. */
  text: text("text").notNull().default(""),
  /** 1, or 2 after it was continued after a restart. */
  attempt: integer("attempt").notNull().default(1),
  errorCode: text("error_code", { enum: errorCodes }),
  /** Whether a stop before any text costs nothing. Decided when the Spark is reserved. */
  isStopFree: integer("is_stop_free", { mode: "boolean" }).notNull().default(true),
  /** When the request came and when it was accepted, in milliseconds since 1970. */
  askedAt: integer("asked_at").notNull(),
  acceptedAt: integer("accepted_at"),
});

/** Where each person has left the conversation. */
export const readingPlaces = sqliteTable("reading_places", {
  userId: text("user_id").primaryKey(),
  messageId: text("message_id").notNull(),
  /** Of the line at the top of the window, in UTF-16 code units of the message. */
  offset: integer("offset").notNull(),
  /** By the clock of the person's browser, in milliseconds since 1970. */
  at: integer("at").notNull(),
});

/** How the Sparks of a reply end. `free-stop`: refunded, and counted as one of the person's free stops. */
const SETTLEMENTS = ["charge", "refund", "free-stop"] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

/** The topics that are written to D1; `picture` removes one from R2. The other topics of the outbox are names of jobs, which depend on the kind. */
export const DELIVERY_TOPICS = ["project", "picture", ...SETTLEMENTS] as const;

/** The settlement that a topic of the outbox means; `null`: it is another delivery or a job. */
export function toSettlement(topic: string): Settlement | null {
  return SETTLEMENTS.find((settlement) => settlement === topic) ?? null;
}

/** A delivery to D1 or a job that is pending: written with the change that needs it, deleted when it is done. */
export const outbox = sqliteTable("outbox", {
  id: integer("id").primaryKey(),
  topic: text("topic").notNull(),
  /** The reply whose Sparks are settled or that a job is about, or a picture's address; `null` for a projection, which is about everything. */
  replyId: text("reply_id"),
  /** Increased at each further request: a delivery in progress then does not delete the row. */
  revision: integer("revision").notNull().default(0),
  attempts: integer("attempts").notNull().default(0),
  /** Milliseconds since 1970: not before. */
  dueAt: integer("due_at").notNull(),
});
