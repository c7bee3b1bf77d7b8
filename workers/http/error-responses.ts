import type { Context } from "hono";
import { AppError, findAppError, toErrorAnswer } from "#domain/errors.ts";
import { describeError, type Log } from "../logging.ts";
import { type AppEnv, hasCallerLeft, isForPrograms } from "./app-env.ts";

/**
 * The one place where a failure becomes a response. A coded failure gives its code and its sentence. Anything else is a
 * bug: its stack goes to the log, and the caller gets INTERNAL and nothing more. Where the caller has left, what failed is
 * mostly the way to them, so it is no error in the log.
 */
export function answerError(error: Error, context: Context<AppEnv>): Response {
  const coded = findAppError(error);
  if (coded !== null) return answerFailure(coded, context);
  context.var.log(hasCallerLeft(context) ? "info" : "error", "exception", describeError(error));
  return answerFailure(new AppError("INTERNAL", { cause: error }), context);
}

/**
 * Logs what fails while one page is made; a failure that several loaders meet is one line. A coded failure was foreseen: its code says
 * all.
 */
export function logPageFailures(log: Log): (error: unknown) => void {
  const logged = new Set<unknown>();
  return (error) => {
    const coded = findAppError(error);
    const failure = coded?.code ?? error;
    if (logged.has(failure)) return;
    logged.add(failure);
    if (coded !== null) log("info", "page", { code: coded.code });
    else log("error", "page", describeError(error));
  };
}

/** JSON for programs, the sentence as plain text for people. */
export function answerFailure(error: AppError, context: Context<AppEnv>): Response {
  const status = error.status;
  if (error.retryAfterSeconds !== null) context.header("Retry-After", String(error.retryAfterSeconds));
  if (!isForPrograms(context.req.path)) {
    const { body, headers } = context.text(`${error.message}\n`);
    return new Response(body, { status, headers });
  }
  if (status === 426) context.header("Upgrade", "websocket");
  if (status === 401) context.header("WWW-Authenticate", toChallenge(context));
  const { body, headers } = context.json(toErrorAnswer(error, context.var.requestId));
  return new Response(body, { status, headers });
}

/** RFC 6750: only a request with a token gets the reason of the refusal. */
function toChallenge(context: Context<AppEnv>): string {
  const presented = context.req.header("Authorization") !== undefined;
  return `Bearer realm="talespark"${presented ? ', error="invalid_token"' : ""}`;
}
