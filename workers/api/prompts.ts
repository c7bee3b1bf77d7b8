import * as v from "valibot";
import { characterFillSchema, characterTextsSchema } from "#domain/character-fill.ts";
import { formFillSchema, ideasSchema, storyDetailsSchema, writtenByFields } from "#domain/form-fill.ts";
import { LIMITS, ok } from "./answers.ts";
import { ApiArea } from "./operation.ts";

const success = { success: v.literal(true), ...writtenByFields };

/** `/api/prompts`: ideas for stories and characters that do not exist yet. */
export const promptArea = new ApiArea({ base: "/prompts", tag: "Ideas", access: "account" })
  .on(
    "POST",
    "/generate-full",
    {
      id: "fillStoryForm",
      summary: "Fill the form of a new story",
      description: "Keeps what is typed and finds the rest. It costs a Spark if a model wrote it.",
      needsConsent: true,
      body: formFillSchema,
      answer: ok(v.object({ ...success, storyDetails: storyDetailsSchema }), "The filled form."),
      errors: ["MONTHLY_LIMIT_EXCEEDED"],
      limits: LIMITS.ideas,
    },
    async ({ context, services, body }) => ({
      success: true as const,
      ...(await services.prompts.fillForm(body.currentData, context.req.raw.signal)),
    }),
  )

  .on(
    "POST",
    "/character",
    {
      id: "fillCharacterForm",
      summary: "Fill the form of a new character",
      description: "Keeps what is typed and finds the rest. It costs a Spark if a model wrote it.",
      needsConsent: true,
      body: characterFillSchema,
      answer: ok(v.object({ ...success, character: characterTextsSchema }), "The filled form."),
      errors: ["MONTHLY_LIMIT_EXCEEDED"],
      limits: LIMITS.ideas,
    },
    async ({ context, services, body }) => ({
      success: true as const,
      ...(await services.prompts.fillCharacter(body.currentData, context.req.raw.signal)),
    }),
  )

  .on(
    "POST",
    "/generate",
    {
      id: "writeStoryPrompt",
      summary: "Make a story's description from ideas",
      description: "It costs a Spark if a model wrote it.",
      needsConsent: true,
      body: ideasSchema,
      answer: ok(v.object({ ...success, prompt: v.string() }), "A description of 10 to 1500 characters."),
      errors: ["MONTHLY_LIMIT_EXCEEDED"],
      limits: LIMITS.ideas,
    },
    async ({ context, services, body }) => ({
      success: true as const,
      ...(await services.prompts.promptFrom(body.ideas, context.req.raw.signal)),
    }),
  );
