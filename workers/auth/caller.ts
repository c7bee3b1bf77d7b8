import type { Identity } from "#domain/account.ts";
import type { SessionName } from "./session.ts";

type Account = {
  /** The identity provider's subject. */
  userId: string;
  identity: Identity;
};

/** Somebody who calls with the cookie of a session. `sessionEpoch` is the number that the session began with. */
export type SessionCaller = Account & {
  kind: "session";
  sessionId: string;
  sessionEpoch: number;
  /** In milliseconds since 1970. */
  signedInAt: number;
};

/**
 * Somebody who calls with an access token of the issuer. Times are milliseconds since 1970, but `issuedAt` is in seconds. `expiresAt`:
 * until then it is taken. `signedInAt`: `null` where the token doesn't tell.
 */
export type TokenCaller = Account & {
  kind: "bearer";
  issuedAt: number;
  expiresAt: number;
  signedInAt: number | null;
  /** The number of their account at this call; absent: they have none yet. */
  sessionEpoch?: number;
};

/** Somebody with an account. */
export type AccountCaller = SessionCaller | TokenCaller;

/** Somebody without an account who has begun the demo: a signed cookie says which stories are theirs. */
export type Visitor = {
  kind: "visitor";
  /** Made up, unguessable, and of no meaning but for these stories. */
  visitorId: string;
  /** The stories that have not expired, the latest first. */
  demos: readonly VisitorDemo[];
};
/** `expiresAt` is in milliseconds since 1970. */
export type VisitorDemo = { storyId: string; expiresAt: number };

/** Who is calling. Conversations ask for no more than `getOwnerId`, `getSession` and `getExpiry`. */
export type Caller = AccountCaller | Visitor;

/** The caller that a session's cookie names. The session is not read yet: its fields have values that permit nothing. */
export function toNamedCaller({ id: sessionId, owner: { userId } }: SessionName): SessionCaller {
  const unknown = {
    name: null,
    email: null,
    emailVerified: false,
    username: null,
    nickname: null,
    picture: null,
  };
  const identity = { sub: userId, ...unknown };
  return { kind: "session", userId, sessionId, identity, sessionEpoch: Number.NaN, signedInAt: 0 };
}

/** The id that a caller's conversations belong to, in index rows and in objects. */
export function getOwnerId(caller: Caller): string {
  return caller.kind === "visitor" ? `visitor:${caller.visitorId}` : caller.userId;
}

/**
 * The session that a caller's live connections end with; `null` for a visitor. An access token has none: its connections, whose `id` is
 * empty, end with all of the account.
 */
export function getSession(caller: Caller): { id: string; epoch: number | undefined } | null {
  if (caller.kind === "visitor") return null;
  return { id: caller.kind === "session" ? caller.sessionId : "", epoch: caller.sessionEpoch };
}

/** When a caller's live connections end by themselves, in milliseconds since 1970; `null`: when their session ends. */
export function getExpiry(caller: Caller): number | null {
  return caller.kind === "bearer" ? caller.expiresAt : null;
}
