import { join } from "node:path";
import { type Context, errors, Provider } from "oidc-provider";
import { Accounts, type IssuerAccount } from "./accounts.ts";
import { type IssuerSettings, PUBLIC_ISSUER_PATH } from "./issuer-settings.ts";
import { loadKeys } from "./keys.ts";
import { issuerPageHeaders, messagePage } from "./page.ts";
import { findPerson } from "./people-file.ts";
import { adapterFor, SessionStore, SIGN_IN_S } from "./session-store.ts";

/**
 * The protected resource of the audience. Resource indicators must be absolute URIs, but an audience may be any text,
 * so the resource has its own name and its tokens carry the configured audience.
 */
const API_RESOURCE = "urn:talespark:api";

const SCOPE = "openid profile email";

const HOUR = 3600; // seconds, as all lifetimes below
const DAY = 24 * HOUR;

/**
 * Makes the OpenID provider: one confidential first-party client, authorization code with PKCE, RS256 only. Every
 * function for which the library has a development default is set here, so that the library prints none of its notices
 * to stdout.
 */
export function createProvider(settings: IssuerSettings): { provider: Provider; accounts: Accounts } {
  const directory = join(settings.stateDir, "issuer");
  const keys = loadKeys(directory);
  const accounts = new Accounts(directory);
  const headers = issuerPageHeaders([]);

  const provider: Provider = new Provider(settings.issuer, {
    adapter: adapterFor(new SessionStore(directory)),
    jwks: keys.jwks,
    cookies: { keys: keys.cookieKeys },
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [settings.redirectUri],
        post_logout_redirect_uris: [settings.postLogoutRedirectUri],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        response_modes: ["query"], // a code is sent to the app's own address, and never by a form or to a script
        token_endpoint_auth_method: "client_secret_basic", // client_secret_post is accepted as well
      },
    ],
    clientAuthMethods: ["client_secret_basic", "client_secret_post"],
    responseTypes: ["code"],
    pkce: { required: () => true },
    scopes: ["openid"],
    claims: {
      openid: ["sub"],
      profile: ["name", "nickname", "preferred_username"],
      email: ["email", "email_verified"],
    },
    // The app uses only the ID token, so the claims are in it, and there is no userinfo endpoint.
    conformIdTokenClaims: false,
    clientBasedCORS: () => false,
    async findAccount(_context: Context, sub: string) {
      const account = accounts.find(sub);
      if (account === null) return undefined;
      // Somebody who was taken off the list is nobody from then on.
      if (settings.asksPassphrase && findPerson(settings.stateDir, sub) === null) return undefined;
      return { accountId: sub, claims: async () => toClaims(sub, account) };
    },
    // Auth0's clients ask for an API's token with `audience`. An unknown audience is refused, not ignored.
    extraParams: {
      audience(_context: Context, audience: string | undefined) {
        if (audience !== undefined && audience !== settings.audience) {
          throw new errors.InvalidTarget(`the audience of this issuer is ${settings.audience}`);
        }
      },
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: {
        enabled: true,
        // A request without `resource` is for the API: its access token is a JWT.
        defaultResource: async () => API_RESOURCE,
        useGrantedResource: async () => true,
        async getResourceServerInfo(_context: Context, resource: string) {
          if (resource !== API_RESOURCE && resource !== settings.audience) throw new errors.InvalidTarget();
          return {
            scope: SCOPE,
            audience: settings.audience,
            accessTokenFormat: "jwt",
            accessTokenTTL: DAY,
            jwt: { sign: { alg: "RS256" } },
          };
        },
      },
      rpInitiatedLogout: {
        enabled: true,
        // Both are replaced by the redirect of `endSessionWithoutAsking`, or by the page after it.
        async logoutSource(context: Context) {
          context.body = "";
        },
        async postLogoutSuccessSource(context: Context) {
          answerWithPage(context, headers, "Signed out", "You can close this page.");
        },
      },
    },
    ttl: {
      AccessToken: DAY,
      AuthorizationCode: 60,
      ClientCredentials: 600,
      Grant: 30 * DAY,
      IdToken: HOUR,
      Interaction: SIGN_IN_S,
      Session: 30 * DAY,
    },
    /** Grants everything without a consent screen: the client is the first party. */
    async loadExistingGrant(context: Context) {
      const { session, client } = context.oidc;
      const { accountId } = session;
      if (accountId === undefined) return undefined;
      const existing = session.grantIdFor(client.clientId);
      const found = existing === undefined ? undefined : await provider.Grant.find(existing);
      if (found !== undefined) return found;
      const grant = new provider.Grant({ accountId, clientId: client.clientId });
      grant.addOIDCScope(SCOPE);
      grant.addResourceScope(API_RESOURCE, SCOPE);
      grant.addResourceScope(settings.audience, SCOPE);
      await grant.save();
      return grant;
    },
    interactions: {
      url: async (_context: Context, interaction: { uid: string }) =>
        `${settings.publicOrigin === null ? "" : PUBLIC_ISSUER_PATH}/interaction/${interaction.uid}`,
    },
    async renderError(context: Context, out: { error: string; error_description?: string }) {
      const { error, error_description: description } = out;
      answerWithPage(context, headers, "Sign-in didn't work", `${description ?? error} (${error})`);
    },
  });

  provider.proxy = settings.publicOrigin !== null; // main.ts writes the headers of every request itself
  if (settings.publicOrigin !== null)
    provider.use(sendBrowsersTo(`${settings.publicOrigin}${PUBLIC_ISSUER_PATH}`));
  provider.use(endSessionWithoutAsking(provider));
  provider.on("server_error", (_context, error) => {
    process.stderr.write(`issuer: ${error.stack ?? error.message}\n`);
  });
  return { provider, accounts };
}

