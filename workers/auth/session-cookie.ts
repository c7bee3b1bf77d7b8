import type { Cookie } from "react-router";
import * as v from "valibot";
import { signedCookie } from "../http/cookies.ts";

/** The session's owner, and the number of the database with the owner's rows. */
export type SessionOwner = { userId: string; shard: number };

const idSchema = v.pipe(v.string(), v.nonEmpty());
const contentSchema = v.object({ id: idSchema, owner: v.object({ userId: idSchema, shard: v.number() }) });
/** The content of a session's cookie. */
export type SessionName = v.InferOutput<typeof contentSchema>;

/**
 * The signed cookie of a session. It contains the session's id and its owner, so that the owner's row and the session can be read at
 * the same time. The signature proves that we wrote the cookie, not that the session is still valid.
 */
export class SessionCookie implements Cookie {
  readonly isSigned = true;
  readonly #cookie: Cookie;
  #latest: { header: string | null; name: Promise<SessionName | null> } | null = null;
  /** The owner that the next cookie names. */
  owner: SessionOwner | null = null;

  constructor(name: string, options: { secret: string; maxAge: number }) {
    this.#cookie = signedCookie(name, options);
  }

  get name(): string {
    return this.#cookie.name;
  }

  get expires(): Date | undefined {
    return this.#cookie.expires;
  }

  /** `null`: no cookie, or a forged one. Repeated calls with the same header check the signature only once. */
  read(header: string | null): Promise<SessionName | null> {
    const known = this.#latest;
    if (known?.header === header) return known.name;
    const name = this.#read(header);
    this.#latest = { header, name };
    return name;
  }

  async #read(header: string | null): Promise<SessionName | null> {
    const parsed = v.safeParse(contentSchema, await this.#cookie.parse(header));
    return parsed.success ? parsed.output : null;
  }

  /** For the session storage, which only uses the id. */
  async parse(header: string | null): Promise<string | null> {
    return (await this.read(header))?.id ?? null;
  }

  /** For the session storage. An empty id means that the session has ended. */
  serialize(id: string, options?: Parameters<Cookie["serialize"]>[1]): Promise<string> {
    return this.#cookie.serialize(id === "" ? id : { id, owner: this.owner }, options);
  }
}
