import type { Context, HonoRequest, MiddlewareHandler } from "hono";
import { AppError } from "#domain/errors.ts";
import { BINDING_LIMITS } from "#domain/rate-limits.ts";
import { type AppEnv, isForPrograms } from "./app-env.ts";
import { toAddressKey } from "./client-address.ts";

type Limiter = keyof typeof BINDING_LIMITS;

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
 * The same limit for one session, checked before anything is read, so that a flood costs no more than its refusal. It does not
 * count for the person: the cookie of a session that has ended must not use up their requests. Throws as `limitUser` does.
 */
export async function limitSession(context: Context<AppEnv>, sessionId: string): Promise<void> {
  await refuseAbove(context, () => check(context, "REQUESTS_PER_USER", `session:${sessionId}`));
}

/**
 * The limit of everything that one person asks for, checked as soon as it is known who calls. Throws RATE_LIMITED or tells the
 * page, as `limitSteps` does.
 */
export async function limitUser(context: Context<AppEnv>, userId: string): Promise<void> {
  await refuseAbove(context, () => check(context, "REQUESTS_PER_USER", userId));
}

/** Requests with a stricter limit for each person, by method and path. */
const STEPS_OF_USER: readonly (readonly [Limiter, RegExp])[] = [
  // The calls and pages that may ask Stripe.
  ["PAYMENTS_PER_USER", /^[A-Z]+ \/(?:api\/stripe\/|upgrade|payment\/)/],
  ["IMAGES_PER_USER", /^POST \/api\/(?:images\/|character-chats\/[^/]+\/picture$)/],
  [
    "CARDS_PER_USER",
    /^(?:POST \/api\/(?:characters\/import|lorebooks\/import|imports(?:\/[^/]+\/left-out\/[^/]+)?)|PUT \/api\/stories\/[^/]+\/shares\/[^/]+\/preview\/[^/]+|[A-Z]+ \/api\/(?:characters\/[^/]+\/card\.\w+|(?:lorebooks|stories|character-chats)\/[^/]+\/export))$/,
  ],
  ["ARCHIVES_PER_USER", /^[A-Z]+ \/api\/users\/[^/]+\/library-export$/],
];

/**
 * The limits of payments, pictures, cards, archives and sign-ins. Throws RATE_LIMITED for calls and live requests; a page gets `refusal`, so that
 * it can show the time to wait.
 */
export function limitSteps(): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    await refuseAbove(context, async () => {
      const limiter = findStepLimit(context.req);
      const person = limiter && context.var.services.person;
      if (person) await check(context, limiter, person.userId);
      if (isSignInStep(context)) await checkAddress(context, "SIGN_INS_PER_ADDRESS");
    });
    await next();
    const { refusal } = context.var;
    if (refusal) context.header("Retry-After", String(refusal.retryAfterSeconds));
  };
}

/** The limit that a request has beside the one for all requests of a person; `null`: none. */
export function findStepLimit({ method, path }: HonoRequest): Limiter | null {
  const [limiter] = STEPS_OF_USER.find(([, steps]) => steps.test(`${method} ${path}`)) ?? [];
  return limiter ?? null;
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
