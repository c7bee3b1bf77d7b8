/**
 * The local OpenID Connect issuer (discovery, authorization code + PKCE, JWKS, logout). Its sign-in page asks for a
 * name and an e-mail, or with PASSPHRASES=yes for the name and passphrase of somebody on the list (`npm run people`).
 * It listens on this machine alone; with PUBLIC_ORIGIN the gateway passes the requests of other machines on.
 *
 * Environment: PORT, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI and POST_LOGOUT_REDIRECT_URI (each a comma list), AUDIENCE,
 * STATE_DIR, PASSPHRASES, PUBLIC_ORIGIN, and EXIT_WITH_STDIN=1 to end with the process that started it.
 */
import { createServer, type IncomingMessage } from "node:http";
import { runCommand } from "../../refusal.ts";
import { runService } from "../service-process.ts";
import { createProvider } from "./provider.ts";
import { PUBLIC_ISSUER_PATH, readIssuerSettings } from "./settings.ts";
import { createSignIn } from "./sign-in.ts";

await runCommand(async () => {
  const settings = readIssuerSettings(process.env);
  const { provider, accounts } = createProvider(settings);
  const redirectOrigins = new Set(settings.redirectUris.map((uri) => new URL(uri).origin));
  const signIn = createSignIn({ provider, accounts, settings, formTargets: [...redirectOrigins] });
  const oidc = provider.callback();
  const { publicOrigin } = settings;
  const ownPath = new URL(settings.issuer).pathname.replace(/\/$/u, "");

  const server = createServer((request, response) => {
    if (publicOrigin !== null && !route(request, publicOrigin, ownPath)) {
      response.writeHead(404).end();
      return;
    }
    if (request.url?.startsWith("/interaction/")) void signIn(request, response);
    else void oidc(request, response);
  });
  await runService(server, settings.port);
});

/** What browsers open. The token endpoint and the keys are for the Worker, on this machine. */
const PUBLIC_PATH = /^\/(?:auth(?:\/[\w-]+)?|interaction\/[\w-]+|session\/end(?:\/\w+)?)(?:\?|$)/u;

/**
 * Removes the prefix of a path and writes the headers from which the library makes its addresses. False for a path that
 * is nothing here.
 */
function route(
  request: IncomingMessage & { originalUrl?: string },
  publicOrigin: string,
  ownPath: string,
): boolean {
  const address = request.url ?? "/";
  const prefix = [PUBLIC_ISSUER_PATH, ownPath].find((each) => address.startsWith(`${each}/`));
  if (prefix === undefined) return false;
  const path = address.slice(prefix.length);
  const isPublic = prefix === PUBLIC_ISSUER_PATH;
  if (isPublic && !PUBLIC_PATH.test(path)) return false;
  const { protocol, host } = new URL(publicOrigin);
  request.headers["x-forwarded-proto"] = isPublic ? protocol.slice(0, -1) : "http";
  request.headers["x-forwarded-host"] = isPublic ? host : (request.headers.host ?? "127.0.0.1");
  request.originalUrl = address;
  request.url = path;
  return true;
}
