import {
  ArcticFetchError,
  CodeChallengeMethod,
  generateCodeVerifier,
  generateState,
  OAuth2Client,
  OAuth2RequestError,
  UnexpectedErrorResponseBodyError,
  UnexpectedResponseError,
} from "arctic";
import type { Settings } from "../settings.ts";
import type { IssuerDocument } from "./discovery.ts";
import { type IssuerLimits, IssuerUnavailable, withTries } from "./issuer-fetch.ts";

/**
 * The authorization code flow with PKCE (S256). `arctic` is used in this file only: it is no longer maintained, and so can
 * be replaced in one place. Tokens are checked in tokens.ts.
 */

const SCOPES = ["openid", "profile", "email"];

/** The issuer answered that there is no token to be had. `reason` is its error code, for the log. */
export class CodeRefused extends Error {
  override readonly name = "CodeRefused";
  readonly reason: string;

  constructor(reason: string, cause: unknown) {
    super(`The issuer refused the code: ${reason}`, { cause });
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
  const url = createClient(settings, origin).createAuthorizationURLWithPKCE(
    issuer.authorization_endpoint,
    secrets.state,
    CodeChallengeMethod.S256,
    secrets.verifier,
    SCOPES,
  );
  url.searchParams.set("nonce", secrets.nonce);
  url.searchParams.set("audience", settings.OIDC_AUDIENCE);
  if (isAgain) {
    url.searchParams.set("prompt", "login");
    url.searchParams.set("max_age", "0"); // also makes the issuer tell when it was
  }
  return url;
}

/**
 * Exchanges a code for the ID token. It is tried again only when the issuer did not answer: a code can be used once. Throws `CodeRefused` or `IssuerUnavailable`.
 */
export async function exchangeCode(
  settings: Settings,
  issuer: IssuerDocument,
  origin: string,
  exchange: { code: string; verifier: string; limits: IssuerLimits },
): Promise<string> {
  const client = createClient(settings, origin);
  const tokens = await withTries(exchange.limits, async () => {
    try {
      return await client.validateAuthorizationCode(issuer.token_endpoint, exchange.code, exchange.verifier);
    } catch (error) {
      if (error instanceof ArcticFetchError) {
        throw new IssuerUnavailable("The issuer could not be reached.", { cause: error });
      }
      if (error instanceof OAuth2RequestError) throw new CodeRefused(error.code, error);
      if (error instanceof UnexpectedResponseError || error instanceof UnexpectedErrorResponseBodyError) {
        throw new CodeRefused(`status_${error.status}`, error);
      }
      throw error;
    }
  });
  if (!("id_token" in tokens.data) || typeof tokens.data.id_token !== "string") {
    throw new CodeRefused("no_id_token", null);
  }
  return tokens.data.id_token;
}

function createClient(settings: Settings, origin: string): OAuth2Client {
  return new OAuth2Client(settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET, redirectUri(origin));
}
