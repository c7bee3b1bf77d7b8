import * as v from "valibot";
import { requestIdSchema } from "./ids.ts";
import { atMost, boundedText } from "./input.ts";
import { messageSchema } from "./message.ts";
import type { StoryBrief } from "./story-record.ts";

/** Free interactions of a demo story: messages and continues. The opening is not one. */
export const DEMO_INTERACTIONS = 2;
/** A visitor's demo story deletes itself this long after it was begun. */
export const DEMO_LIFE_MS = 24 * 60 * 60_000;
export const DEMO_MESSAGE_MAX = 200;

/** What a visitor says of a new story, as it is kept; the title stands beside it, and changes once. */
export type DemoPremise = Omit<StoryBrief, "storyId" | "title">;

/** What a visitor writes. */
const demoContentSchema = boundedText({
  required: "Please write something first.",
  ...atMost(DEMO_MESSAGE_MAX, "Messages can be"),
});

/** `…/message`. Sent again with the same `requestId`, it is the same message. */
export const demoMessageSchema = v.object({
  content: demoContentSchema,
  requestId: v.optional(requestIdSchema),
});

/** `…/continue`. `isInitialContinue`: the opening, of which a story has one. */
export const demoContinueSchema = v.object({
  isInitialContinue: v.optional(v.boolean(), false),
  requestId: v.optional(requestIdSchema),
});

/** The answer of `POST /api/stories/demo`. */
export const begunDemoSchema = v.object({ storyId: v.string(), title: v.string() });

const interactionsSchema = v.object({ used: v.number(), limit: v.number() });

/** The answer of `…/continue` and `…/message` as JSON. */
export const demoReplySchema = v.object({
  aiMessage: v.object({ messageId: v.string(), content: v.string() }),
  interactions: interactionsSchema,
});
export type DemoReply = v.InferOutput<typeof demoReplySchema>;

/** A demo story as its visitor has it, for a page that was loaded again. */
export const demoStorySchema = v.object({
  storyId: v.string(),
  title: v.string(),
  /** `null`: not known yet. */
  currentLocation: v.nullable(v.string()),
  messages: v.array(messageSchema),
  interactions: interactionsSchema,
});
export type DemoStory = v.InferOutput<typeof demoStorySchema>;
