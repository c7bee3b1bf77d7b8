import { Hono } from "hono";
import { characterFillSchema } from "#domain/character-fill.ts";
import { formFillSchema, ideasSchema } from "#domain/form-fill.ts";
import type { AppEnv } from "../http/app-env.ts";
import { allowOnly, readBody, requireSignedIn } from "./input.ts";

/** `/api/prompts`: ideas for stories and characters that do not exist yet. */
export const promptRoutes = new Hono<AppEnv>()
  .use(requireSignedIn())

  .post("/generate-full", async (context) => {
    const { prompts } = context.var.services;
    const { currentData } = await readBody(context, formFillSchema);
    return context.json({ success: true, ...(await prompts.fillForm(currentData, context.req.raw.signal)) });
  })
  .all("/generate-full", allowOnly("POST"))

  .post("/character", async (context) => {
    const { prompts } = context.var.services;
    const { currentData } = await readBody(context, characterFillSchema);
    return context.json({
      success: true,
      ...(await prompts.fillCharacter(currentData, context.req.raw.signal)),
    });
  })
  .all("/character", allowOnly("POST"))

  .post("/generate", async (context) => {
    const { prompts } = context.var.services;
    const { ideas } = await readBody(context, ideasSchema);
    return context.json({ success: true, ...(await prompts.promptFrom(ideas, context.req.raw.signal)) });
  })
  .all("/generate", allowOnly("POST"));
