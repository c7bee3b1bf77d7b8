import type { Context } from "hono";
import type { AppError } from "#domain/errors.ts";
import { API_DOCS_PATH } from "#domain/public-pages.ts";
import type { Log } from "../logging.ts";
import type { Services } from "../services.ts";
import type { Settings } from "../settings.ts";

/** What Hono's handlers are given. */
export type AppEnv = {
  Bindings: Env;
  Variables: {
    services: Services;
    requestId: string;
    log: Log;
    settings: Settings;
    /** Where this site is served, without a slash at the end: `APP_ORIGIN`, else where the request came to. */
    origin: string;
    /** Of the scripts of this answer, if it is a page. */
    nonce: string;
    /** Why a page is refused before it is made; absent: it is not. */
    refusal?: AppError;
    /** `Set-Cookie` values that are only known when the answer is. */
    lateCookies: () => Promise<string[]>;
    /** Aborted when the caller leaves before the answer is out. */
    callerSignal: AbortSignal;
  };
};

/** Whether the caller has disconnected. */
export function hasCallerLeft({ var: { callerSignal } }: Context<AppEnv>): boolean {
  return callerSignal.aborted;
}

/** Calls and sockets get errors as JSON. Everything else is a page for people, including the API's documentation. */
export function isForPrograms(path: string): boolean {
  return /^\/(api|live)(\/|$)/.test(path) && path !== API_DOCS_PATH;
}

/** Whether a path is that of a page's HTML: neither its data for a client navigation (`.data`) nor a picture. */
export function isDocument(path: string): boolean {
  return !isForPrograms(path) && !/^\/(portraits|chat-pictures)\/|\.\w+$/.test(path);
}
