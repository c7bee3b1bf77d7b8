import type { Identity } from "#domain/account.ts";

type Person = {
  /** The identity provider's subject. */
  userId: string;
  identity: Identity;
};

/** Somebody who calls with the cookie of a session. `sessionEpoch` is the number that the session began with. */
export type SessionCaller = Person & {
  kind: "session";
  sessionId: string;
  sessionEpoch: number;
  /** In milliseconds since 1970. */
  signedInAt: number;
};

/**
 * Somebody who calls with an access token of the issuer. Times are milliseconds since 1970. `expiresAt`: until then it is taken.
 * `signedInAt`: `null` where the token doesn't tell.
 */
export type TokenCaller = Person & { kind: "bearer"; expiresAt: number; signedInAt: number | null };

/**
 * Who is calling. Both are people with an account; `kind` tells them apart. A caller without an account is one more member
 * here: conversations ask for no more than `getOwnerId` and `getSession`.
 */
export type Caller = SessionCaller | TokenCaller;

/** The id that a caller's conversations belong to, in index rows and in objects. */
export function getOwnerId(caller: Caller): string {
  return caller.userId;
}

/** The session that a caller's live connections end with; `null` for a caller that has none. */
export function getSession(caller: Caller): { id: string; epoch: number } | null {
  return caller.kind === "session" ? { id: caller.sessionId, epoch: caller.sessionEpoch } : null;
}

/** When a caller's live connections end by themselves, in milliseconds since 1970; `null`: when their session ends. */
export function getExpiry(caller: Caller): number | null {
  return caller.kind === "bearer" ? caller.expiresAt : null;
}
