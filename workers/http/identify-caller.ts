import type { Context, HonoRequest, MiddlewareHandler } from "hono";
import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { toMonth } from "#domain/plan.ts";
import type { AccountRow } from "../accounts/store.ts";
import { toNamedCaller } from "../auth/caller.ts";
import { findOpenAccount, identifySession, identifyToken, readBearerToken } from "../auth/identify.ts";
import { RequestSession } from "../auth/session.ts";
import { VisitorCookie } from "../auth/visitor-cookie.ts";
import { type AccountDatabase, openAccountDatabase, openForNobody } from "../db/account-database.ts";
import { holdBack } from "../db/batched-reads.ts";
import { describeError, type Log } from "../logging.ts";
import { buildServices, type ServiceParts } from "../services.ts";
import { type AppEnv, isForPrograms, isPage } from "./app-env.ts";
import { hostCookieName, signedCookie } from "./cookies.ts";
import { asksStripe, limitCaller } from "./limit-requests.ts";

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
    if (token === null) {
      await identifyByCookie(context, common);
      return next();
    }
    const person = await identifyToken(token, settings);
    await limitCaller(context, person.userId);
    const database = openAccountDatabase(env, { userId: person.userId, shard: null });
    const row = await findOpenAccount(database.db, person);
    if (row) person.sessionEpoch = row.user.sessionEpoch;
    const readAccount = row && (async () => row);
    context.set("services", buildServices({ ...common, person, readAccount, database }));
    return next();
  };
}

/**
 * A page may begin before the session is checked, so that its queries and that of the session are one round trip (`PageCaller`).
 * Everything else waits here.
 */
async function identifyByCookie(
  context: Context<AppEnv>,
  common: Omit<ServiceParts, "person" | "database">,
): Promise<void> {
  const { env, req } = context;
  const { settings, origin, log } = context.var;
  const { cookieHeader } = common;
  const bookmarks = bookmarkCookie(settings.SESSION_SECRET, origin);
  const known = v.safeParse(bookmarkSchema, await bookmarks.parse(cookieHeader));
  const bookmark = known.success ? known.output : null;
  const session = new RequestSession({ kv: env.KV, settings, origin, cookieHeader });
  const name = await session.readName();
  if (name) await limitCaller(context, `session:${name.id}`);
  // Without a bookmark the primary database is read: a replica may not know yet that the session has ended.
  const database = name ? openAccountDatabase(env, { ...name.owner, bookmark }) : openForNobody(env);
  const named = name && mayBeginEarly(context) ? toNamedCaller(name) : null;
  const { db, held } = named ? holdBack(database, readAccount) : { db: database.db, held: database };
  const ahead = named && buildServices({ ...common, person: named, readAccount, session, database: held });

  let identified: ReturnType<typeof identifyOnce> | undefined;
  const identify = () => {
    identified ??= identifyOnce();
    return identified;
  };
  async function identifyOnce() {
    const found = name && (await identifySession(session, name.owner.userId, db, findMonthOfSparks(req)));
    if (found) await limitCaller(context, found.caller.userId);
    if (found && named) Object.assign(named, found.caller); // the services of `ahead` know this object
    const person = found?.caller ?? null;
    const services =
      (found && ahead) ??
      buildServices({ ...common, person, readAccount: found ? readAccount : undefined, session, database });
    context.set("services", services);
    context.set("lateCookies", async () => {
      const seen = services.bookmark();
      return [
        found ? await slideSession(session, database, log) : null,
        seen !== null && seen !== bookmark ? await bookmarks.serialize(seen) : null,
      ].filter((cookie) => cookie !== null);
    });
    return { found, services };
  }
  async function readAccount(): Promise<AccountRow> {
    const { found } = await identify();
    const { refusal } = context.var;
    if (found === null || refusal) throw refusal ?? new AppError("UNAUTHENTICATED");
    return found.account;
  }

  context.set("caller", {
    ahead,
    async identify() {
      const { services } = await identify();
      return { services, refusal: context.var.refusal ?? null };
    },
  });
  if (ahead === null) await identify();
}

/** A page that is only read, and that has no limit which must be checked for its person first. */
function mayBeginEarly({ req, var: { refusal } }: Context<AppEnv>): boolean {
  return req.method === "GET" && isPage(req.path) && !refusal && !asksStripe(req);
}

/** Almost every page of a signed-in person shows their Sparks, so the query for their row reads them too. */
function findMonthOfSparks({ method, path }: HonoRequest): string | null {
  return method === "GET" && isPage(path) ? toMonth(new Date()) : null;
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
