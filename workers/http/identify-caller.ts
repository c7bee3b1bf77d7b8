import type { HonoRequest, MiddlewareHandler } from "hono";
import * as v from "valibot";
import { toMonth } from "#domain/plan.ts";
import { findOpenAccount, identifySession, identifyToken, readBearerToken } from "../auth/identify.ts";
import { RequestSession } from "../auth/session.ts";
import { VisitorCookie } from "../auth/visitor-cookie.ts";
import { type AccountDatabase, openAccountDatabase, openForNobody } from "../db/account-database.ts";
import { describeError, type Log } from "../logging.ts";
import { buildServices } from "../services.ts";
import { type AppEnv, isDocument, isForPrograms } from "./app-env.ts";
import { hostCookieName, signedCookie } from "./cookies.ts";
import { limitSession, limitUser } from "./limit-requests.ts";

/** Longer than any replica lags behind. */
const BOOKMARK_TTL_S = 600;
const bookmarkSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(500));

/**
 * Finds out who is calling and creates their services: by a bearer token (calls and sockets only), else by the session
 * cookie, else nobody. A wrong token is UNAUTHENTICATED, even with a valid cookie. It also reads the visitor's cookie with
 * the demo stories, which a signed-in person may still have.
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
      const database = openAccountDatabase(env, { userId: person.userId, shard: null });
      const account = await findOpenAccount(database.db, person);
      context.set("services", buildServices({ ...common, person, account, database }));
      return next();
    }

    const bookmarks = bookmarkCookie(settings.SESSION_SECRET, origin);
    const known = v.safeParse(bookmarkSchema, await bookmarks.parse(cookieHeader));
    const bookmark = known.success ? known.output : null;
    const session = new RequestSession({ kv: env.KV, settings, origin, cookieHeader });
    const name = await session.readName();
    if (name) await limitSession(context, name.id);
    const owner = name?.owner ?? null;
    // Without a bookmark the primary database is read: a replica may not know yet that the session has ended.
    const database = owner ? openAccountDatabase(env, { ...owner, bookmark }) : openForNobody(env);
    const found =
      owner && (await identifySession(session, owner.userId, database.db, findMonthOfSparks(req)));
    if (found) await limitUser(context, found.caller.userId);
    context.set(
      "services",
      buildServices({
        ...common,
        person: found?.caller ?? null,
        account: found?.account,
        session,
        database,
      }),
    );
    context.set("lateCookies", async () => {
      const seen = context.var.services.bookmark();
      return [
        found ? await slideSession(session, database, log) : null,
        seen !== null && seen !== bookmark ? await bookmarks.serialize(seen) : null,
      ].filter((cookie) => cookie !== null);
    });
    return next();
  };
}

/** Almost every page of a signed-in person shows their Sparks, so the query for their row reads them too. */
function findMonthOfSparks({ method, path }: HonoRequest): string | null {
  return method === "GET" && isDocument(path) ? toMonth(new Date()) : null;
}

function bookmarkCookie(secret: string, origin: string) {
  return signedCookie(hostCookieName("bookmark", origin), { secret, maxAge: BOOKMARK_TTL_S });
}

/** Several requests of a page may extend the session at once. KV allows one write a second per key, so the others may fail. */
async function slideSession(
  session: RequestSession,
  database: AccountDatabase,
  log: Log,
): Promise<string | null> {
  try {
    return await session.slide(database, new Date());
  } catch (error) {
    log("warn", "session-not-slid", describeError(error));
    return null;
  }
}
