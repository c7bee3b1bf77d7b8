import * as v from "valibot";
import { nonEmpty, portSetting, readEnvironment } from "../environment.ts";

const uriList = v.pipe(
  nonEmpty,
  v.transform((list) =>
    list
      .split(",")
      .map((uri) => uri.trim())
      .filter((uri) => uri !== ""),
  ),
  v.array(v.pipe(v.string(), v.url("has an entry that is not a URL"))),
);

const issuerEnvironment = v.object({
  PORT: portSetting,
  CLIENT_ID: nonEmpty,
  CLIENT_SECRET: nonEmpty,
  REDIRECT_URI: uriList,
  POST_LOGOUT_REDIRECT_URI: uriList,
  AUDIENCE: nonEmpty,
  STATE_DIR: nonEmpty,
});

export type IssuerSettings = {
  port: number;
  /** The issuer identifier, which is also the origin of all its pages. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
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
    issuer: `http://127.0.0.1:${env.PORT}`,
    clientId: env.CLIENT_ID,
    clientSecret: env.CLIENT_SECRET,
    redirectUris: env.REDIRECT_URI,
    postLogoutRedirectUris: env.POST_LOGOUT_REDIRECT_URI,
    audience: env.AUDIENCE,
    stateDir: env.STATE_DIR,
  };
}
