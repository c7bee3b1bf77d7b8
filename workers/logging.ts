import { DrizzleQueryError } from "drizzle-orm";

export type LogLevel = "info" | "warn" | "error";
/** Never message text, tokens, e-mail or addresses: ids, codes, numbers and route patterns. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;
export type Log = (level: LogLevel, event: string, fields?: LogFields) => void;

let deployedVersion: string | undefined;

/** Adds the id of the deployed version to all further lines of this isolate, which runs only that version. */
export function nameVersion({ id }: { id: string }): void {
  deployedVersion = id;
}

/**
 * Writes one JSON line, as `wrangler tail --format json` shows it, with the console method of its level: the platform
 * counts and filters by that.
 */
export function logLine(level: LogLevel, event: string, fields: LogFields = {}): void {
  const line = { time: new Date().toISOString(), level, event, version: deployedVersion, ...fields };
  console[CONSOLE_METHODS[level]](JSON.stringify(line));
}

const CONSOLE_METHODS = { info: "log", warn: "warn", error: "error" } as const;

/** A log whose every line carries the same fields, such as the request's id. */
export function logWith(fixed: LogFields): Log {
  return (level, event, fields) => logLine(level, event, { ...fixed, ...fields });
}

/**
 * The log fields of a bug: where it was thrown. The stack stays in the log and never goes to a caller. Of a query that failed
 * the SQL stands there, without its parameters: they hold what people wrote.
 */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : undefined;
  if (error instanceof DrizzleQueryError) return { error: `Failed query: ${error.query}`, cause };
  return { error: error.stack ?? error.message, cause };
}
