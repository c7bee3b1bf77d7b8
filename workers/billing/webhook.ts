import type { Log } from "../logging.ts";
import { finishRead, type RefreshParts } from "./refresh.ts";
import { beginReadForEvent } from "./subscription-store.ts";

/** The events after which a subscription may be another one. Stripe may send more; they are accepted and left alone. */
const HANDLED: ReadonlySet<string> = new Set([
  "checkout.session.completed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "invoice.paid",
  "invoice.payment_failed",
]);

/**
 * Handles one webhook. An event says only whose subscription has to be read anew. It is stored by its id before that; one that is handled, or
 * whose customer is nobody here, is accepted and does nothing. Throws BAD_SIGNATURE, and PAYMENT_UNAVAILABLE when Stripe can't be asked: then
 * Stripe sends it again.
 */
export async function handleWebhook(
  parts: RefreshParts & { log: Log },
  body: string,
  signature: string,
): Promise<void> {
  const { db, stripe, now, log } = parts;
  const { id, type, customerId } = await stripe.readEvent(body, signature);
  const read =
    HANDLED.has(type) && customerId !== null
      ? await beginReadForEvent(db, { id, type, customerId }, now())
      : null;
  const tier = read === null ? null : await finishRead(parts, read);
  log("info", "billing.webhook", { stripeEventId: id, type, userId: read?.userId, tier });
}
