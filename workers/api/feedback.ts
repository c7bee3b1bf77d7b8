import { Hono } from "hono";
import { feedbackSchema } from "#domain/feedback.ts";
import type { AppEnv } from "../http/app-env.ts";
import { allowOnly, readBody, requireSignedIn } from "./input.ts";

/** `/api/feedback`: what people tell the team. */
export const feedbackRoutes = new Hono<AppEnv>()
  .use(requireSignedIn())
  .post("/", async (context) => {
    const { feedback } = await readBody(context, feedbackSchema);
    return context.json(await context.var.services.feedback.submit(feedback), 201);
  })
  .all("/", allowOnly("POST"));
