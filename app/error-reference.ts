import { isRouteErrorResponse } from "react-router";
import * as v from "valibot";

const schema = v.object({ reference: v.string() });
/** What a page is told of a failure that nobody foresaw: the id under which the log has it. */
export type ErrorReference = v.InferOutput<typeof schema>;

/** The reference that came with an error; `null` for an error that the server did not report. */
export function findErrorReference(error: unknown): string | null {
  if (!isRouteErrorResponse(error)) return null;
  const parsed = v.safeParse(schema, error.data);
  return parsed.success ? parsed.output.reference : null;
}
