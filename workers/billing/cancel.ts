import type { StripeClient } from "./stripe.ts";

/**
 * Cancels everything that a customer pays for, at once: the open checkout page and every subscription that has not
 * ended. Safe to repeat. Throws PAYMENT_UNAVAILABLE.
 */
export async function cancelEverything(
  stripe: StripeClient,
  { customerId, checkoutSessionId }: { customerId: string; checkoutSessionId: string | null },
): Promise<void> {
  const checkout = checkoutSessionId === null ? null : await stripe.findCheckoutSession(checkoutSessionId);
  if (checkout?.status === "open") await stripe.expireCheckoutSession(checkout.id);
  for (const { id, status } of await stripe.listSubscriptions(customerId)) {
    if (status !== "canceled" && status !== "incomplete_expired") await stripe.cancelSubscription(id);
  }
}
