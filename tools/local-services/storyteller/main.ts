/**
 * The storyteller as a local service: the package `@talespark/storyteller` on a port of 127.0.0.1.
 *
 * Environment: PORT, DELAY_MS between two small chunks (default 25; 0 for no delay), and EXIT_WITH_STDIN=1 to end with the process
 * that started it.
 */
import { createStorytellerServer } from "@talespark/storyteller";
import * as v from "valibot";
import { runCommand } from "../../refusal.ts";
import { nonEmpty, portSetting, readEnvironment, runService } from "../service-process.ts";

const READING_PACE_MS = "25"; // about twice as fast as most people read

const environment = v.object({
  PORT: portSetting,
  DELAY_MS: v.optional(
    v.pipe(
      nonEmpty,
      v.transform(Number),
      v.integer("is not a whole number"),
      v.minValue(0, "is less than 0"),
      v.maxValue(10_000, "is more than 10000"),
    ),
    READING_PACE_MS,
  ),
});

await runCommand(async () => {
  const { PORT, DELAY_MS } = readEnvironment(environment, process.env);
  await runService(createStorytellerServer({ delayMs: DELAY_MS }), PORT);
});
