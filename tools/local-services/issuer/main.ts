/**
 * The local OpenID Connect issuer (discovery, authorization code + PKCE, JWKS, logout). Its sign-in page asks for a
 * name and an e-mail, or with PASSPHRASES=yes for the name and passphrase of somebody on the list (`npm run people`).
 * It listens on this machine alone; with PUBLIC_ORIGIN the gateway passes the requests of other machines on.
 *
 * Environment: PORT, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, POST_LOGOUT_REDIRECT_URI, AUDIENCE, STATE_DIR,
 * PASSPHRASES, PUBLIC_ORIGIN, and EXIT_WITH_STDIN=1 to end with the process that started it.
 */
import { createServer, type IncomingMessage } from "node:http";
import { listNetworks } from "#workers/http/client-address.ts";
import { isOwnHost } from "../../origins-and-proxies.ts";
import { runCommand } from "../../refusal.ts";
import { runService } from "../service-process.ts";
import { PUBLIC_ISSUER_PATH, readIssuerSettings } from "./issuer-settings.ts";
import { issuerPageHeaders, messagePage } from "./page.ts";
import { createProvider } from "./provider.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { createSignIn, readClientAddress } from "./sign-in.ts";

/**
 * Requests of one network, an IPv4 address or the first 48 bits of an IPv6 address: ten sign-ins in a minute. In the ten minutes
 * that a sign-in may take, one network can't begin so many that those of others are forgotten (session-store.ts).
 */
const REQUESTS = { most: 40, windowMs: 60_000 };

await runCommand(async () => {
  const settings = readIssuerSettings(process.env);
  const { provider, accounts } = createProvider(settings);
  const signIn = createSignIn({
    provider,
    accounts,
    settings,
    formTarget: new URL(settings.redirectUri).origin,
  });
  const oidc = provider.callback();
  const { publicOrigin } = settings;
  const ownPath = new URL(settings.issuer).pathname.replace(/\/$/u, "");

  const requests = new RateLimiter(REQUESTS);
  const headers = issuerPageHeaders([]);

  const server = createServer((request, response) => {
    if (!isOwnHost(request.headers.host, publicOrigin)) {
      response.writeHead(421).end();
      return;
    }
    const audience = publicOrigin === null ? "this machine" : route(request, publicOrigin, ownPath);
    if (audience === null) {
      response.writeHead(404).end();
      return;
    }
    if (audience === "everybody") {
      const network = listNetworks(readClientAddress(request)).at(-1) ?? "";
      const msToWait = requests.msToWait(network);
      if (msToWait > 0) {
        response.setHeader("Retry-After", String(Math.ceil(msToWait / 1000)));
        response
          .writeHead(429, headers)
          .end(messagePage("Too many requests", "Please try again in a minute."));
        return;
      }
      requests.count(network);
    }
    if (request.url?.startsWith("/interaction/")) void signIn(request, response);
    else void oidc(request, response);
  });
  await runService(server, settings.port);
});

/** What browsers open. The token endpoint and the keys are for the Worker, on this machine. */
const PUBLIC_PATH = /^\/(?:auth(?:\/[\w-]+)?|interaction\/[\w-]+|session\/end(?:\/\w+)?)(?:\?|$)/u;

/**
 * Removes the prefix of a path and writes the headers from which the library makes its addresses. Returns whom the address is for,
 * null for a path that is nothing here.
 */
function route(
  request: IncomingMessage & { originalUrl?: string },
  publicOrigin: string,
  ownPath: string,
): "everybody" | "this machine" | null {
  const address = request.url ?? "/";
  const prefix = [PUBLIC_ISSUER_PATH, ownPath].find((each) => address.startsWith(`${each}/`));
  if (prefix === undefined) return null;
  const path = address.slice(prefix.length);
  const isPublic = prefix === PUBLIC_ISSUER_PATH;
  if (isPublic && !PUBLIC_PATH.test(path)) return null;
  const { protocol, host } = new URL(publicOrigin);
  request.headers["x-forwarded-proto"] = isPublic ? protocol.slice(0, -1) : "http";
  request.headers["x-forwarded-host"] = isPublic ? host : (request.headers.host ?? "127.0.0.1");
  request.originalUrl = address;
  request.url = path;
  return isPublic ? "everybody" : "this machine";
}
