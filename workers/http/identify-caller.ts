import type { MiddlewareHandler } from "hono";
import * as v from "valibot";
import { findOpenAccount, identifySession, identifyToken, readBearerToken } from "../auth/identify.ts";
import { RequestSession } from "../auth/session.ts";
import { VisitorCookie } from "../auth/visitor-cookie.ts";
import { openDatabase, openPrimaryDatabase } from "../db/client.ts";
import { describeError, type Log } from "../logging.ts";
import { buildServices } from "../services.ts";
import { type AppEnv, isForPrograms } from "./app-env.ts";
import { hostCookieName, signedCookie } from "./cookies.ts";
import { limitUser } from "./limit-requests.ts";

/** Longer than any replica lags behind. */
const BOOKMARK_TTL_S = 600;
const bookmarkSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(500));

/**
 * Finds out who is calling and makes their services: a bearer token (of calls and sockets only), else the session
 * cookie, else nobody. A token that is wrong is UNAUTHENTICATED, even when a good cookie came along. Beside that, whose demo
 * stories the browser holds: somebody who has just signed in may still have some.
 */
export function identifyCaller(): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const { env, req, executionCtx: ctx } = context;
    const { settings, origin, log } = context.var;
    const cookieHeader = req.header("Cookie") ?? null;
    const visitorCookie = new VisitorCookie({ origin, secret: settings.SESSION_SECRET });
    const common = {
      env,
      visitor: await visitorCookie.read(cookieHeader, new Date()),
      settings,
      ctx,
      origin,
      cookieHeader,
      log,
      clientIp: req.header("CF-Connecting-IP") ?? null,
    };

    const token = isForPrograms(req.path) ? readBearerToken(req.header("Authorization") ?? null) : null;
    if (token !== null) {
      const person = await identifyToken(token, settings, env.KV);
      await limitUser(context, person.userId);
      const database = { db: openPrimaryDatabase(env.DB), bookmark: () => null };
      const account = await findOpenAccount(database.db, person.userId);
      context.set("services", buildServices({ ...common, person, account, bookmark: null, database }));
      return next();
    }

    const bookmarks = bookmarkCookie(settings.SESSION_SECRET, origin);
    const known = v.safeParse(bookmarkSchema, await bookmarks.parse(cookieHeader));
    const bookmark = known.success ? known.output : null;
    // Whether the session has ended is read from the primary, unless the browser's bookmark says what it has seen.
    const database = openDatabase(env.DB, bookmark ?? (cookieHeader === null ? null : "first-primary"));
    const session = new RequestSession({ kv: env.KV, db: database.db, settings, origin, cookieHeader });
    const found = await identifySession(session, database.db, (userId) => limitUser(context, userId));
    context.set(
      "services",
      buildServices({
        ...common,
        person: found?.caller ?? null,
        account: found?.account,
        bookmark,
        session,
        database,
      }),
    );
    context.set("lateCookies", async () => {
      const seen = database.bookmark();
      return [
        found ? await slideSession(session, log) : null,
        seen !== null && seen !== bookmark ? await bookmarks.serialize(seen) : null,
      ].filter((cookie) => cookie !== null);
    });
    return next();
  };
}

function bookmarkCookie(secret: string, origin: string) {
  return signedCookie(hostCookieName("bookmark", origin), { secret, maxAge: BOOKMARK_TTL_S });
}

/** Several requests of a page may slide the session at once, and KV takes one write a second: the others may fail. */
async function slideSession(session: RequestSession, log: Log): Promise<string | null> {
  try {
    return await session.slide(new Date());
  } catch (error) {
    log("warn", "session-not-slid", describeError(error));
    return null;
  }
}
