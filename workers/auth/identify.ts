import { AppError } from "#domain/errors.ts";
import { type AccountRow, findAccount } from "../accounts/store.ts";
import type { Database } from "../db/client.ts";
import type { Settings } from "../settings.ts";
import type { SessionCaller, TokenCaller } from "./caller.ts";
import { discover } from "./discovery.ts";
import { InvalidToken, identityFromAccessToken } from "./issuer-tokens.ts";
import type { RequestSession } from "./session.ts";

/** Whose session it is, with their row, which is read to see whether the session has ended. */
export type IdentifiedSession = { caller: SessionCaller; account: AccountRow };

/**
 * The caller of a session cookie, whose owner should be `userId`; `null` if it is not theirs, it has ended, the user is
 * deleted, or the epoch was raised since the session began. One round trip: the session and the user's row are read at the
 * same time, and nothing of the user leaves this function before the session is confirmed as theirs. `db`: the user's. `month`: whose
 * Sparks are read too.
 */
export async function identifySession(
  session: RequestSession,
  userId: string,
  db: Database,
  month: string | null,
): Promise<IdentifiedSession | null> {
  const name = await session.readName();
  if (name === null) return null;
  const [found, [account]] = await Promise.all([
    session.load(),
    findAccount(db, userId, { month, sessionId: name.id }),
  ]);
  if (found?.identity.sub !== userId) return null;
  if (account?.user.sessionEpoch !== found.sessionEpoch || account.sessionEnded) return null;
  if (account.user.deletionRequestedAt !== null) return null;
  const { identity, id: sessionId, sessionEpoch, signedInAt } = found;
  return { caller: { kind: "session", userId, identity, sessionId, sessionEpoch, signedInAt }, account };
}

/**
 * The token of an `Authorization: Bearer` header; `null` without such a header, or with another scheme (a proxy may use
 * one). Throws UNAUTHENTICATED for a bearer header without a token: it never falls back to a cookie.
 */
export function readBearerToken(header: string | null): string | null {
  if (header === null || !/^Bearer\b/i.test(header)) return null;
  const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(header)?.[1];
  if (token === undefined) throw new AppError("UNAUTHENTICATED");
  return token;
}

/**
 * The account of a token's person; `undefined`: they have none yet. Throws ACCOUNT_BEING_DELETED, and UNAUTHENTICATED for a token that
 * was issued before the person's last sign-out everywhere.
 */
export async function findOpenAccount(
  db: Database,
  { userId, issuedAt }: TokenCaller,
): Promise<AccountRow | undefined> {
  const [account] = await findAccount(db, userId);
  if (account === undefined) return undefined;
  const { deletionRequestedAt, sessionEpoch, createdAt } = account.user;
  if (deletionRequestedAt !== null) throw new AppError("ACCOUNT_BEING_DELETED");
  // The second of the last sign-out everywhere, or that in which the account was made, perhaps by this token.
  const isRaised = sessionEpoch > Math.floor(Date.parse(createdAt) / 1000);
  if (isRaised && issuedAt < sessionEpoch) throw new AppError("UNAUTHENTICATED");
  return account;
}

/** The caller that an access token of the issuer belongs to. Throws UNAUTHENTICATED, whatever is wrong with it. */
export async function identifyToken(token: string, settings: Settings): Promise<TokenCaller> {
  const issuer = await discover(settings.OIDC_ISSUER);
  try {
    const { identity, ...times } = await identityFromAccessToken(token, {
      issuer,
      audience: settings.OIDC_AUDIENCE,
    });
    return { kind: "bearer", userId: identity.sub, identity, ...times };
  } catch (error) {
    if (error instanceof InvalidToken) throw new AppError("UNAUTHENTICATED", { cause: error });
    throw error;
  }
}
