/**
 * The storyteller as a local service: the package `@talespark/storyteller` on a port of 127.0.0.1.
 *
 * Environment: PORT, DELAY_MS between two small chunks (default 25; 0 for no delay), and EXIT_WITH_STDIN=1 to end with the process
 * that started it.
 */
import { createStorytellerServer } from "@talespark/storyteller";
import * as v from "valibot";
import { Refusal, runCommand } from "../../refusal.ts";
import { runService } from "../service-process.ts";

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
