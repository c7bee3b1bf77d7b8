import { findAppError } from "#domain/errors.ts";
import { describeError, type Log } from "#workers/logging.ts";

/** One line in the log about a page that failed. A coded failure was foreseen: its code says all. */
export function reportFailure(error: unknown, log: Log): void {
  const coded = findAppError(error);
  if (coded !== null) log("info", "page", { code: coded.code });
  else log("error", "page", describeError(error));
}
