import * as v from "valibot";
import { type ApiAnswer, callApi, failureIn } from "#app/features/api/call-api.ts";
import { type StoryDetails, storyDetailsSchema } from "#domain/form-fill.ts";
import { type currentDataOf, toldIn } from "./fill.ts";
import type { NewStoryValues, Refusal } from "./new-story-input.ts";

const GIVE_UP_MS = 45_000; // the server's own patience is 30 s, and then it has an idea of Booky's

const sourceSchema = v.picklist(["model", "booky"]);
/** `model`: somebody wrote it, for a Spark. `booky`: it is out of his list, and free. */
export type Source = v.InferOutput<typeof sourceSchema>;

const filledSchema = v.object({
  success: v.literal(true),
  storyDetails: storyDetailsSchema,
  source: sourceSchema,
});
const premiseSchema = v.object({ success: v.literal(true), prompt: v.string(), source: sourceSchema });

/** What came of asking Booky: the whole form, the premise alone, or a reason; without one nobody could be reached. */
export type Written =
  | { kind: "form"; details: StoryDetails; source: Source }
  | { kind: "premise"; premise: string; source: Source }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "unreachable" };

type Question = {
  currentData: ReturnType<typeof currentDataOf>;
  /** For the premise, which is asked for where the form could not be had; absent where there is no room for one. */
  ideas: NewStoryValues | null;
  signal: AbortSignal;
};

/** Asks for a filled form. Throws nothing but what `signal` was aborted with. */
export async function askBooky({ currentData, ideas, signal }: Question): Promise<Written> {
  const limits = { signal, giveUpMs: GIVE_UP_MS };
  const form = await callApi(
    "POST",
    "/api/prompts/generate-full",
    { currentData, generateFullForm: true },
    limits,
  );
  const whole = v.safeParse(filledSchema, form.body);
  if (whole.success) {
    return { kind: "form", details: whole.output.storyDetails, source: whole.output.source };
  }
  const refusal = refusalIn(form);
  if (refusal !== null) return { kind: "refused", refusal };
  if (ideas === null) return { kind: "unreachable" };

  const answer = await callApi("POST", "/api/prompts/generate", { ideas: toldIn(ideas) }, limits);
  const premise = v.safeParse(premiseSchema, answer.body);
  if (premise.success) {
    return { kind: "premise", premise: premise.output.prompt, source: premise.output.source };
  }
  const second = refusalIn(answer);
  return second === null ? { kind: "unreachable" } : { kind: "refused", refusal: second };
}

/** What the server has said no to; `null` where it has failed, which is worth another way. */
function refusalIn(answer: ApiAnswer): Refusal | null {
  return answer.status < 500 ? failureIn(answer) : null;
}
