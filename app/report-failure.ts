import { AppError } from "#domain/errors.ts";
import type { Log } from "#workers/logging.ts";

/** One line in the log about a page that failed. A coded failure was foreseen: its code says all. */
export function reportFailure(error: unknown, log: Log): void {
  if (error instanceof AppError) log("info", "page", { code: error.code });
  else log("error", "page", { error: findStack(error) });
}

function findStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : typeof error;
}
