import { Hono } from "hono";
import { feedbackSchema } from "#domain/feedback.ts";
import type { AppEnv } from "../http/app-env.ts";
import { bodyOf, only, signedIn } from "./input.ts";

/** `/api/feedback`: what people tell the team. */
export const feedbackRoutes = new Hono<AppEnv>()
  .use(signedIn())
  .post("/", async (context) => {
    const { feedback } = await bodyOf(context, feedbackSchema);
    return context.json(await context.var.services.feedback.submit(feedback), 201);
  })
  .all("/", only("POST"));
