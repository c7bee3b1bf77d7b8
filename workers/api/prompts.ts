import { Hono } from "hono";
import { formFillSchema, ideasSchema } from "#domain/form-fill.ts";
import type { AppEnv } from "../http/app-env.ts";
import { bodyOf, only, signedIn } from "./input.ts";

/** `/api/prompts`: ideas for stories that are not begun yet. */
export const promptRoutes = new Hono<AppEnv>()
  .use(signedIn())

  .post("/generate-full", async (context) => {
    const { prompts } = context.var.services;
    const { currentData } = await bodyOf(context, formFillSchema);
    return context.json({ success: true, ...(await prompts.fillForm(currentData, context.req.raw.signal)) });
  })
  .all("/generate-full", only("POST"))

  .post("/generate", async (context) => {
    const { prompts } = context.var.services;
    const { ideas } = await bodyOf(context, ideasSchema);
    return context.json({ success: true, ...(await prompts.promptFrom(ideas, context.req.raw.signal)) });
  })
  .all("/generate", only("POST"));
