import type { Context, HonoRequest, MiddlewareHandler } from "hono";
import { AppError } from "#domain/errors.ts";
import { BINDING_LIMITS } from "#domain/rate-limits.ts";
import { type AppEnv, isForPrograms } from "./app-env.ts";
import { toAddressKey } from "./client-address.ts";

export type Limiter = keyof typeof BINDING_LIMITS;

/**
 * The limits of an address that are checked before anything is read. Throws RATE_LIMITED: a flood is answered with a
 * sentence, not with a page. Platform and local server always tell the address; without one nothing is limited.
 */
export function limitAddresses(): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    await checkAddress(context, "REQUESTS_PER_ADDRESS");
    if (/^\/(?:s|live\/shares)\//.test(context.req.path)) await checkAddress(context, "SHARES_PER_ADDRESS");
    if (context.req.path === "/api/health") await checkAddress(context, "HEALTH_PER_ADDRESS");
    await next();
  };
}

/**
 * The limit of everything that one person asks for, checked as soon as it is known who calls. The same limit for one session is checked
 * before anything is read, so that a flood costs no more than its refusal; it does not count for the person: the cookie of a session that
 * has ended must not use up their requests. Throws RATE_LIMITED or tells the page, as `limitPages` does. `caller`: a person's id, or
 * `session:` and a session's.
 */
export async function limitCaller(context: Context<AppEnv>, caller: string): Promise<void> {
  await refuseAbove(context, () => check(context, "REQUESTS_PER_USER", caller));
}

/** A stricter limit of what one person asks for. Throws RATE_LIMITED. */
export async function limitPerson(context: Context<AppEnv>, limiter: Limiter): Promise<void> {
  const { person } = context.var.services;
  if (person) await check(context, limiter, person.userId);
}

/** The limits of payments and sign-ins in pages; those of calls are in their operations. A page gets `refusal`, so that it can show the time to wait. */
export function limitPages(): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    await refuseAbove(context, async () => {
      if (asksStripe(context.req)) await limitPerson(context, "PAYMENTS_PER_USER");
      if (isSignInStep(context)) await checkAddress(context, "SIGN_INS_PER_ADDRESS");
    });
    await next();
    const { refusal } = context.var;
    if (refusal) context.header("Retry-After", String(refusal.retryAfterSeconds));
  };
}

/** Whether that page may ask Stripe: one about payments, or one to which the billing portal leads back. */
export function asksStripe(req: HonoRequest): boolean {
  return /^\/(?:upgrade|payment\/)/.test(req.path) || req.query("from") === "portal";
}

async function refuseAbove(context: Context<AppEnv>, checkLimits: () => Promise<void>): Promise<void> {
  try {
    await checkLimits();
  } catch (error) {
    if (!(error instanceof AppError) || isForPrograms(context.req.path)) throw error;
    context.set("refusal", error);
  }
}

/** The steps of a sign-in that ask the issuer or write a session; `.data` is how client navigations send them. */
function isSignInStep({ req }: Context<AppEnv>): boolean {
  return req.method === "POST" && /^\/(login|auth\/callback)(\.data)?$/.test(req.path);
}

async function checkAddress(context: Context<AppEnv>, limiter: Limiter): Promise<void> {
  const address = context.req.header("CF-Connecting-IP");
  if (address === undefined) return;
  await check(context, limiter, await toAddressKey(address, context.var.settings.SESSION_SECRET));
}

/** The binding does not return the end of its window, so the time to wait is a whole window. */
async function check(context: Context<AppEnv>, limiter: Limiter, key: string): Promise<void> {
  const { success } = await context.env[limiter].limit({ key });
  if (!success) throw new AppError("RATE_LIMITED", { retryAfterSeconds: BINDING_LIMITS[limiter].windowS });
}
