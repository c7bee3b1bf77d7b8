import * as v from "valibot";
import { characterFillSchema } from "#domain/character-fill.ts";
import { formFillSchema, ideasSchema, storyDetailsSchema, writtenByFields } from "#domain/form-fill.ts";
import { characterTextsSchema } from "#domain/record-parts.ts";
import { answerWithProgress } from "./answer-with-progress.ts";
import { LIMITS, ok } from "./answers.ts";
import { ApiArea } from "./operation.ts";

const success = { success: v.literal(true), ...writtenByFields };

const PROGRESS =
  "If you accept `application/x-ndjson` and it takes longer, lines tell what the model does, and the last one has the answer or the error.";

/** The same for all of these calls: each may use a model, which costs a Spark. */
const CHARGED = {
  errors: ["MONTHLY_LIMIT_EXCEEDED"],
  limits: LIMITS.ideas,
} as const;

function toSuccess<Written>(written: Written) {
  return { success: true as const, ...written };
}

/** `/api/prompts`: ideas for stories and characters that do not exist yet. */
export const promptArea = new ApiArea({ base: "/prompts", tag: "Ideas", access: "account" })
  .on("POST", "/generate-full", {
    id: "fillStoryForm",
    summary: "Fill the form of a new story",
    description: `Keeps what is typed and finds the rest. It costs a Spark if a model wrote it. ${PROGRESS}`,
    body: formFillSchema,
    answer: ok(v.object({ ...success, storyDetails: storyDetailsSchema }), "The filled form."),
    ...CHARGED,
    handle: ({ context, services, body }) =>
      answerWithProgress(context, async (waiter) =>
        toSuccess(await services.prompts.fillForm(body.currentData, waiter)),
      ),
  })

  .on("POST", "/character", {
    id: "fillCharacterForm",
    summary: "Fill the form of a new character",
    description: `Keeps what is typed and finds the rest. It costs a Spark if a model wrote it. ${PROGRESS}`,
    body: characterFillSchema,
    answer: ok(v.object({ ...success, character: characterTextsSchema }), "The filled form."),
    ...CHARGED,
    handle: ({ context, services, body }) =>
      answerWithProgress(context, async (waiter) =>
        toSuccess(await services.prompts.fillCharacter(body.currentData, waiter)),
      ),
  })

  .on("POST", "/generate", {
    id: "writeStoryPrompt",
    summary: "Make a story's description from ideas",
    description: `It costs a Spark if a model wrote it. ${PROGRESS}`,
    body: ideasSchema,
    answer: ok(v.object({ ...success, prompt: v.string() }), "A description of 10 to 1500 characters."),
    ...CHARGED,
    handle: ({ context, services, body }) =>
      answerWithProgress(context, async (waiter) =>
        toSuccess(await services.prompts.promptFrom(body.ideas, waiter)),
      ),
  });
