import { AppError } from "#domain/errors.ts";
import { AFTER_SIGN_IN, toReturnPath } from "#domain/return-path.ts";
import { recordSignIn } from "../accounts/service.ts";
import { raiseSessionEpoch } from "../accounts/store.ts";
import type { AccountDatabase } from "../db/account-database.ts";
import type { DemoService } from "../demo/service.ts";
import type { SharedParts } from "../services.ts";
import { discover, type IssuerDocument, tellsSignInTime } from "./discovery.ts";
import { type IssuerLimits, IssuerUnavailable } from "./issuer-fetch.ts";
import { InvalidToken, identityFromIdToken } from "./issuer-tokens.ts";
import type { RequestSession } from "./session.ts";
import { authorizationUrl, CodeRefused, exchangeCode, newFlowSecrets } from "./sign-in-flow.ts";
import {
  forgetTransaction,
  isState,
  recallTransaction,
  rememberTransaction,
  type Transaction,
} from "./transaction.ts";

type AuthServiceParts = Pick<
  SharedParts,
  "settings" | "db" | "liveSessions" | "caller" | "origin" | "log" | "now"
> & {
  /** Opens the database of a person who signs in. A new person is assigned to one first. */
  openAccount: (userId: string) => Promise<AccountDatabase>;
  session: RequestSession;
  demos: Pick<DemoService, "adoptAll">;
  cookieHeader: string | null;
};

/** A slow issuer must not make signing out slow. */
const SIGN_OUT_LIMITS: IssuerLimits = { timeoutMs: 3_000, tries: 1 };

/**
 * Signs people in at the issuer, and out again. Failures are SIGN_IN_FAILED with the specification's sentence, 'Login
 * failed' or 'Invalid state'; the log has the reason as a code. `setCookies` are whole `Set-Cookie` values for the response.
 */
export class AuthService {
  readonly #parts: AuthServiceParts;
  readonly #site: { origin: string; secret: string };

  constructor(parts: AuthServiceParts) {
    this.#parts = parts;
    this.#site = { origin: parts.origin, secret: parts.settings.SESSION_SECRET };
  }

