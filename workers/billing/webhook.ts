import type { Database } from "../db/client.ts";
import type { Log } from "../logging.ts";
import { finishRead, type RefreshParts } from "./refresh-subscription.ts";
import type { CustomerEvent } from "./stripe-client.ts";
import { beginReadForEvent } from "./subscription-store.ts";

/** The events after which a subscription may have changed. Stripe may send others; they are accepted and ignored. */
const HANDLED: ReadonlySet<string> = new Set([
  "checkout.session.completed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "invoice.paid",
  "invoice.payment_failed",
]);

/**
 * Opens the database of the account with an event's customer, or of the event's user. It reads the latest writes: an event whose
 * customer is not found would be lost. `null`: no account has it.
 */
export type OpenForCustomer = (event: CustomerEvent) => Promise<Database | null>;

/**
 * Handles one webhook. An event only says whose subscription must be read again. It is stored by its id before the
 * read. An event that is handled already, or whose customer belongs to no user, is accepted and does nothing. Throws
 * BAD_SIGNATURE, and PAYMENT_UNAVAILABLE if Stripe can't be reached: then Stripe sends it again.
 */
export async function handleWebhook(
  parts: Omit<RefreshParts, "db"> & {
    openForCustomer: OpenForCustomer;
    log: Log;
  },
  body: string,
  signature: string,
): Promise<void> {
  const { openForCustomer, stripe, now, log } = parts;
  const { customerId, ...received } = await stripe.readEvent(body, signature);
  const { id, type } = received;
  const event = HANDLED.has(type) && customerId !== null ? { ...received, customerId } : null;
  const db = event && (await openForCustomer(event));
  const read = event && db && (await beginReadForEvent(db, event, now()));
  const tier = read && db && (await finishRead({ db, stripe, now }, read));
  log("info", "billing.webhook", { stripeEventId: id, type, userId: read?.userId, tier });
}
