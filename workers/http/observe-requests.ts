import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { AppError, findAppError } from "#domain/errors.ts";
import { logLine, logWith } from "../logging.ts";
import { parseSettings, SettingsError } from "../settings.ts";
import { type AppEnv, hasCallerLeft } from "./app-env.ts";
import { answerFailure } from "./error-responses.ts";
import { createNonce, setSecurityHeaders } from "./security.ts";

/**
 * The outermost layer: an id for the request, one line in the log, and the headers of every response. Without valid
 * settings it calls no other layer: nothing is served.
 */
export function observeRequests(): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const began = Date.now();
    const requestId = readRequestId(context);
    context.set("requestId", requestId);
    context.set("log", logWith({ requestId }));
    context.set("nonce", createNonce());
    if (haveSettings(context)) {
      await next();
      finish(context, await lateCookies(context));
      const ms = Date.now() - began;
      context.executionCtx.waitUntil(answerSent().then(() => logRequest(context, ms)));
    } else {
      context.res = answerFailure(new AppError("INTERNAL"), context);
      finish(context, []);
    }
  };
}

const RAY = /^[0-9a-f]{16}(-[A-Z]{3})?$/;

/**
 * The id of a request, in the log and in the answer: the platform's id, by which its logs can be searched, or a new one. Behind another
 * proxy the caller can set the header, so a value is used only if it looks like such an id.
 */
function readRequestId({ req }: Context<AppEnv>): string {
  const ray = req.header("CF-Ray");
  return ray !== undefined && RAY.test(ray) ? ray : crypto.randomUUID();
}

function haveSettings(context: Context<AppEnv>): boolean {
  try {
    const settings = parseSettings(context.env);
    context.set("settings", settings);
    context.set("origin", settings.APP_ORIGIN ?? new URL(context.req.url).origin);
    return true;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    logLine("error", "not-serving", { message: error.message });
    return false;
  }
}

/** Neither an opened socket nor an answer that a shared cache may keep carries anybody's cookies. */
async function lateCookies(context: Context<AppEnv>): Promise<string[]> {
  const { status, headers } = context.res;
  if (status === 101 || headers.get("Cache-Control")?.includes("public")) return [];
  return (await context.var.lateCookies?.()) ?? [];
}

function finish(context: Context<AppEnv>, cookies: string[]): void {
  const answer = context.res;
  // An accepted socket has no headers of its own any more, and copying its answer would lose it.
  if (answer.status === 101) return;
  const response = new Response(answer.body, answer);
  setSecurityHeaders(response.headers, context);
  response.headers.set("X-Request-Id", context.var.requestId);
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  context.res = undefined;
  context.res = response;
}

/** Resolves when the runtime has had time to send the answer. On one's own machine another process reads the line on the same cores. */
function answerSent(): Promise<void> {
  return scheduler.wait(0);
}

function logRequest(context: Context<AppEnv>, ms: number): void {
  const { status } = context.res;
  const code = findAppError(context.error)?.code;
  const isOurs = status >= 500 && !hasCallerLeft(context);
  context.var.log(isOurs ? "error" : "info", "request", {
    route: toRoutePattern(context),
    method: context.req.method,
    status,
    ms,
    userId: context.var.services?.person?.userId,
    code: code ?? (context.error ? "INTERNAL" : undefined),
  });
}

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;
const WORD = /^[a-z_][a-z_-]{0,29}$/;

/** The pattern of a call, or what a page's path looks like with its ids left out: paths that people make up stay out. */
function toRoutePattern(context: Context<AppEnv>): string {
  const call = matchedRoutes(context).find((route) => !route.path.includes("*"));
  if (call) return call.path;
  const segments = context.req.path.replace(/\.data$/, "").split("/");
  const shapes = segments.slice(1).map((segment) => (ID.test(segment) ? ":id" : segment));
  if (shapes[0] === "s" && shapes.length > 1) shapes[1] = ":token";
  const plain = shapes.every((shape) => shape === "" || shape.startsWith(":") || WORD.test(shape));
  return plain && shapes.length <= 4 ? `/${shapes.join("/")}` : "(other)";
}
