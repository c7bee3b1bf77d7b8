import { AppError } from "#domain/errors.ts";

/** One line in the log about a page that failed. A coded failure was foreseen: its code says all. */
export function reportFailure(error: unknown, requestId: string): void {
  const line =
    error instanceof AppError
      ? { level: "info", event: "page", requestId, code: error.code }
      : { level: "error", event: "page", requestId, error: findStack(error) };
  console.log(JSON.stringify({ time: new Date().toISOString(), ...line }));
}

function findStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : typeof error;
}
