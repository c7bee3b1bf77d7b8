import * as v from "valibot";
import { nonEmpty, portSetting, readEnvironment } from "../service-process.ts";

const url = v.pipe(nonEmpty, v.url("is not a URL"));

/** Where the gateway (`tools/gateway.ts`) serves the issuer's pages at the app's address. */
export const PUBLIC_ISSUER_PATH = "/local-sign-in";

const issuerEnvironment = v.object({
  PORT: portSetting,
  CLIENT_ID: nonEmpty,
  CLIENT_SECRET: nonEmpty,
  REDIRECT_URI: url,
  POST_LOGOUT_REDIRECT_URI: url,
  AUDIENCE: nonEmpty,
  STATE_DIR: nonEmpty,
  PASSPHRASES: v.optional(v.picklist(["yes", "no"], "must be yes or no"), "no"),
  PUBLIC_ORIGIN: v.optional(url),
});

export type IssuerSettings = {
  port: number;
  /** The issuer identifier. Without `publicOrigin` it is also the origin of all its pages. */
  issuer: string;
  /** The app's address, under which people of other machines see the pages; null on one machine. */
  publicOrigin: string | null;
  /** Whether the sign-in asks for a name and passphrase of the list, not for any name and e-mail. */
  asksPassphrase: boolean;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  postLogoutRedirectUri: string;
  /** The `aud` of the access tokens. */
  audience: string;
  /** The folder whose subfolder `issuer` holds keys, accounts and sessions. */
  stateDir: string;
};

/** Reads the settings from an environment. Throws a `Refusal` with one sentence that names the wrong one. */
export function readIssuerSettings(environment: Record<string, string | undefined>): IssuerSettings {
  const env = readEnvironment(issuerEnvironment, environment);
  return {
    port: env.PORT,
    issuer: toIssuerIdentifier(`http://127.0.0.1:${env.PORT}`, env.PUBLIC_ORIGIN ?? null),
    publicOrigin: env.PUBLIC_ORIGIN ?? null,
    asksPassphrase: env.PASSPHRASES === "yes",
    clientId: env.CLIENT_ID,
    clientSecret: env.CLIENT_SECRET,
    redirectUri: env.REDIRECT_URI,
    postLogoutRedirectUri: env.POST_LOGOUT_REDIRECT_URI,
    audience: env.AUDIENCE,
    stateDir: env.STATE_DIR,
  };
}

/**
 * The issuer's identifier. It differs for each public address, because the Worker keeps the addresses that belong to an
 * identifier for an hour.
 */
export function toIssuerIdentifier(url: string, publicOrigin: string | null): string {
  return publicOrigin === null ? url : `${url}/for/${new URL(publicOrigin).host.replace(":", "-")}`;
}
