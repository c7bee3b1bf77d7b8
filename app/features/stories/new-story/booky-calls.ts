import * as v from "valibot";
import { asFailure } from "#app/features/api/call-api.ts";
import { callModel, type Waiting } from "#app/features/api/call-model.ts";
import type { AppError } from "#domain/errors.ts";
import { type StoryDetails, storyDetailsSchema } from "#domain/form-fill.ts";
import { joinIdeas, type toCurrentData } from "./fill.ts";
import type { NewStoryValues } from "./new-story-input.ts";

const sourceSchema = v.picklist(["model", "booky"]);
/** `model`: somebody wrote it, for a Spark. `booky`: it is out of his list, and free. */
export type Source = v.InferOutput<typeof sourceSchema>;

const filledSchema = v.object({
  success: v.literal(true),
  storyDetails: storyDetailsSchema,
  source: sourceSchema,
});
const premiseSchema = v.object({ success: v.literal(true), prompt: v.string(), source: sourceSchema });

/** Booky's answer: the whole form, only the premise, a refusal, or `unreachable`. */
export type Written =
  | { kind: "form"; details: StoryDetails; source: Source }
  | { kind: "premise"; premise: string; source: Source }
  | { kind: "refused"; failure: AppError }
  | { kind: "unreachable" };

type Question = Waiting & {
  currentData: ReturnType<typeof toCurrentData>;
  /** For the premise, which is asked for where the form could not be had; absent where there is no room for one. */
  ideas: NewStoryValues | null;
};

/**
 * Asks for a filled form, and where the server fails at that for the premise alone. Throws nothing but what `signal` was
 * aborted with.
 */
export async function askBooky({ currentData, ideas, ...waiting }: Question): Promise<Written> {
  const form = await tryCall(() => fetchForm(currentData, waiting), waiting.signal);
  if (form.kind !== "unreachable" || ideas === null) return form;
  return tryCall(() => fetchPremise(ideas, waiting), waiting.signal);
}

async function fetchForm(currentData: Question["currentData"], waiting: Waiting): Promise<Written> {
  const body = { currentData, generateFullForm: true };
  const { storyDetails, source } = await callModel("/api/prompts/generate-full", filledSchema, body, waiting);
  return { kind: "form", details: storyDetails, source };
}

async function fetchPremise(ideas: NewStoryValues, waiting: Waiting): Promise<Written> {
  const body = { ideas: joinIdeas(ideas) };
  const { prompt, source } = await callModel("/api/prompts/generate", premiseSchema, body, waiting);
  return { kind: "premise", premise: prompt, source };
}

/** A refusal is final; after a failure of the server (`unreachable`) another call is worth a try. */
async function tryCall(call: () => Promise<Written>, signal: AbortSignal): Promise<Written> {
  try {
    return await call();
  } catch (error) {
    signal.throwIfAborted();
    const failure = asFailure(error);
    return failure.status < 500 ? { kind: "refused", failure } : { kind: "unreachable" };
  }
}