/** The claims of the ID token. The nickname is the first word of the name, the user name the part before the @. */
function toClaims(sub: string, { name, email }: IssuerAccount) {
  const nickname = name.split(/\s+/u)[0] ?? name;
  if (email === null) return { sub, name, nickname, preferred_username: name };
  return {
    sub,
    name,
    nickname,
    preferred_username: email.split("@")[0] ?? email,
    email,
    // Not verified on this machine, where an address is the account itself.
    email_verified: true,
  };
}

/** The Worker reads the discovery document on this machine; the pages that it names there are opened by browsers. */
function sendBrowsersTo(base: string) {
  return async (context: Context, next: () => Promise<void>) => {
    await next();
    if (context.oidc?.route !== "discovery" || context.body === null || typeof context.body !== "object")
      return;
    context.body = {
      ...context.body,
      authorization_endpoint: `${base}/auth`,
      end_session_endpoint: `${base}/session/end`,
    };
  };
}

/**
 * Ends the session at once when the app asks for a logout. The library's own answer would be a page with two buttons,
 * or one that submits itself by script. Both have status 200 and come after all parameters were checked, so they can be
 * replaced here.
 */
function endSessionWithoutAsking(provider: Provider) {
  return async (context: Context, next: () => Promise<void>) => {
    await next();
    if (context.path !== "/session/end" || context.status !== 200) return;
    const { session, params } = context.oidc;
    if (session.accountId !== undefined) await session.destroy();
    context.cookies.set(provider.cookieName("session"), null, { httpOnly: true, path: "/" });
    const back = params["post_logout_redirect_uri"];
    if (back === undefined) {
      context.status = 303;
      context.redirect(context.oidc.urlFor("end_session_success"));
      return;
    }
    const target = new URL(back);
    const state = params["state"];
    if (state !== undefined) target.searchParams.set("state", state);
    context.status = 303;
    context.redirect(target.href);
  };
}

function answerWithPage(
  context: Context,
  headers: Record<string, string>,
  title: string,
  text: string,
): void {
  for (const [name, value] of Object.entries(headers)) context.set(name, value);
  context.type = "html";
  context.body = messagePage(title, text);
}
