import * as v from "valibot";
import { Refusal } from "../../refusal.ts";

const nonEmpty = v.pipe(v.string(), v.trim(), v.nonEmpty("is empty"));
const environmentSchema = v.object({
  PORT: v.pipe(
    nonEmpty,
    v.transform(Number),
    v.integer("is not a whole number"),
    v.minValue(1, "is not a port"),
    v.maxValue(65535, "is not a port"),
  ),
  SECRET_KEY: nonEmpty,
  WEBHOOK_SECRET: nonEmpty,
  WEBHOOK_URL: v.pipe(nonEmpty, v.url("is not a URL")),
  STATE_DIR: nonEmpty,
});

/** What the emulator's process is told. */
export type StripeSettings = v.InferOutput<typeof environmentSchema>;

/** Reads the settings from an environment. Throws a `Refusal` with one sentence that names the wrong one. */
export function readStripeSettings(environment: Record<string, string | undefined>): StripeSettings {
  const parsed = v.safeParse(environmentSchema, environment);
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  const name = v.getDotPath(issue) ?? "The environment";
  throw new Refusal(`${name} ${environment[name] === undefined ? "is missing" : issue.message}.`);
}
