import { StripeFailure } from "./failure.ts";
import type { CheckoutSessionRecord } from "./records.ts";

/** Throws the failure that Stripe returns for a change to a session that is paid or expired. */
export function requireOpen(session: CheckoutSessionRecord): void {
  if (session.status === "open") return;
  throw new StripeFailure(400, `This Checkout Session is ${session.status} and can't be changed.`);
}

export function expireSession(session: CheckoutSessionRecord): void {
  requireOpen(session);
  session.status = "expired";
}
