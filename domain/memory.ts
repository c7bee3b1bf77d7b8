import * as v from "valibot";
import { atMost, boundedText } from "./input.ts";
import { countSchema } from "./record-parts.ts";

/** The memory of a conversation as its owner sees and mends it. */

/** In characters. */
export const MEMORY_LINE_MAX = 400;
/** Lines that a person may pin or correct in one conversation: these are never summarised further. */
export const KEPT_LINES_MAX = 60;

/** A line of the open path's memory. */
export const memoryLineSchema = v.object({
  lineId: v.string(),
  text: v.string(),
  /** The first and the last message that it was made from, and how many messages lie before the first, that one included. */
  fromId: v.string(),
  toId: v.string(),
  depth: countSchema,
  /** Never summarised further. */
  isPinned: v.boolean(),
  /** The person wrote this text. */
  isCorrected: v.boolean(),
  /** The person added this line; `fromId` is the last message that was remembered then. */
  isAdded: v.optional(v.boolean(), false),
  /** In no prompt any more, until it is shown to the AI again. */
  isForgotten: v.boolean(),
  /** Its message was edited, so its text is provisional: the beginning of that message. */
  isStale: v.boolean(),
});
export type MemoryLine = v.InferOutput<typeof memoryLineSchema>;

export const memoryPageSchema = v.object({
  lines: v.array(memoryLineSchema),
  /** The messages that are summarised just now, by how many lie before and with them; `null`: none. */
  reading: v.optional(v.nullable(v.object({ from: countSchema, to: countSchema })), null),
});
export type MemoryPage = v.InferOutput<typeof memoryPageSchema>;

const lineText = atMost(MEMORY_LINE_MAX, "A line of memory can be");

/** A line of the person's own, at the end of the open path's memory. */
export const addLineSchema = v.object({
  text: boundedText({ ...lineText, required: "Please write something first." }),
});

/** A field that is left out stays as it is. An empty text brings back the AI's. */
export const changeLineSchema = v.partial(
  v.object({
    text: boundedText(lineText),
    isPinned: v.boolean(),
    isForgotten: v.boolean(),
  }),
);
export type ChangeLine = v.InferOutput<typeof changeLineSchema>;
