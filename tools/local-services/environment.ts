import * as v from "valibot";
import { Refusal } from "../refusal.ts";

export const nonEmpty = v.pipe(v.string("is missing"), v.trim(), v.nonEmpty("is empty"));

export const portSetting = v.pipe(
  nonEmpty,
  v.transform(Number),
  v.integer("is not a whole number"),
  v.minValue(1, "is not a port"),
  v.maxValue(65535, "is not a port"),
);

/** Reads a local service's environment. Throws a `Refusal` with one sentence that names the wrong setting. */
export function readEnvironment<Schema extends v.GenericSchema>(
  schema: Schema,
  environment: Record<string, string | undefined>,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, environment);
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  const name = String(issue.path?.[0]?.key ?? "The environment");
  throw new Refusal(`${name} ${environment[name] === undefined ? "is missing" : issue.message}.`);
}
