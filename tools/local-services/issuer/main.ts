/**
 * The local OpenID Connect issuer (discovery, authorization code + PKCE, JWKS, logout). Its sign-in page asks for a
 * name and an e-mail, not for a password. It is for one machine; a deployment uses a real issuer.
 *
 * Environment: PORT, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI and POST_LOGOUT_REDIRECT_URI (each a comma list), AUDIENCE,
 * STATE_DIR, and EXIT_WITH_STDIN=1 to end with the process that started it.
 */
import { createServer } from "node:http";
import { runCommand } from "../../refusal.ts";
import { runService } from "../service-process.ts";
import { createProvider } from "./provider.ts";
import { readIssuerSettings } from "./settings.ts";
import { createSignIn } from "./sign-in.ts";

await runCommand(async () => {
  const settings = readIssuerSettings(process.env);
  const { provider, accounts } = createProvider(settings);
  const redirectOrigins = new Set(settings.redirectUris.map((uri) => new URL(uri).origin));
  const signIn = createSignIn(provider, accounts, [...redirectOrigins]);
  const oidc = provider.callback();

  const server = createServer((request, response) => {
    if (request.url?.startsWith("/interaction/")) void signIn(request, response);
    else void oidc(request, response);
  });
  await runService(server, settings.port);
});
