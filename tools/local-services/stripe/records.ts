import { randomInt } from "node:crypto";
import * as v from "valibot";

/*
 * The stored data of an account. Times are seconds since 1970 of the account's own clock, as in Stripe's API. objects.ts
 * makes the API's objects from these records.
 */

const metadataSchema = v.record(v.string(), v.string());
const nullableText = v.nullable(v.string());
const nullableTime = v.nullable(v.number());

const customerSchema = v.object({
  id: v.string(),
  created: v.number(),
  email: nullableText,
  name: nullableText,
  metadata: metadataSchema,
  /** Whether the bank refuses the stored card from now on. */
  cardDeclines: v.boolean(),
});

const checkoutSessionSchema = v.object({
  id: v.string(),
  created: v.number(),
  expiresAt: v.number(),
  status: v.picklist(["open", "complete", "expired"]),
  customer: v.string(),
  clientReferenceId: nullableText,
  price: v.string(),
  successUrl: v.string(),
  cancelUrl: nullableText,
  subscriptionMetadata: metadataSchema,
  subscription: nullableText,
  invoice: nullableText,
});

const portalSessionSchema = v.object({
  id: v.string(),
  created: v.number(),
  customer: v.string(),
  returnUrl: nullableText,
});

const subscriptionSchema = v.object({
  id: v.string(),
  itemId: v.string(),
  created: v.number(),
  customer: v.string(),
  price: v.string(),
  status: v.picklist(["active", "past_due", "canceled"]),
  /**
   * Months of the subscription that have begun. The period is counted from `created`, so that one that began on the
   * 31st stays on the 31st.
   */
  periods: v.number(),
  periodStart: v.number(),
  periodEnd: v.number(),
  cancelAtPeriodEnd: v.boolean(),
  canceledAt: nullableTime,
  endedAt: nullableTime,
  cancellationReason: v.nullable(v.picklist(["cancellation_requested", "payment_failed"])),
  latestInvoice: v.string(),
  metadata: metadataSchema,
});

const invoiceSchema = v.object({
  id: v.string(),
  lineId: v.string(),
  number: v.string(),
  created: v.number(),
  customer: v.string(),
  subscription: v.string(),
  subscriptionItem: v.string(),
  price: v.string(),
  amount: v.number(),
  status: v.picklist(["open", "paid", "void"]),
  billingReason: v.picklist(["subscription_create", "subscription_cycle"]),
  periodStart: v.number(),
  periodEnd: v.number(),
  attempts: v.number(),
  nextAttempt: nullableTime,
  paidAt: nullableTime,
  voidedAt: nullableTime,
});

/** The events that are sent by webhook: those that Talespark asks Stripe for. */
const EVENT_TYPES = [
  "checkout.session.completed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "invoice.paid",
  "invoice.payment_failed",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

const eventSchema = v.object({
  id: v.string(),
  created: v.number(),
  type: v.picklist(EVENT_TYPES),
  /** The object at the time of the event. */
  object: v.record(v.string(), v.unknown()),
});

const deliverySchema = v.object({
  eventId: v.string(),
  attempts: v.number(),
  /** Milliseconds of this machine's clock. */
  dueAt: v.number(),
});

/** The state of one account, as its file stores it. */
export const accountStateSchema = v.object({
  /** Seconds by which the account's clock is ahead of this machine's. */
  clockAhead: v.number(),
  customers: v.record(v.string(), customerSchema),
  checkoutSessions: v.record(v.string(), checkoutSessionSchema),
  portalSessions: v.record(v.string(), portalSessionSchema),
  subscriptions: v.record(v.string(), subscriptionSchema),
  invoices: v.record(v.string(), invoiceSchema),
  /** In the order in which they happened. */
  events: v.array(eventSchema),
  /** Webhooks that have not been accepted yet. */
  deliveries: v.array(deliverySchema),
});

export type AccountState = v.InferOutput<typeof accountStateSchema>;
export type CustomerRecord = v.InferOutput<typeof customerSchema>;
export type CheckoutSessionRecord = v.InferOutput<typeof checkoutSessionSchema>;
export type PortalSessionRecord = v.InferOutput<typeof portalSessionSchema>;
export type EmulatedSubscription = v.InferOutput<typeof subscriptionSchema>;
export type InvoiceRecord = v.InferOutput<typeof invoiceSchema>;
export type EventRecord = v.InferOutput<typeof eventSchema>;
export type DeliveryRecord = v.InferOutput<typeof deliverySchema>;

export function emptyAccountState(): AccountState {
  return {
    clockAhead: 0,
    customers: {},
    checkoutSessions: {},
    portalSessions: {},
    subscriptions: {},
    invoices: {},
    events: [],
    deliveries: [],
  };
}

const ID_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 24; // characters: nobody can guess the address of another person's checkout page

/** A fresh id in Stripe's form, such as `cus_…`. */
export function newObjectId(prefix: string): string {
  const letters = Array.from({ length: ID_LENGTH }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]);
  return `${prefix}_${letters.join("")}`;
}
