import * as v from "valibot";
import { cookieNames, forgetCookie, hostCookieName, signedCookie } from "../http/cookies.ts";
import type { FlowSecrets } from "./sign-in-flow.ts";

/** How long a person may take at the issuer: some open the confirmation of their new account the next morning. */
const TRANSACTION_TTL_S = 24 * 60 * 60;
/** Sign-ins that one browser may have under way: a restored window can bring several tabs to the door at once. */
const TRANSACTIONS_MAX = 4;

const transactionSchema = v.object({
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  returnTo: v.string(),
  /** Milliseconds since 1970; a browser's clock is not relied upon. */
  until: v.number(),
});
/** One sign-in that is under way, known to this browser alone. */
export type Transaction = FlowSecrets & { returnTo: string };

type Site = { origin: string; secret: string };

/** A cookie for each sign-in, so that tabs that sign in at once do not end one another's. */
function createTransactionCookie(site: Site, state: string) {
  return signedCookie(getCookieName(site, state), { secret: site.secret, maxAge: TRANSACTION_TTL_S });
}

function getCookiePrefix(site: Site): string {
  return `${hostCookieName("signin", site.origin)}-`;
}

function getCookieName(site: Site, state: string): string {
  return getCookiePrefix(site) + state.slice(0, 8);
}

/** A state comes back through the address bar: it is one of ours, or nothing is looked up with it. */
export function isState(state: string | null): state is string {
  return state !== null && /^[\w-]{20,128}$/.test(state);
}

/** The `Set-Cookie` values that remember a sign-in, and forget the oldest of too many. */
export async function rememberTransaction(
  site: Site,
  cookieHeader: string | null,
  transaction: Transaction,
): Promise<string[]> {
  const others = cookieNames(cookieHeader).filter((name) => name.startsWith(getCookiePrefix(site)));
  const until = Date.now() + TRANSACTION_TTL_S * 1000;
  return [
    await createTransactionCookie(site, transaction.state).serialize({ ...transaction, until }),
    ...others.slice(0, Math.max(0, others.length + 1 - TRANSACTIONS_MAX)).map(forgetCookie),
  ];
}

/** The sign-in with that state, if it was begun by this browser and is not too old. */
export async function recallTransaction(
  site: Site,
  cookieHeader: string | null,
  state: string,
): Promise<Transaction | null> {
  const parsed = v.safeParse(
    transactionSchema,
    await createTransactionCookie(site, state).parse(cookieHeader),
  );
  if (!parsed.success || parsed.output.state !== state || parsed.output.until < Date.now()) return null;
  const { nonce, verifier, returnTo } = parsed.output;
  return { state, nonce, verifier, returnTo };
}

/** The `Set-Cookie` value that ends a sign-in. */
export function forgetTransaction(site: Site, state: string): string {
  return forgetCookie(getCookieName(site, state));
}
