import * as v from "valibot";
import { idSchema } from "./ids.ts";
import { atMost, boundedText } from "./input.ts";
import { ROLES } from "./message.ts";
import { countSchema, isReadableTime } from "./record-parts.ts";

/*
 * A share is a reading copy of a story's path: whoever has its address reads it without an account. It is a path up to one message, as it
 * stood then, or a path as it grows. Its token, 128 random bits in Base64url, is the only thing that leads to it.
 */

export const PEN_NAME_MAX = 60;
/** Messages on one page of a reading copy: about half an hour of reading. */
export const SHARED_PER_PAGE = 40;
/** After this time no shared cache has a page any more that was revoked. In seconds. */
export const SHARE_FRESH_S = 60;

/** The picture of a copy that messengers show: its size in pixels, and the most that is accepted. */
export const PREVIEW_SIZE = { width: 1200, height: 630 };
export const PREVIEW_MAX_BYTES = 200_000;

/** What the keys of those pictures of a story begin with; the id of the share follows. */
export function toPreviewPrefix(storyId: string): string {
  return `share-previews/${storyId}/`;
}

export const shareTokenSchema = v.pipe(v.string(), v.regex(/^[\w-]{22}$/));

const penNameSchema = boundedText(atMost(PEN_NAME_MAX, "A name under the title can be"));
const NO_DATE = "Please choose a date.";
const expirySchema = v.nullable(
  v.pipe(v.string(), v.isoTimestamp(NO_DATE), v.check(isReadableTime, NO_DATE)),
);

/** What can be chosen of a share at any time. */
const choices = {
  /** Under the title; empty: no name. */
  penName: v.optional(penNameSchema),
  /** Whether readers may begin a story of their own from it. */
  mayFork: v.optional(v.boolean()),
  /** Whether search engines may list it. */
  isIndexed: v.optional(v.boolean()),
  /** When it ends by itself, ISO 8601; `null`: it does not. */
  expiresAt: v.optional(expirySchema),
};
/** `path`: the message at its end; absent: the open path. `grows`: what is written later is shown, once its author has gone on from it. */
export const newShareSchema = v.object({
  path: v.optional(idSchema),
  grows: v.optional(v.boolean(), false),
  ...choices,
});
export type NewShare = v.InferOutput<typeof newShareSchema>;
export const changeShareSchema = v.object(choices);
export type ChangeShare = v.InferOutput<typeof changeShareSchema>;

/** A share as its author sees it. */
export const shareSchema = v.object({
  shareId: v.string(),
  /** Its address; `null`: not known any more, because the server's secret has changed since. The link itself still works. */
  url: v.nullable(v.string()),
  grows: v.boolean(),
  penName: v.string(),
  mayFork: v.boolean(),
  isIndexed: v.boolean(),
  /** ISO 8601, as all times. */
  expiresAt: v.nullable(v.string()),
  createdAt: v.string(),
  /** How many messages readers see now. */
  messageCount: countSchema,
  /** The name of the path that it shows; `null`: it has none. */
  pathName: v.nullable(v.string()),
  /** How many people have opened it and how many came to its end: about, because nobody is remembered. */
  readerCount: countSchema,
  finishedCount: countSchema,
  /** What is on its picture for messengers, which is still to be drawn, and the mark of that; `null`: it is there, or it is for adults. */
  missingPreview: v.nullable(v.object({ mark: v.string(), title: v.string(), coverPath: v.string() })),
});
export type Share = v.InferOutput<typeof shareSchema>;

/** What the story's object knows of its shares. */
export const sharedPathSchema = v.object({
  shareId: v.string(),
  messageCount: countSchema,
  pathName: v.nullable(v.string()),
});
export type SharedPath = v.InferOutput<typeof sharedPathSchema>;

/** Messages of a reading copy, numbered from its first one, which is 1, and how many there are in all. */
export const sharedPageSchema = v.object({
  count: v.number(),
  messages: v.array(v.object({ number: v.number(), role: v.picklist(ROLES), content: v.string() })),
});
export type SharedPage = v.InferOutput<typeof sharedPageSchema>;

/** How far somebody has read, for the two counts. */
export const readingStepSchema = v.object({ step: v.picklist(["begun", "finished"]) });
export type ReadingStep = v.InferOutput<typeof readingStepSchema>["step"];

export const REPORT_MAX = 1_000;
export const reportSchema = v.object({
  reason: boundedText({
    required: "Please say what is wrong with it.",
    ...atMost(REPORT_MAX, "A report can be"),
  }),
});

/** `upTo`: the number of the last message that the reader's own story begins with. */
export const forkShareSchema = v.object({
  upTo: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.nonEmpty())]),
    v.transform(Number),
    v.integer(),
    v.minValue(1),
  ),
});
