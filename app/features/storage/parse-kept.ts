import * as v from "valibot";

/** Reads a value that was kept as JSON; `null`: nothing was kept, or not such a value. */
export function parseKept<Schema extends v.GenericSchema>(
  schema: Schema,
  kept: string | null,
): v.InferOutput<Schema> | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), kept);
  return parsed.success ? parsed.output : null;
}
