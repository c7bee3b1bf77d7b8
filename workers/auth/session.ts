import type { Cookie } from "react-router";
import * as v from "valibot";
import { identitySchema } from "#domain/account.ts";
import { AppError } from "#domain/errors.ts";
import { toHex } from "#domain/hash.ts";
import type { AccountDatabase } from "../db/account-database.ts";
import { forgetCookie, hostCookieName, signedCookie } from "../http/cookies.ts";
import type { Settings } from "../settings.ts";
import { recordSession, recordSlide } from "./store.ts";

const DAY_S = 24 * 60 * 60;
/** A session ends this long after it was last used. */
export const SESSION_TTL_S = 30 * DAY_S;
/** A session also ends this long after the sign-in, even if it is used. */
export const SESSION_LIFE_S = 90 * DAY_S;
/** Sliding costs a KV write, of which a key takes one a second: once a day is often enough for 30. */
const SLIDE_AFTER_MS = DAY_S * 1000;

const sessionSchema = v.object({
  identity: identitySchema,
  /** The user's number at sign-in; a higher one in the user's row ends this session. */
  sessionEpoch: v.number(),
  /** When its person signed in, in milliseconds since 1970; 0: the issuer didn't tell. */
  signedInAt: v.number(),
  /** When it began, in milliseconds since 1970. Later than `signedInAt` if the person was already signed in at the issuer. */
  begunAt: v.number(),
  /** When it last slid, in milliseconds since 1970. */
  slidAt: v.number(),
  /** The number of the database with the person's rows. */
  shard: v.number(),
});
export type SessionData = v.InferOutput<typeof sessionSchema>;

const idSchema = v.pipe(v.string(), v.nonEmpty());
/** The content of a session's cookie: its id, its owner, and the number of the database with the owner's rows. */
const nameSchema = v.object({ id: idSchema, owner: v.object({ userId: idSchema, shard: v.number() }) });
export type SessionName = v.InferOutput<typeof nameSchema>;

type StoredSession = SessionData & { id: string };
type SessionDatabase = Pick<AccountDatabase, "db" | "shard">;

/**
 * The session of one request. It is stored in KV under an id of 256 random bits, and the signed cookie has the id. The cookie also names the
 * owner, so that the owner's row and the session can be read at the same time; its signature proves that we wrote it, not that the session is
 * still valid. KV caches for a minute at each location. What must take effect everywhere at once, the end of a session and a raised epoch, is
 * read from D1 at each request, together with the user's row and while KV is asked.
 */
export class RequestSession {
  readonly #kv: KVNamespace;
  readonly #cookieHeader: string | null;
  readonly #cookie: Cookie;
  #name: Promise<SessionName | null> | undefined;
  #loading: Promise<StoredSession | null> | undefined;
  #stored: StoredSession | null = null;

  constructor(site: {
    kv: KVNamespace;
    settings: Settings;
    origin: string;
    cookieHeader: string | null;
  }) {
    this.#kv = site.kv;
    this.#cookieHeader = site.cookieHeader;
    this.#cookie = signedCookie(hostCookieName("session", site.origin), {
      secret: site.settings.SESSION_SECRET,
      maxAge: SESSION_TTL_S,
    });
  }

  /** The content of the request's cookie; the session may have ended. `null`: no cookie, or a forged one. Reads neither KV nor D1. */
  readName(): Promise<SessionName | null> {
    this.#name ??= this.#readName();
    return this.#name;
  }

  async #readName(): Promise<SessionName | null> {
    const parsed = v.safeParse(nameSchema, await this.#cookie.parse(this.#cookieHeader));
    return parsed.success ? parsed.output : null;
  }

  /** The session of the request's cookie, read once; `null`: no cookie, a forged one, or a session that has ended. */
  load(): Promise<StoredSession | null> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<StoredSession | null> {
    const name = await this.readName();
    if (name === null) return null;
    const parsed = v.safeParse(sessionSchema, await this.#kv.get(name.id, "json"));
    if (!parsed.success || Date.now() - parsed.output.begunAt > SESSION_LIFE_S * 1000) return null;
    this.#stored = { id: name.id, ...parsed.output };
    return this.#stored;
  }

  /**
   * Begins a session under a new id, whatever cookie came along, and gives its `Set-Cookie` value. `database`: the person's. Throws
   * SIGN_IN_FAILED when all sessions of the person were ended meanwhile.
   */
  async begin(
    { identity, sessionEpoch, signedInAt }: Pick<SessionData, "identity" | "sessionEpoch" | "signedInAt">,
    { db, shard }: SessionDatabase,
    now: Date,
  ): Promise<string> {
    if (this.#stored) await this.#kv.delete(this.#stored.id);
    this.#stored = null;
    const id = createSessionId();
    const row = { id, userId: identity.sub, slidAt: now.toISOString() };
    // D1 knows whose session a key of KV is before KV has it.
    if (!(await recordSession(db, row, sessionEpoch))) throw new AppError("SIGN_IN_FAILED");
    const begunAt = now.getTime();
    return this.#write({ id, identity, sessionEpoch, signedInAt, begunAt, slidAt: begunAt, shard });
  }

  /** The id of the session that this request came with. */
  get id(): string | null {
    return this.#stored?.id ?? null;
  }

  /** Ends the session and gives the `Set-Cookie` value that makes the browser forget it. */
  async end(): Promise<string> {
    const { id } = this.#stored ?? (await this.readName()) ?? {};
    this.#stored = null;
    if (id !== undefined) await this.#kv.delete(id);
    return forgetCookie(this.#cookie.name);
  }

  /**
   * Extends the session by 30 days, once a day, after a request. Also writes it again if the account was found in another shard than the
   * session or its cookie says. `null`: nothing to do, or the session was ended meanwhile.
   */
  async slide({ db, shard }: SessionDatabase, now: Date): Promise<string | null> {
    if (!this.#stored) return null;
    const isDue = now.getTime() - this.#stored.slidAt >= SLIDE_AFTER_MS;
    const named = (await this.readName())?.owner.shard ?? shard;
    if (!isDue && shard === this.#stored.shard && shard === named) return null;
    await recordSlide(db, this.#stored.id, now.toISOString());
    return this.#write({ ...this.#stored, slidAt: now.getTime(), shard });
  }

  /** Stores a session, and gives its `Set-Cookie` value. */
  async #write({ id, ...data }: StoredSession): Promise<string> {
    const expiration = Math.round(Date.now() / 1000) + SESSION_TTL_S;
    await this.#kv.put(id, JSON.stringify(data), { expiration });
    return this.#cookie.serialize({ id, owner: { userId: data.identity.sub, shard: data.shard } });
  }
}

/** 256 random bits, in hexadecimal. */
function createSessionId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}
