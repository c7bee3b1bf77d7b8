import type { Context } from "hono";
import * as v from "valibot";
import {
  begunDemoSchema,
  DEMO_INTERACTIONS,
  type DemoReply,
  demoContinueSchema,
  demoMessageSchema,
  demoReplySchema,
  demoStorySchema,
} from "#domain/demo.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { continuePromptSchema } from "#domain/protocol.ts";
import { newDemoSchema } from "#domain/story-schemas.ts";
import type { AppEnv } from "../http/app-env.ts";
import { created, LIMITS, ok, REPLY_ERRORS } from "./answers.ts";
import { ApiArea } from "./operation.ts";

/** The prompt of a continue request that has none. */
const DIRECTION = v.parse(continuePromptSchema, undefined);

const STREAMED = "With `Accept: text/event-stream` the reply is streamed.";
const REPLY = { ...ok(demoReplySchema, "The reply."), mediaTypes: ["text/event-stream"] };
const DEMO_ERRORS = [
  "DEMO_LIMIT_REACHED",
  "ALREADY_BEGUN",
  "NOT_BEGUN",
  ...REPLY_ERRORS,
] as const satisfies ErrorCode[];

/** `/api/stories/demo`: the story of a visitor, who needs no sign-in. A cookie, set by the first call, says whose it is. */
export const demoArea = new ApiArea({ base: "/stories/demo", tag: "Demo", access: "visitor" })
  .on("POST", "/", {
    id: "beginDemo",
    summary: "Begin a demo story",
    description:
      "Sets a cookie that names the story; the other calls of the demo need it, and with it the header `Origin`. How many one address may begin in a day is limited.",
    body: newDemoSchema,
    answer: created(begunDemoSchema, "The story. It deletes itself after a day."),
    errors: ["DEMO_RATE_LIMIT_EXCEEDED"],
    limits: LIMITS.newDemos,
    handle: async ({ context, services, body }) => {
      const { storyId, title, setCookie } = await services.demos.create(body);
      context.header("Set-Cookie", setCookie, { append: true });
      return { storyId, title };
    },
  })

  .on("GET", "/:storyId", {
    id: "getDemo",
    summary: "Read a demo story",
    answer: ok(demoStorySchema, "The story with its messages."),
    handle: ({ services, params }) => services.demos.get(params.storyId),
  })

  .on("POST", "/:storyId/continue", {
    id: "continueDemo",
    summary: "Let the story go on",
    description: `\`isInitialContinue\` asks for the opening, which is free. Afterwards a visitor has ${DEMO_INTERACTIONS} interactions. ${STREAMED}`,
    body: demoContinueSchema,
    answer: REPLY,
    errors: DEMO_ERRORS,
    limits: LIMITS.sends,
    handle: ({ context, params, body: { isInitialContinue, requestId } }) =>
      isInitialContinue
        ? answer(context, params.storyId, { kind: "opening", content: "", requestId })
        : answer(context, params.storyId, { kind: "continue", content: DIRECTION, requestId }),
  })

  .on("POST", "/:storyId/message", {
    id: "sendDemoMessage",
    summary: "Write what happens next",
    description: `It is one of the ${DEMO_INTERACTIONS} interactions. ${STREAMED}`,
    body: demoMessageSchema,
    answer: REPLY,
    errors: DEMO_ERRORS,
    limits: LIMITS.sends,
    handle: ({ context, params, body: { content, requestId } }) =>
      answer(context, params.storyId, { kind: "message", content, requestId }),
  });

async function answer(
  context: Context<AppEnv>,
  storyId: string,
  request: { kind: "opening" | "continue" | "message"; content: string; requestId: string | undefined },
): Promise<Response | DemoReply> {
  const { demos } = context.var.services;
  const wantsStream = context.req.header("Accept")?.includes("text/event-stream") ?? false;
  return wantsStream ? demos.follow(storyId, request) : demos.ask(storyId, request);
}
