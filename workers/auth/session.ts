import { createSessionStorage, type FlashSessionData, type Session, type SessionStorage } from "react-router";
import * as v from "valibot";
import type { Identity } from "#domain/account.ts";
import { AppError } from "#domain/errors.ts";
import type { AccountDatabase } from "../db/account-database.ts";
import { forgetCookie, hostCookieName } from "../http/cookies.ts";
import type { Settings } from "../settings.ts";
import { SessionCookie, type SessionName } from "./session-cookie.ts";
import { recordSession, recordSlide } from "./store.ts";

const DAY_S = 24 * 60 * 60;
/** A session ends this long after it was last used. */
export const SESSION_TTL_S = 30 * DAY_S;
/** A session also ends this long after the sign-in, even if it is used. */
const SESSION_LIFE_S = 90 * DAY_S;
/** Sliding costs a KV write, of which a key takes one a second: once a day is often enough for 30. */
const SLIDE_AFTER_MS = DAY_S * 1000;

const identitySchema = v.object({
  sub: v.string(),
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  emailVerified: v.boolean(),
  username: v.nullable(v.string()),
  nickname: v.nullable(v.string()),
  picture: v.nullable(v.string()),
}) satisfies v.GenericSchema<unknown, Identity>;

const sessionSchema = v.object({
  identity: identitySchema,
  /** The user's number at sign-in; a higher one in the user's row ends this session. */
  sessionEpoch: v.number(),
  /** When its person signed in, in milliseconds since 1970. */
  signedInAt: v.number(),
  /** When it began, in milliseconds since 1970. Later than `signedInAt` if the person was already signed in at the issuer. */
  begunAt: v.number(),
  /** When it last slid, in milliseconds since 1970. */
  slidAt: v.number(),
  /** The number of the database with the person's rows. */
  shard: v.number(),
});
export type SessionData = v.InferOutput<typeof sessionSchema>;
type StoredData = FlashSessionData<SessionData, SessionData>;

type SessionDatabase = Pick<AccountDatabase, "db" | "shard">;

/**
 * The session of one request. It is stored in KV under an id of 256 random bits, and the cookie has the id with a signature.
 * KV caches for a minute at each location. What must take effect everywhere at once, the end of a session and a raised epoch, is read from
 * D1 at each request, together with the user's row and while KV is asked.
 */
export class RequestSession {
  readonly #kv: KVNamespace;
  readonly #storage: SessionStorage<SessionData>;
  readonly #cookieHeader: string | null;
  readonly #cookie: SessionCookie;
  /** Writes down in D1 whose session a key of KV is, before KV has it. */
  #record: (sessionId: string) => Promise<void> = async () => undefined;
  #stored: Session<SessionData> | null = null;
  #data: SessionData | null = null;
  #loading: Promise<(SessionData & { id: string }) | null> | undefined;

  constructor(site: {
    kv: KVNamespace;
    settings: Settings;
    origin: string;
    cookieHeader: string | null;
  }) {
    this.#cookie = new SessionCookie(hostCookieName("session", site.origin), {
      secret: site.settings.SESSION_SECRET,
      maxAge: SESSION_TTL_S,
    });
    this.#kv = site.kv;
    this.#storage = createSessionStorage<SessionData>({
      cookie: this.#cookie,
      createData: async (data, expires) => {
        const id = createSessionId();
        await this.#write(id, data, expires);
        return id;
      },
      readData: (id) => this.#kv.get<StoredData>(id, "json"),
      updateData: (id, data, expires) => this.#write(id, data, expires),
      deleteData: (id) => this.#kv.delete(id),
    });
    this.#cookieHeader = site.cookieHeader;
  }

  /** The content of the request's cookie; the session may have ended. `null`: no cookie, or a forged one. Reads neither KV nor D1. */
  readName(): Promise<SessionName | null> {
    return this.#cookie.read(this.#cookieHeader);
  }

  /** The session of the request's cookie, read once; `null`: no cookie, a forged one, or a session that has ended. */
  load(): Promise<(SessionData & { id: string }) | null> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<(SessionData & { id: string }) | null> {
    if (this.#cookieHeader === null) return null;
    const stored = await this.#storage.getSession(this.#cookieHeader);
    const parsed = v.safeParse(sessionSchema, stored.data);
    if (stored.id === "" || !parsed.success) return null;
    if (Date.now() - parsed.output.begunAt > SESSION_LIFE_S * 1000) return null;
    this.#stored = stored;
    this.#data = parsed.output;
    return { id: stored.id, ...parsed.output };
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
    await this.#forgetStored();
    const session = await this.#storage.getSession();
    const begunAt = now.getTime();
    setSessionData(session, { identity, sessionEpoch, signedInAt, begunAt, slidAt: begunAt, shard });
    this.#record = async (id) => {
      const row = { id, userId: identity.sub, slidAt: now.toISOString() };
      if (!(await recordSession(db, row, sessionEpoch))) throw new AppError("SIGN_IN_FAILED");
    };
    this.#cookie.owner = { userId: identity.sub, shard };
    return this.#storage.commitSession(session);
  }

  /** The id of the session that this request came with. */
  get id(): string | null {
    return this.#stored?.id ?? null;
  }

  /** Ends the session and gives the `Set-Cookie` value that makes the browser forget it. */
  async end(): Promise<string> {
    const session = this.#stored ?? (await this.#storage.getSession(this.#cookieHeader));
    this.#stored = null;
    return session.id === "" ? forgetCookie(this.#cookie.name) : this.#storage.destroySession(session);
  }

  /**
   * Extends the session by 30 days, once a day, after a request. Also writes it again if the account was found in another shard than the
   * session or its cookie says. `null`: nothing to do, or the session was ended meanwhile.
   */
  async slide({ db, shard }: SessionDatabase, now: Date): Promise<string | null> {
    if (!this.#stored || !this.#data) return null;
    const isDue = now.getTime() - this.#data.slidAt >= SLIDE_AFTER_MS;
    const named = (await this.readName())?.owner.shard ?? shard;
    if (!isDue && shard === this.#data.shard && shard === named) return null;
    this.#cookie.owner = { userId: this.#data.identity.sub, shard };
    setSessionData(this.#stored, { ...this.#data, slidAt: now.getTime(), shard });
    this.#record = (id) => recordSlide(db, id, now.toISOString());
    return this.#storage.commitSession(this.#stored);
  }

  async #write(id: string, data: StoredData, expires: Date | undefined): Promise<void> {
    await this.#record(id);
    const expiration = expires === undefined ? undefined : Math.round(expires.getTime() / 1000);
    await this.#kv.put(id, JSON.stringify(data), { expiration });
  }

  async #forgetStored(): Promise<void> {
    if (this.#stored) await this.#storage.destroySession(this.#stored);
    this.#stored = null;
  }
}

/** 256 random bits, in hexadecimal. */
function createSessionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function setSessionData(session: Session<SessionData>, data: SessionData): void {
  session.set("identity", data.identity);
  session.set("signedInAt", data.signedInAt);
  session.set("begunAt", data.begunAt);
  session.set("sessionEpoch", data.sessionEpoch);
  session.set("slidAt", data.slidAt);
  session.set("shard", data.shard);
}
