import { isRouteErrorResponse } from "react-router";

/** What a page shows of an unexpected failure: the id under which it is logged. */
export type ErrorReference = { reference: string };

/** The reference that came with an error; `null` for an error that the server did not report. */
export function findErrorReference(error: unknown): string | null {
  if (!isRouteErrorResponse(error)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("reference" in data)) return null;
  return typeof data.reference === "string" ? data.reference : null;
}
