import * as v from "valibot";
import { idSchema } from "./ids.ts";
import { atMost, boundedText } from "./input.ts";

export const ROLES = ["user", "assistant"] as const;
export type Role = (typeof ROLES)[number];

/** Whether the person has written it, as their character or to one: it asks for a reply. */
export function isOwnLine({ role }: { role: Role }): boolean {
  return role === "user";
}

/** Whether it is a passage of the story or an answer of the character. */
export function isPassage({ role }: { role: Role }): boolean {
  return role === "assistant";
}

/**
 * The model id of the built-in storyteller, which is no AI model: its texts say so. If AI_MODEL is set to it, it is used even where a model
 * server is running.
 */
export const STORYTELLER_MODEL = "booky-storyteller";

/** `interrupted`: a reply that was stopped, failed or cut, and had text by then. */
export const MESSAGE_STATUSES = ["complete", "interrupted"] as const;

/** Positions are [start, end) in UTF-16 code units of the message's content. */
export const mentionSchema = v.object({
  name: v.string(),
  isNew: v.boolean(),
  positions: v.array(v.tuple([v.number(), v.number()])),
});
export const analysisSchema = v.object({ mentionedCharacters: v.array(mentionSchema) });
export type Analysis = v.InferOutput<typeof analysisSchema>;

/**
 * A picture of a message's scene. `url` is for its owner alone; `prompt` is what it was asked for. `illustration`: drawn by an
 * earlier version without an AI model; it is not shown any more.
 */
export const generatedImageSchema = v.object({
  url: v.string(),
  prompt: v.string(),
  kind: v.optional(v.picklist(["illustration", "ai"]), "ai"),
});
export type GeneratedImage = v.InferOutput<typeof generatedImageSchema>;

/** The specification's limit of one message. */
export const MESSAGE_MAX = 500;
/** The longest passage that a person may write or edit by hand, in characters. */
export const PASSAGE_MAX = 50_000;
/** What a person writes into a conversation. */
export const messageContentSchema = boundedText({
  required: "Please write something first.",
  ...atMost(MESSAGE_MAX, "Messages can be"),
});

export const WISH_MAX = 300;
/** What a person wishes of another version. It goes into that prompt alone, and is never text of the conversation. */
export const wishSchema = v.optional(boundedText(atMost(WISH_MAX, "A wish can be")), "");

/**
 * Which of the versions of a message is shown, counted from 1. Versions are the messages beside it and the texts that each of them had:
 * the text before an edit stays and can be brought back. A neighbour is a message with the number of one of its texts; without the
 * number, the message as it is.
 */
const versionsSchema = v.object({
  index: v.number(),
  count: v.number(),
  previousId: v.nullable(v.string()),
  nextId: v.nullable(v.string()),
  previousRevision: v.optional(v.nullable(v.number()), null),
  nextRevision: v.optional(v.nullable(v.number()), null),
});

/** A message on the wire and in the API. `revision`: the number of its text that is shown, from 1; an edit adds one. */
export const messageSchema = v.object({
  messageId: v.string(),
  parentId: v.nullable(v.string()),
  role: v.picklist(ROLES),
  content: v.string(),
  status: v.picklist(MESSAGE_STATUSES),
  timestamp: v.string(),
  revision: v.optional(v.number(), 1),
  versions: versionsSchema,
  metadata: v.object({
    analysis: v.nullable(analysisSchema),
    model: v.nullable(v.string()),
    generatedImage: v.optional(generatedImageSchema),
    /** When the text that is shown was written by hand; absent: it is as it first came. ISO 8601. */
    editedAt: v.optional(v.string()),
    /** What the person wished of this version. */
    wish: v.optional(v.string()),
    /** When it was removed with all that follows, ISO 8601. Such a message is only in archives and in the bin. */
    removedAt: v.optional(v.string()),
  }),
});
export type Message = v.InferOutput<typeof messageSchema>;

/** The path that is open now. */
export const openPathSchema = v.object({
  /** The message at its end; `null`: there is none. */
  headMessageId: v.nullable(v.string()),
  messageCount: v.number(),
  /** A person's name for the path; `null` or absent: it has none. */
  pathName: v.optional(v.nullable(v.string())),
});
export type OpenPath = v.InferOutput<typeof openPathSchema>;

/** One of the texts that a message had or has. */
export const revisionSchema = v.object({
  revision: v.number(),
  content: v.string(),
  /** When it was written by hand, ISO 8601; `null`: it is the text that came first. */
  editedAt: v.nullable(v.string()),
  isShown: v.boolean(),
});
export type Revision = v.InferOutput<typeof revisionSchema>;

/** `…/messages` gives this many unless asked otherwise. */
export const MESSAGES_PER_PAGE = 50;
/** A conversation opens with this many, which are a few screens; the rest of a page follows when it is connected. */
export const MESSAGES_AT_FIRST = 20;
export const MESSAGES_PER_PAGE_MAX = 200;

const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0));
/**
 * Where somebody reads: the line at the top of their window begins at that offset of the message, in UTF-16 code units. `at`: when, by
 * the clock of their browser, in milliseconds since 1970.
 */
export const readingPlaceSchema = v.object({ messageId: idSchema, offset: wholeNumber, at: wholeNumber });
export type ReadingPlace = v.InferOutput<typeof readingPlaceSchema>;

/**
 * A page of the path that is read, oldest first. `before` continues towards the root; `null` at the beginning. `place`: where its
 * reader has left the path; only on the page with which a conversation is opened.
 */
export const messagePageSchema = v.object({
  messages: v.array(messageSchema),
  before: v.nullable(v.string()),
  place: v.optional(v.nullable(readingPlaceSchema)),
});
export type MessagePage = v.InferOutput<typeof messagePageSchema>;
