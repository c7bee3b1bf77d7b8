import type { EmulatedAccount } from "./account.ts";
import type { CheckoutSessionRecord } from "./records.ts";
import { requireOpen } from "./session-state.ts";
import { startSubscription } from "./subscriptions.ts";

const SESSION_ID_PLACEHOLDER = "{CHECKOUT_SESSION_ID}";

/** The error on the checkout page when the bank refuses, in Stripe's words. */
export const DECLINED = "Your card was declined.";

/**
 * Pays an open session: a subscription with its first invoice begins, and the session is complete. From then on the
 * card works, even if an earlier card was refused.
 */
export function paySession(account: EmulatedAccount, session: CheckoutSessionRecord): void {
  requireOpen(session);
  account.customer(session.customer).cardDeclines = false;
  const subscription = startSubscription(account, {
    customer: session.customer,
    price: session.price,
    quantity: session.quantity,
    metadata: session.subscriptionMetadata,
  });
  session.status = "complete";
  session.subscription = subscription.id;
  session.invoice = subscription.latestInvoice;
  account.addEvent("checkout.session.completed", account.showCheckoutSession(session));
}

/** Where the browser goes after the payment. */
export function successAddress(session: CheckoutSessionRecord): string {
  return session.successUrl.replaceAll(SESSION_ID_PLACEHOLDER, session.id);
}
