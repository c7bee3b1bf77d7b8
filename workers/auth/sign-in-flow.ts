import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from "arctic";
import * as v from "valibot";
import type { Settings } from "../settings.ts";
import { type IssuerDocument, tellsSignInTime } from "./discovery.ts";
import { fetchOnce, ISSUER_LIMITS, readJson, withTries } from "./issuer-fetch.ts";
import { SESSION_LIFE_S } from "./session.ts";

/**
 * The authorization code flow with PKCE (S256). `arctic` is no longer maintained. It is used in this file only, so that it can be
 * replaced in one place. The code is exchanged without it, because its request follows redirects and would send the client's secret to
 * another address. Tokens are checked in issuer-tokens.ts.
 */

const SCOPES = ["openid", "profile", "email"];

/** The issuer answered that there is no token to be had. `reason` is its error code, for the log. */
export class CodeRefused extends Error {
  override readonly name = "CodeRefused";
  readonly reason: string;

  constructor(reason: string) {
    super(`The issuer refused the code: ${reason}`);
    this.reason = reason;
  }
}

export type FlowSecrets = { state: string; nonce: string; verifier: string };

/** Fresh secrets of one sign-in, 256 bits each. */
export function newFlowSecrets(): FlowSecrets {
  return { state: generateState(), nonce: generateState(), verifier: generateCodeVerifier() };
}

/** Where the issuer sends people back to. It has to be registered there. */
export function redirectUri(origin: string): string {
  return `${origin}/auth/callback`;
}

/** The address at the issuer where a sign-in begins. `isAgain`: the issuer asks who it is even if it knows. */
export function authorizationUrl(
  settings: Settings,
  issuer: IssuerDocument,
  origin: string,
  secrets: FlowSecrets,
  { isAgain = false } = {},
): URL {
  const client = new OAuth2Client(settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET, redirectUri(origin));
  const url = client.createAuthorizationURLWithPKCE(
    issuer.authorization_endpoint,
    secrets.state,
    CodeChallengeMethod.S256,
    secrets.verifier,
    SCOPES,
  );
  url.searchParams.set("nonce", secrets.nonce);
  url.searchParams.set("audience", settings.OIDC_AUDIENCE);
  url.searchParams.set("max_age", String(isAgain ? 0 : SESSION_LIFE_S)); // also makes the issuer tell when it was
  if (isAgain) url.searchParams.set("prompt", tellsSignInTime(issuer) ? "login" : "select_account"); // Google has no `login`
  return url;
}

const tokensSchema = v.object({ id_token: v.string() });
const refusalSchema = v.object({ error: v.pipe(v.string(), v.maxLength(100)) });

/**
 * Exchanges a code for the ID token. It is tried again only when the issuer did not answer: a code can be used once. Throws
 * `CodeRefused` or `IssuerUnavailable`.
 */
export async function exchangeCode(
  settings: Settings,
  issuer: IssuerDocument,
  origin: string,
  { code, verifier }: { code: string; verifier: string },
): Promise<string> {
  const parameters = { code, code_verifier: verifier, redirect_uri: redirectUri(origin) };
  const { status, body } = await withTries(ISSUER_LIMITS, async () => {
    const response = await requestTokens(settings, issuer, parameters);
    // A body that breaks off is no reason for a retry: the code may be used up.
    return { status: response.status, body: await readJson(response) };
  });
  if (status === 200) {
    const tokens = v.safeParse(tokensSchema, body);
    if (!tokens.success) throw new CodeRefused("no_id_token");
    return tokens.output.id_token;
  }
  const refusal = v.safeParse(refusalSchema, body);
  throw new CodeRefused(refusal.success ? refusal.output.error : `status_${status}`);
}

function requestTokens(
  { OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret }: Settings,
  issuer: IssuerDocument,
  parameters: Record<string, string>,
): Promise<Response> {
  // RFC 6749, 2.3.1: both are encoded before they are joined.
  const credentials = btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`);
  const headers = {
    Accept: "application/json",
    Authorization: `Basic ${credentials}`,
    "Content-Type": "application/x-www-form-urlencoded",
  };
  const body = new URLSearchParams({ grant_type: "authorization_code", ...parameters }).toString();
  return fetchOnce(issuer.token_endpoint, { method: "POST", headers, body }, ISSUER_LIMITS);
}
