import type { Context } from "hono";
import type { AppError } from "#domain/errors.ts";
import { API_DOCS_PATH } from "#domain/public-pages.ts";
import type { Log } from "../logging.ts";
import type { Services } from "../services.ts";
import type { Settings } from "../settings.ts";

/** Who a page is for. */
export type PageCaller = {
  /**
   * The services of the person whom the session's cookie names, before it is known whether that session is valid: their database
   * returns nothing until then. `null`: the page waits for `identify`.
   */
  ahead: Services | null;
  /** Finds out who is calling, once. `refusal`: the page says this, and nothing else. */
  identify: () => Promise<{ services: Services; refusal: AppError | null }>;
};

/** What Hono's handlers are given. */
export type AppEnv = {
  Bindings: Env;
  Variables: {
    services: Services;
    /** Of pages only. Where `ahead` is set, `services` is absent until `identify` has ended. */
    caller: PageCaller;
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
  };
};

/** Whether the caller has disconnected. */
export function hasCallerLeft({ req }: Context<AppEnv>): boolean {
  return req.raw.signal.aborted;
}

/** Calls and sockets get errors as JSON. Everything else is a page for people, including the API's documentation. */
export function isForPrograms(path: string): boolean {
  return /^\/(api|live)(\/|$)/.test(path) && path !== API_DOCS_PATH;
}

/** Whether a path is that of a page of the app, as HTML or, for a client navigation, as data (`.data`): neither a file nor a picture. */
export function isPage(path: string): boolean {
  const page = path.replace(/\.data$/, "");
  return !isForPrograms(path) && !/^\/(portraits|chat-pictures|s)\/|\.\w+$/.test(page);
}
