import type { Cookie } from "react-router";
import * as v from "valibot";
import { DEMO_LIFE_MS } from "#domain/demo.ts";
import { forgetCookie, hostCookieName, signedCookie } from "../http/cookies.ts";
import type { Visitor, VisitorDemo } from "./caller.ts";

/** Stories that one cookie holds: as many as one address may begin in a day, unless a deployment allows more. */
const DEMOS_MAX = 5;

const visitorSchema = v.object({
  visitorId: v.pipe(v.string(), v.uuid()),
  demos: v.array(v.object({ storyId: v.pipe(v.string(), v.uuid()), expiresAt: v.number() })),
});

/** The signed cookie that says which demo stories a browser has begun. Nothing else leads to them. */
export class VisitorCookie {
  readonly #name: string;
  readonly #cookie: Cookie;

  constructor({ origin, secret }: { origin: string; secret: string }) {
    this.#name = hostCookieName("demo", origin);
    this.#cookie = signedCookie(this.#name, { secret, maxAge: DEMO_LIFE_MS / 1000 });
  }

  /** `null`: no cookie, a forged one, or one whose stories have all expired. */
  async read(cookieHeader: string | null, now: Date): Promise<Visitor | null> {
    if (!cookieHeader?.includes(this.#name)) return null;
    const parsed = v.safeParse(visitorSchema, await this.#cookie.parse(cookieHeader));
    if (!parsed.success) return null;
    const { visitorId } = parsed.output;
    const demos = parsed.output.demos.filter(({ expiresAt }) => expiresAt > now.getTime());
    return demos.length === 0 ? null : { kind: "visitor", visitorId, demos };
  }

  /** The `Set-Cookie` value for a visitor who has begun another story. */
  write({ visitorId, demos }: { visitorId: string; demos: readonly VisitorDemo[] }): Promise<string> {
    return this.#cookie.serialize({ visitorId, demos: demos.slice(0, DEMOS_MAX) });
  }

  /** The `Set-Cookie` value once the stories belong to a person. */
  forget(): string {
    return forgetCookie(this.#name);
  }
}
