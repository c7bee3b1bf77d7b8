import type { StripeClient } from "./stripe.ts";

/**
 * Ends all that a customer pays, at once: their open checkout page and every subscription that has not ended. Again it changes
 * nothing. Throws PAYMENT_UNAVAILABLE.
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
