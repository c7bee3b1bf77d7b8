import { type Context, Hono } from "hono";
import * as v from "valibot";
import { demoContinueSchema, demoMessageSchema } from "#domain/demo.ts";
import { continuePromptSchema } from "#domain/message.ts";
import { newDemoSchema } from "#domain/story-schemas.ts";
import type { AppEnv } from "../http/app-env.ts";
import { allowOnly, readBody } from "./input.ts";

/**
 * `/api/stories/demo`: the story of a visitor, who needs no sign-in. A cookie, set by the first call, says whose it is.
 * A reply is streamed if the request accepts `text/event-stream`.
 */
export const demoRoutes = new Hono<AppEnv>()
  .post("/", async (context) => {
    const { demos } = context.var.services;
    const { storyId, title, setCookie } = await demos.create(await readBody(context, newDemoSchema));
    context.header("Set-Cookie", setCookie, { append: true });
    return context.json({ storyId, title }, 201);
  })
  .all("/", allowOnly("POST"))

  .get("/:storyId", async (context) =>
    context.json(await context.var.services.demos.get(context.req.param("storyId"))),
  )
  .all("/:storyId", allowOnly("GET"))

  .post("/:storyId/continue", async (context) => {
    const { isInitialContinue, requestId } = await readBody(context, demoContinueSchema);
    return isInitialContinue
      ? answer(context, context.req.param("storyId"), { kind: "opening", content: "", requestId })
      : answer(context, context.req.param("storyId"), { kind: "continue", content: DIRECTION, requestId });
  })
  .all("/:storyId/continue", allowOnly("POST"))

  .post("/:storyId/message", async (context) => {
    const { content, requestId } = await readBody(context, demoMessageSchema);
    return answer(context, context.req.param("storyId"), { kind: "message", content, requestId });
  })
  .all("/:storyId/message", allowOnly("POST"));

/** The direction of a continue that names none. */
const DIRECTION = v.parse(continuePromptSchema, undefined);

async function answer(
  context: Context<AppEnv>,
  storyId: string,
  request: { kind: "opening" | "continue" | "message"; content: string; requestId: string | undefined },
): Promise<Response> {
  const { demos } = context.var.services;
  const wantsStream = context.req.header("Accept")?.includes("text/event-stream") ?? false;
  return wantsStream ? demos.follow(storyId, request) : context.json(await demos.ask(storyId, request));
}
