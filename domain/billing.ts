import * as v from "valibot";
import { TIERS } from "./plan.ts";

/** The states of a subscription, in the payment provider's words. */
export const SUBSCRIPTION_STATUSES = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Days that Premium is kept after a renewal that could not be paid, while the card is tried again. */
export const GRACE_DAYS = 14;

/** What a success address holds in place of the session's id, which is only known when the session is made. */
export const SESSION_ID_PLACEHOLDER = "{CHECKOUT_SESSION_ID}";

const USER_ID_MISSING = "User ID not found";
const SESSION_ID_MISSING = "No session ID found";
const ADDRESS_MAX = 2_000; // characters; the provider takes 5,000

const userIdSchema = v.pipe(v.string(USER_ID_MISSING), v.nonEmpty(USER_ID_MISSING));
const addressSchema = v.pipe(v.string(), v.maxLength(ADDRESS_MAX), v.url());

/** `POST /api/stripe/create-checkout-session`. Which tiers and prices there are is for the service to say. */
export const createCheckoutSessionSchema = v.object({
  tier: v.string("Selected tier not found"),
  userId: userIdSchema,
  priceId: v.nullish(v.string()),
  successUrl: v.pipe(addressSchema, v.includes(SESSION_ID_PLACEHOLDER)),
  cancelUrl: addressSchema,
});
export type CreateCheckoutSession = v.InferOutput<typeof createCheckoutSessionSchema>;

/** `POST /api/stripe/create-portal-session`. */
export const createPortalSessionSchema = v.object({ userId: userIdSchema, returnUrl: addressSchema });
export type CreatePortalSession = v.InferOutput<typeof createPortalSessionSchema>;

/** `POST /api/stripe/verify-payment`. */
export const verifyPaymentSchema = v.object({
  sessionId: v.pipe(v.string(SESSION_ID_MISSING), v.nonEmpty(SESSION_ID_MISSING), v.maxLength(255)),
});

/** The answer of `verify-payment` for a paid checkout. */
export const verifiedPaymentSchema = v.object({ sessionId: v.string(), tier: v.picklist(TIERS) });
export type VerifiedPayment = v.InferOutput<typeof verifiedPaymentSchema>;

/** A person's subscription for the screens. Times are ISO 8601. */
export type SubscriptionRecord = {
  status: SubscriptionStatus;
  /** When it renews, or ends. */
  currentPeriodEnd: string | null;
  /** When it has ended, or will because it was cancelled; `null`: it goes on. */
  endsAt: string | null;
  /** Until when an unpaid plan is kept; `null`: it is paid, or was not kept. */
  graceUntil: string | null;
};

/** A month's Sparks. */
export type SparkBalance = {
  /** Reserved or charged this month. */
  used: number;
  /** What the plan gives a month. */
  allowance: number;
  /** When the next month's come, ISO 8601. */
  renewsAt: string;
};

/** The bytes of a person's cards and pictures, and what the plan has room for. */
export type StorageUse = { bytes: number; limit: number };

/** From this part of the month's Sparks on the person is warned. */
const LOW_SPARKS = 0.8;

export function isRunningOut({ used, allowance }: SparkBalance): boolean {
  return used >= allowance * LOW_SPARKS;
}

/** The beginning of the calendar month after this moment, UTC. */
export function findNextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}

/** The advertising network that gets purchases if CONVERSION_PIXEL_ID is set: the address of its image. */
export const CONVERSION_PICTURE = "https://www.facebook.com/tr";
