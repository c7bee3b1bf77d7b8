import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import * as v from "valibot";
import { type Fake, json, startFake } from "./http.ts";
import { controlSchema, type IssuerControl } from "./issuer-control.ts";

type Grant = {
  challenge: string;
  nonce: string;
  clientId: string;
  redirectUri: string;
  /** When the person signed in, in seconds since 1970, if the request wants to know. */
  authTime: number | null;
};
type Keys = { publicKey: JWK; privateKey: CryptoKey; privateJwk: JWK };
type Issuer = Keys & {
  url: string;
  control: Required<IssuerControl>;
  /** The number of requests to each path. */
  asked: Record<string, number>;
  /** Parameters of the last sign-in. */
  authorize: Record<string, string>;
  grants: Map<string, Grant>;
};

/**
 * A fake OpenID issuer for tests: real HTTP, no page. It signs in at once the person whom the test has set, and can be
 * told to fail. Every first path segment is an issuer of its own, so that parallel tests do not affect each other.
 *
 * `PUT /<name>/control` takes `controlSchema`; `GET /<name>/control` returns the recorded requests and its private key,
 * for tests that make tokens themselves.
 */
export type FakeIssuer = Pick<Fake, "url" | "close">;

export async function startFakeIssuer(): Promise<FakeIssuer> {
  const issuers = new Map<string, Issuer>();
  const keys = await createKeys();
  return startFake((request, response) => handle(request, response, { issuers, keys }));
}

/** The keys of all its issuers: to make them takes a tenth of a second or more, and there is an issuer for nearly every test. */
async function createKeys(): Promise<Keys> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  return {
    publicKey: { ...jwk, kid: await calculateJwkThumbprint(jwk), use: "sig", alg: "RS256" },
    privateKey,
    privateJwk: await exportJWK(privateKey),
  };
}

function newIssuer(url: string, keys: Keys): Issuer {
  return {
    ...keys,
    url,
    control: {
      person: { sub: "somebody" },
      idToken: {},
      idTokenText: null,
      error: null,
      faults: [],
      endSession: true,
      hidesTime: false,
    },
    asked: {},
    authorize: {},
    grants: new Map(),
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { issuers, keys }: { issuers: Map<string, Issuer>; keys: Keys },
): Promise<void> {
  const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
  const [, name = "", ...rest] = url.pathname.split("/");
  const issuer = issuers.get(name) ?? newIssuer(`${url.origin}/${name}`, keys);
  issuers.set(name, issuer);
  const path = rest.at(-1) ?? "";
  issuer.asked[path] = (issuer.asked[path] ?? 0) + 1;
  if (misbehaves(issuer, path, response)) return;

  switch (path) {
    case "control":
      return control(request, response, issuer);
    case "openid-configuration":
      return json(response, 200, documentOf(issuer));
    case "jwks":
      return json(response, 200, { keys: [issuer.publicKey] });
    case "authorize":
      return authorize(url, response, issuer);
    case "token":
      return token(request, response, issuer);
    default:
      return json(response, 404, { error: "not_found" });
  }
}

function misbehaves(issuer: Issuer, path: string, response: ServerResponse): boolean {
  const fault = issuer.control.faults.find((candidate) => candidate.path === path && candidate.times > 0);
  if (!fault) return false;
  fault.times -= 1;
  if (fault.kind === "drop") response.destroy();
  else if (fault.kind === "cut")
    response.writeHead(200, { "Content-Length": 100 }).write("{", () => response.destroy());
  else if (fault.kind === "redirect") response.writeHead(307, { Location: `${issuer.url}/moved` }).end();
  else if (fault.kind !== "hang") json(response, fault.kind, { error: "server_error" });
  return true;
}

async function control(request: IncomingMessage, response: ServerResponse, issuer: Issuer): Promise<void> {
  if (request.method === "PUT") {
    const body = v.parse(v.pipe(v.string(), v.parseJson(), controlSchema), await text(request));
    Object.assign(issuer.control, body);
  }
  const { asked, authorize: last, privateJwk, publicKey } = issuer;
  json(response, 200, { asked, authorize: last, privateJwk, kid: publicKey.kid });
}

function documentOf({ url, control: { endSession, hidesTime } }: Issuer) {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    ...(endSession ? { end_session_endpoint: `${url}/end-session` } : {}),
    claims_supported: hidesTime ? ["sub"] : ["sub", "auth_time"],
    response_types_supported: ["code"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
  };
}

const authorizeSchema = v.looseObject({
  response_type: v.literal("code"),
  client_id: v.string(),
  redirect_uri: v.pipe(v.string(), v.url()),
  scope: v.pipe(v.string(), v.regex(/\bopenid\b/)),
  state: v.string(),
  nonce: v.string(),
  code_challenge: v.string(),
  code_challenge_method: v.literal("S256"),
});

function authorize(url: URL, response: ServerResponse, issuer: Issuer): void {
  const query = Object.fromEntries(url.searchParams);
  issuer.authorize = query;
  const parsed = v.safeParse(authorizeSchema, query);
  if (!parsed.success) {
    json(response, 400, { error: "invalid_request", issues: parsed.issues });
    return;
  }
  const { client_id: clientId, redirect_uri: redirectUri, nonce, state } = parsed.output;
  const back = new URL(redirectUri);
  back.searchParams.set("state", state);
  if (issuer.control.error === null) {
    const code = crypto.randomUUID();
    const isAsked = "max_age" in query && !issuer.control.hidesTime;
    const authTime = isAsked ? Math.floor(Date.now() / 1000) : null;
    const challenge = parsed.output.code_challenge;
    issuer.grants.set(code, { challenge, nonce, clientId, redirectUri, authTime });
    back.searchParams.set("code", code);
  } else {
    back.searchParams.set("error", issuer.control.error);
  }
  response.writeHead(303, { Location: back.href }).end();
}

async function token(request: IncomingMessage, response: ServerResponse, issuer: Issuer): Promise<void> {
  const body = new URLSearchParams(await text(request));
  const grant = issuer.grants.get(body.get("code") ?? "");
  issuer.grants.delete(body.get("code") ?? ""); // valid once
  const challenge = await challengeOf(body.get("code_verifier") ?? "");
  const [clientId] = Buffer.from((request.headers.authorization ?? "").replace(/^Basic /, ""), "base64")
    .toString("utf8")
    .split(":");
  if (
    grant?.challenge !== challenge ||
    grant.clientId !== clientId ||
    grant.redirectUri !== body.get("redirect_uri")
  ) {
    return json(response, 400, { error: "invalid_grant" });
  }
  const now = Math.floor(Date.now() / 1000);
  const { nonce, authTime } = grant;
  const right = { iss: issuer.url, aud: clientId, iat: now, exp: now + 3600, nonce, auth_time: authTime };
  const claims = Object.entries({ ...right, ...issuer.control.person, ...issuer.control.idToken });
  const idToken = await new SignJWT(Object.fromEntries(claims.filter(([, value]) => value !== null)))
    .setProtectedHeader({ alg: "RS256", kid: issuer.publicKey.kid })
    .sign(issuer.privateKey);
  json(response, 200, {
    access_token: "opaque",
    token_type: "Bearer",
    expires_in: 3600,
    id_token: issuer.control.idTokenText ?? idToken,
  });
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return Buffer.from(digest).toString("base64url");
}