  /**
   * The start of a sign-in. `returnTo` may be anything: only a path of this site is used. `isAgain`: a person who is
   * signed in already must sign in again.
   */
  async begin(
    returnTo: string | null,
    options: { isAgain?: boolean } = {},
  ): Promise<{ location: string; setCookies: string[] }> {
    const { settings, origin, cookieHeader } = this.#parts;
    const issuer = await this.#issuer();
    const secrets = newFlowSecrets();
    return {
      location: authorizationUrl(settings, issuer, origin, secrets, options).href,
      setCookies: await rememberTransaction(this.#site, cookieHeader, {
        ...secrets,
        returnTo: toReturnPath(returnTo),
      }),
    };
  }

  /**
   * Finishes a sign-in with what the issuer sent back (`code` and `state`, or `error` and `state`): makes the user's row,
   * begins a new session and ends the browser's last one with its live connections. The demo stories that this browser holds
   * become theirs. Throws ACCOUNT_BEING_DELETED.
   */
  async authenticate(callbackUrl: URL): Promise<{ returnTo: string; setCookies: string[] }> {
    const { openAccount, session, settings, demos, now } = this.#parts;
    const code = callbackUrl.searchParams.get("code");
    const transaction = await this.#recall(callbackUrl);
    // An error without a sign-in of this browser is not shown either: anybody can make such a link.
    if (!transaction) throw this.#failed("state_mismatch", "Invalid state");
    if (code === null) throw this.#failed(readErrorCode(callbackUrl));

    const { identity, signedInAt } = await this.#identify(code, transaction);
    const account = await openAccount(identity.sub);
    const sessionEpoch = await recordSignIn(account.db, identity, {
      baseTier: settings.BASE_TIER,
      now: now(),
    });
    await this.#endLiveSession();
    const begun = await session.begin({ identity, sessionEpoch, signedInAt }, account, now());
    this.#parts.log("info", "signed-in", { userId: identity.sub });
    const adopted = await demos.adoptAll({ userId: identity.sub, shard: account.shard });
    const { returnTo } = transaction;
    // Whoever wanted no story in particular is shown the one they have just begun: it may have taken the plan's only place.
    const isOpen = returnTo === AFTER_SIGN_IN || /^\/stories\/new\b/.test(returnTo);
    return {
      returnTo: isOpen && adopted.storyId !== null ? `/stories/${adopted.storyId}` : returnTo,
      setCookies: [begun, forgetTransaction(this.#site, transaction.state), ...adopted.setCookies],
    };
  }

  /** Where the sign-in of this callback was to lead; `null`: this browser has begun no such sign-in. */
  async findReturnPath(callbackUrl: URL): Promise<string | null> {
    return (await this.#recall(callbackUrl))?.returnTo ?? null;
  }

  /** The sign-in of a callback, if this browser has begun it. */
  async #recall({ searchParams }: URL): Promise<Transaction | null> {
    const state = searchParams.get("state");
    return isState(state) ? recallTransaction(this.#site, this.#parts.cookieHeader, state) : null;
  }

  /**
   * Ends the session. `location` is the issuer's own sign-out, which leads back to this site, or this site where the issuer
   * has none or can't be reached.
   */
  async signOut(): Promise<{ location: string; setCookies: string[] }> {
    const { caller, log } = this.#parts;
    await this.#endLiveSession();
    const setCookies = [await this.#parts.session.end()];
    if (caller) log("info", "signed-out", { userId: caller.userId });
    return { location: await this.#getSignOutUrl(), setCookies };
  }

  /** Ends every session and every token of the caller, on every device, and the live lines of the sessions. Throws UNAUTHENTICATED without one. */
  async signOutEverywhere(): Promise<{ location: string; setCookies: string[] }> {
    const { caller, db, liveSessions, now, log } = this.#parts;
    if (!caller) throw new AppError("UNAUTHENTICATED");
    await raiseSessionEpoch(db, caller.userId, now());
    await liveSessions.closeAll(caller.userId);
    log("info", "sessions-ended", { userId: caller.userId });
    return this.signOut();
  }

  /** The `Set-Cookie` value that makes the browser forget a session that has been ended already. */
  async forgetSession(): Promise<string> {
    return this.#parts.session.end();
  }

  async #endLiveSession(): Promise<void> {
    const { session, liveSessions } = this.#parts;
    if (session.id !== null) await liveSessions.end(session.id);
  }

  async #getSignOutUrl(): Promise<string> {
    const { settings, origin } = this.#parts;
    try {
      const issuer = await discover(settings.OIDC_ISSUER, SIGN_OUT_LIMITS);
      if (!issuer.end_session_endpoint) return `${origin}/`;
      const url = new URL(issuer.end_session_endpoint);
      url.searchParams.set("client_id", settings.OIDC_CLIENT_ID);
      url.searchParams.set("post_logout_redirect_uri", `${origin}/`);
      return url.href;
    } catch (error) {
      if (error instanceof IssuerUnavailable) return `${origin}/`;
      throw error;
    }
  }

  async #identify(code: string, transaction: { nonce: string; verifier: string }) {
    const { settings, origin, now } = this.#parts;
    const issuer = await this.#issuer();
    // One that never tells when a person signed in, such as Google's, is believed to have asked just now.
    const untold = tellsSignInTime(issuer) ? 0 : now().getTime();
    try {
      const exchange = { code, verifier: transaction.verifier };
      const idToken = await exchangeCode(settings, issuer, origin, exchange);
      const { identity, signedInAt } = await identityFromIdToken(idToken, {
        issuer,
        clientId: settings.OIDC_CLIENT_ID,
        nonce: transaction.nonce,
      });
      return { identity, signedInAt: signedInAt ?? untold };
    } catch (error) {
      if (error instanceof CodeRefused) throw this.#failed(error.reason, undefined, error);
      if (error instanceof InvalidToken) throw this.#failed(`id_token_${error.reason}`, undefined, error);
      if (error instanceof IssuerUnavailable) throw this.#failed("issuer_unavailable", undefined, error);
      throw error;
    }
  }

  async #issuer(): Promise<IssuerDocument> {
    try {
      return await discover(this.#parts.settings.OIDC_ISSUER);
    } catch (error) {
      if (error instanceof IssuerUnavailable) throw this.#failed("issuer_unavailable", undefined, error);
      throw error;
    }
  }

  #failed(reason: string, message?: string, cause?: unknown): AppError {
    this.#parts.log("warn", "sign-in-failed", { reason });
    return new AppError("SIGN_IN_FAILED", { message, cause });
  }
}

/** The issuer's error code, if it looks like one: what comes through the address bar is not written to the log as it is. */
function readErrorCode(callbackUrl: URL): string {
  const code = callbackUrl.searchParams.get("error") ?? "no_code";
  return /^[a-z_]{1,40}$/.test(code) ? code : "unknown_error";
}
