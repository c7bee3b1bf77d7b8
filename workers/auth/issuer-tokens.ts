import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as v from "valibot";
import type { Identity } from "#domain/account.ts";
import type { IssuerDocument } from "./discovery.ts";
import { ISSUER_LIMITS, issuerFetch } from "./issuer-fetch.ts";

/** Clocks may differ by this much: the specification's leeway. */
const LEEWAY_S = 60;

/** A token that is not to be believed. `reason` is a code for the log. */
export class InvalidToken extends Error {
  override readonly name = "InvalidToken";
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`The token is not valid: ${reason}`, { cause });
    this.reason = reason;
  }
}

const claimText = v.fallback(v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(2000)), null), null);
const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  exp: v.number(),
  iat: v.number(),
  auth_time: v.fallback(v.nullish(v.number(), null), null),
  nonce: v.nullish(v.string(), null),
  azp: v.nullish(v.string(), null),
  scope: v.fallback(v.nullish(v.string(), null), ""),
  authorization_details: v.optional(v.unknown()),
  aud: v.optional(v.union([v.string(), v.array(v.string())])),
  name: claimText,
  email: claimText,
  email_verified: v.fallback(v.optional(v.boolean(), false), false),
  preferred_username: claimText,
  nickname: claimText,
  picture: claimText,
});
type Claims = v.InferOutput<typeof claimsSchema>;

/** Keys of issuers, the same for every request of this isolate; `jose` asks again for a key that it does not know. */
const keySets = new Map<string, JWTVerifyGetKey>();

function getKeySet(issuer: IssuerDocument): JWTVerifyGetKey {
  const known = keySets.get(issuer.jwks_uri);
  if (known) return known;
  const keys = createRemoteJWKSet(new URL(issuer.jwks_uri), {
    // `issuerFetch` has the limits that apply; this one is longer than all of its tries together.
    timeoutDuration: ISSUER_LIMITS.timeoutMs * (ISSUER_LIMITS.tries + 1),
    [customFetch]: (url, { headers, redirect }) => issuerFetch(url, { headers, redirect }),
  });
  keySets.set(issuer.jwks_uri, keys);
  return keys;
}

/**
 * The person that an ID token names, and when they signed in at the issuer, if it tells: RS256 by the issuer's keys, issuer, audience, nonce, and expiry with leeway.
 * Throws `InvalidToken`, or `IssuerUnavailable` when there are no keys to check with.
 */
export async function identityFromIdToken(
  token: string,
  expected: { issuer: IssuerDocument; clientId: string; nonce: string },
): Promise<{ identity: Identity; signedInAt: number | null }> {
  const claims = await verifyToken(token, expected.issuer, expected.clientId);
  if (claims.nonce !== expected.nonce) throw new InvalidToken("nonce");
  const shared = Array.isArray(claims.aud) && claims.aud.length > 1;
  if ((shared || claims.azp !== null) && claims.azp !== expected.clientId) throw new InvalidToken("azp");
  return { identity: toIdentity(claims), signedInAt: toSignInTime(claims) };
}

/**
 * Whether a token allows everything that its person may do. This API has no partial access, so a token with scopes but without
 * `openid`, or with `authorization_details`, is refused: it was granted for something else.
 */
function hasFullAccess({ scope, authorization_details: details }: Claims): boolean {
  return details === undefined && (scope === null || scope.split(" ").includes("openid"));
}

/**
 * The person that an access token names, when it was issued (in seconds since 1970), until when it is taken, and when they signed in, if it tells (in milliseconds). It says nothing about their
 * e-mail: only an ID token does.
 */
export async function identityFromAccessToken(
  token: string,
  expected: { issuer: IssuerDocument; audience: string },
): Promise<{ identity: Identity; issuedAt: number; expiresAt: number; signedInAt: number | null }> {
  const claims = await verifyToken(token, expected.issuer, expected.audience);
  if (!hasFullAccess(claims)) throw new InvalidToken("scope");
  const identity = { ...toIdentity(claims), email: null, emailVerified: false };
  const { iat: issuedAt, exp } = claims;
  return { identity, issuedAt, expiresAt: (exp + LEEWAY_S) * 1000, signedInAt: toSignInTime(claims) };
}

function toSignInTime({ auth_time: authTime }: Claims): number | null {
  return authTime === null ? null : authTime * 1000;
}

async function verifyToken(token: string, issuer: IssuerDocument, audience: string): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, getKeySet(issuer), {
      algorithms: ["RS256"],
      issuer: issuer.issuer,
      audience,
      clockTolerance: LEEWAY_S,
      requiredClaims: ["sub", "exp", "iat"],
    });
    const claims = v.parse(claimsSchema, payload);
    // `jose` compares `iat` with the clock only if a maximum age is set.
    if (claims.iat > Date.now() / 1000 + LEEWAY_S) throw new InvalidToken("iat");
    return claims;
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed) throw new InvalidToken(error.claim, error);
    if (error instanceof errors.JOSEError) throw new InvalidToken(error.code, error);
    if (error instanceof v.ValiError) throw new InvalidToken("claims", error);
    throw error;
  }
}

function toIdentity(claims: Claims): Identity {
  return {
    sub: claims.sub,
    name: claims.name || null,
    email: claims.email_verified ? claims.email || null : null,
    emailVerified: claims.email_verified,
    username: claims.preferred_username || null,
    nickname: claims.nickname || null,
    picture: claims.picture || null,
  };
}
