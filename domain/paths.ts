import * as v from "valibot";
import { idSchema } from "./ids.ts";
import { atMost, boundedText } from "./input.ts";
import { messageSchema, PASSAGE_MAX } from "./message.ts";
import { countSchema } from "./record-parts.ts";

/*
 * What a person changes in the tree of a conversation's messages: texts, paths, the bin. A path is a leaf of the tree, with all messages
 * from the beginning to it; the open path may also end at a message that others follow on other paths.
 */

export const PATH_NAME_MAX = 60;
/** A path of a page, and the most that a caller may ask for. */
export const PATHS_PER_PAGE = 50;
export const PATHS_PER_PAGE_MAX = 200;

const revisionNumberSchema = v.pipe(v.number(), v.integer(), v.minValue(1));

/** The text of an edit. The object checks the shorter limit of a person's own lines. */
export const passageSchema = boundedText({
  required: "Please write something first. To take a passage away, remove it.",
  max: PASSAGE_MAX,
  tooLong: `A passage can be at most ${PASSAGE_MAX.toLocaleString("en")} characters long.`,
});

/** `revision`: the one that the edit began from. If the message has another by then, the answer is EDIT_CONFLICT. */
export const editMessageSchema = v.object({ content: passageSchema, revision: revisionNumberSchema });

/** `newMessageId`: the id of the new message. Sent again with the same id, it is the same request. */
export const addVersionSchema = v.object({ content: passageSchema, newMessageId: v.optional(idSchema) });

/** With EDIT_CONFLICT: the message as it is now, and the text that was not saved. */
export const editConflictSchema = v.object({ current: messageSchema, yours: v.string() });

/** A path as a list shows it. */
const pathSchema = v.object({
  /** The message at its end, which names it. */
  leafId: v.string(),
  /** A person's; `null`: it has none. */
  name: v.nullable(v.string()),
  isOpen: v.boolean(),
  /** The last message that it shares with the open path, and how many messages lie before and with it; `null`, 0: none. */
  partsAtId: v.nullable(v.string()),
  partsAtDepth: countSchema,
  /** What happens where it parts, as the AI has named it; `null`: it has not. */
  turnName: v.nullable(v.string()),
  /** Its first message after that; `null` for the open path. */
  firstId: v.nullable(v.string()),
  /** The beginning of that message, or of the last one of the open path. */
  firstWords: v.string(),
  /** Messages after `partsAtId`; of the open path all. */
  length: countSchema,
  /** When its last message came, ISO 8601. */
  updatedAt: v.string(),
});
export type ConversationPath = v.InferOutput<typeof pathSchema>;

/** A removed part: a message with all that follows it. */
const removedPartSchema = v.object({
  messageId: v.string(),
  firstWords: v.string(),
  /** Messages of its longest path. */
  length: countSchema,
  removedAt: v.string(),
  /** From when on it can't be restored any more, ISO 8601. */
  goneAt: v.string(),
});
export type RemovedPart = v.InferOutput<typeof removedPartSchema>;

export const pathPageSchema = v.object({
  paths: v.array(pathSchema),
  /** How many paths there are. */
  count: countSchema,
  /** The latest removed first; only on the first page. */
  removed: v.array(removedPartSchema),
  next: v.nullable(v.string()),
});
export type PathPage = v.InferOutput<typeof pathPageSchema>;

/** An empty name takes the name away. */
export const namePathSchema = v.object({
  name: boundedText(atMost(PATH_NAME_MAX, "A path's name can be")),
});
