/**
 * Booky's storyteller: the writer of a machine that has no model. It is not an AI model and says so. It speaks the OpenAI
 * protocol and reads the same prompts as any model; what it writes it composes from a grammar written by hand:
 *
 *   server.ts, protocol.ts   the OpenAI protocol, streamed and not; answer.ts: which task a request is
 *   prompt-reader.ts         messages → genre, character, description, last turn, exchange, passages so far
 *   plan.ts, timeline.ts     what is settled for a whole story: place, cast, arcs, threads, and at which exchange each
 *                            of their steps is told; the end, where the story's length has one
 *   story-state.ts           where the person has gone; speaker.ts: who answers
 *   grammar/                 a file a genre: openings, cast, senses, events, what people say, arcs; depth/: manners,
 *                            threads, endings, premises
 *   language/                the person's words in the story's voice: tense, person, nouns
 *   storyteller.ts, shapes.ts, supply.ts, prose.ts
 *                            a passage: its parts, and sentences with their slots filled; told.ts: nothing is said twice
 *   tasks/                   suggestion, form, premise, title, memory, analysis, portrait, a character's chat
 *   structured.ts, title.ts  JSON for any other schema
 *
 * The same messages and seed give the same text, so a passage that was cut can be carried on where it stopped.
 *
 * Environment: PORT, DELAY_MS between two small chunks (25; 0 is at once), and EXIT_WITH_STDIN=1 to end with the process
 * that started it.
 */
import * as v from "valibot";
import { Refusal, runCommand } from "../../refusal.ts";
import { runService } from "../service-process.ts";
import { createStorytellerServer } from "./server.ts";

const READING_PACE_MS = "25"; // about twice as fast as most people read

function wholeNumber(least: number, most: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d+$/u, "is not a whole number"),
    v.transform(Number),
    v.minValue(least, `is less than ${least}`),
    v.maxValue(most, `is more than ${most}`),
  );
}

const environment = v.object({
  PORT: wholeNumber(1, 65_535),
  DELAY_MS: v.optional(wholeNumber(0, 10_000), READING_PACE_MS),
});

await runCommand(async () => {
  const parsed = v.safeParse(environment, process.env);
  if (!parsed.success) {
    const issue = parsed.issues[0];
    const name = String(issue.path?.[0]?.key);
    throw new Refusal(`${name} ${process.env[name] === undefined ? "is missing" : issue.message}.`);
  }
  const { PORT, DELAY_MS } = parsed.output;
  await runService(createStorytellerServer({ delayMs: DELAY_MS }), PORT);
});
