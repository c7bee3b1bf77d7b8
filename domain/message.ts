import * as v from "valibot";

export const ROLES = ["user", "assistant"] as const;
export type Role = (typeof ROLES)[number];

/** `interrupted`: a reply that was stopped, failed or cut, and had text by then. */
export const MESSAGE_STATUSES = ["complete", "interrupted"] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Positions are [start, end) in UTF-16 code units of the message's content. */
export const mentionSchema = v.object({
  name: v.string(),
  isNew: v.boolean(),
  positions: v.array(v.tuple([v.number(), v.number()])),
});
export const analysisSchema = v.object({ mentionedCharacters: v.array(mentionSchema) });
export type Analysis = v.InferOutput<typeof analysisSchema>;

/** A message on the wire and in the API. `versions`: which of its siblings this is, counted from 1, and its neighbours. */
export const messageSchema = v.object({
  messageId: v.string(),
  parentId: v.nullable(v.string()),
  role: v.picklist(ROLES),
  content: v.string(),
  status: v.picklist(MESSAGE_STATUSES),
  timestamp: v.string(),
  versions: v.object({
    index: v.number(),
    count: v.number(),
    previousId: v.nullable(v.string()),
    nextId: v.nullable(v.string()),
  }),
  metadata: v.object({ analysis: v.nullable(analysisSchema), model: v.nullable(v.string()) }),
});
export type Message = v.InferOutput<typeof messageSchema>;

/** A deleted story or chat can be brought back for this long; afterwards it is really gone. */
export const RECENTLY_DELETED_MS = 30 * 24 * 60 * 60 * 1000;

/** `…/messages` and the first page of a story give this many unless asked otherwise. */
export const MESSAGES_PER_PAGE = 50;
export const MESSAGES_PER_PAGE_MAX = 200;

/** A page of the path that is read, oldest first. `before` continues towards the root; `null` at the beginning. */
export const messagePageSchema = v.object({
  messages: v.array(messageSchema),
  before: v.nullable(v.string()),
});
export type MessagePage = v.InferOutput<typeof messagePageSchema>;
