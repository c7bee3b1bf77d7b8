import type { EmulatedAccount } from "./account.ts";
import { findPrice } from "./catalogue.ts";
import { StripeFailure } from "./failure.ts";
import {
  type CheckoutSessionRecord,
  type EmulatedSubscription,
  type InvoiceRecord,
  newObjectId,
} from "./records.ts";

export const DAY_SECONDS = 86_400;

/** The time `months` after `start`, both in seconds since 1970. If the month has no such day, its last day. */
export function addMonths(start: number, months: number): number {
  const date = new Date(start * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1000;
}

const SESSION_ID_PLACEHOLDER = "{CHECKOUT_SESSION_ID}";

/** The error on the checkout page when the bank refuses, in Stripe's words. */
export const DECLINED = "Your card was declined.";

/**
 * Pays an open session: a subscription with its first invoice begins, and the session is complete. From then on the
 * card works, even if an earlier card was refused.
 */
export function paySession(account: EmulatedAccount, session: CheckoutSessionRecord): void {
  account.customer(session.customer).cardDeclines = false;
  const subscription = startSubscription(account, {
    customer: session.customer,
    price: session.price,
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

/** Throws the failure that Stripe returns for a session that is paid or expired already. */
export function expireSession(session: CheckoutSessionRecord): void {
  if (session.status !== "open") {
    throw new StripeFailure(400, `This Checkout Session is ${session.status} and can't be changed.`);
  }
  session.status = "expired";
}

/** Days after a failed renewal at which the card is tried again; after the last of them the subscription ends. */
const RETRY_DAYS = [3, 5, 7];

type NewSubscription = Pick<EmulatedSubscription, "customer" | "price" | "metadata">;

/** Begins a subscription whose first month is paid. */
export function startSubscription(account: EmulatedAccount, wanted: NewSubscription): EmulatedSubscription {
  const now = account.now();
  const subscription: EmulatedSubscription = {
    ...wanted,
    id: newObjectId("sub"),
    itemId: newObjectId("si"),
    created: now,
    status: "active",
    periods: 1,
    periodStart: now,
    periodEnd: addMonths(now, 1),
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    cancellationReason: null,
    latestInvoice: "",
  };
  account.state.subscriptions[subscription.id] = subscription;
  const invoice = makeInvoice(account, subscription, "subscription_create");
  invoice.attempts = 1;
  markPaid(account, invoice);
  account.addEvent("customer.subscription.created", account.showSubscription(subscription));
  account.addEvent("invoice.paid", account.showInvoice(invoice));
  return subscription;
}

/** Cancels a running subscription at the end of the paid period, or takes that back. */
export function setCancelAtPeriodEnd(
  account: EmulatedAccount,
  subscription: EmulatedSubscription,
  cancel: boolean,
): void {
  if (subscription.cancelAtPeriodEnd === cancel) return;
  subscription.cancelAtPeriodEnd = cancel;
  subscription.canceledAt = cancel ? account.now() : null;
  subscription.cancellationReason = cancel ? "cancellation_requested" : null;
  account.addEvent("customer.subscription.updated", account.showSubscription(subscription));
}

/** Ends a subscription at once. */
export function cancelNow(account: EmulatedAccount, subscription: EmulatedSubscription): void {
  if (subscription.status === "canceled") {
    throw new StripeFailure(400, "This subscription is canceled and can't be changed.", {
      code: "resource_missing",
    });
  }
  endSubscription(account, subscription, "cancellation_requested");
}

/** Processes everything that is due by the account's clock, in the order of its times. */
export function runDue(account: EmulatedAccount): void {
  const until = account.now();
  for (let next = findNextDue(account, until); next !== null; next = findNextDue(account, until)) {
    account.at(next.time, next.run);
  }
}

/** Moves the account's clock forward and processes what becomes due. Never back, as with Stripe's test clocks. */
export function advanceClock(account: EmulatedAccount, seconds: number): void {
  account.state.clockAhead += seconds;
  runDue(account);
}

type Due = { time: number; run: () => void };

function findNextDue(account: EmulatedAccount, until: number): Due | null {
  const due = [
    ...Object.values(account.state.subscriptions).flatMap((subscription) => listDue(account, subscription)),
    ...Object.values(account.state.checkoutSessions)
      .filter(({ status }) => status === "open")
      .map((session) => ({ time: session.expiresAt, run: () => expireSession(session) })),
  ].filter(({ time }) => time <= until);
  return due.reduce<Due | null>(
    (first, one) => (first === null || one.time < first.time ? one : first),
    null,
  );
}

function listDue(account: EmulatedAccount, subscription: EmulatedSubscription): Due[] {
  if (subscription.status === "canceled") return [];
  const due: Due[] = [{ time: subscription.periodEnd, run: () => endPeriod(account, subscription) }];
  const invoice = account.invoice(subscription.latestInvoice);
  if (invoice.nextAttempt !== null) {
    due.push({ time: invoice.nextAttempt, run: () => retryPayment(account, subscription, invoice) });
  }
  return due;
}

function endPeriod(account: EmulatedAccount, subscription: EmulatedSubscription): void {
  if (subscription.cancelAtPeriodEnd) {
    endSubscription(account, subscription, "cancellation_requested");
    return;
  }
  subscription.periods += 1;
  subscription.periodStart = subscription.periodEnd;
  subscription.periodEnd = addMonths(subscription.created, subscription.periods);
  attemptPayment(account, subscription, makeInvoice(account, subscription, "subscription_cycle"));
}

function attemptPayment(
  account: EmulatedAccount,
  subscription: EmulatedSubscription,
  invoice: InvoiceRecord,
): void {
  invoice.attempts += 1;
  if (account.customer(subscription.customer).cardDeclines) {
    subscription.status = "past_due";
    invoice.nextAttempt = account.now() + retryDelay(invoice.attempts);
    account.addEvent("invoice.payment_failed", account.showInvoice(invoice));
  } else {
    subscription.status = "active";
    markPaid(account, invoice);
    account.addEvent("invoice.paid", account.showInvoice(invoice));
  }
  account.addEvent("customer.subscription.updated", account.showSubscription(subscription));
}

function retryPayment(
  account: EmulatedAccount,
  subscription: EmulatedSubscription,
  invoice: InvoiceRecord,
): void {
  const isLast = invoice.attempts >= RETRY_DAYS.length;
  if (!isLast || !account.customer(subscription.customer).cardDeclines) {
    attemptPayment(account, subscription, invoice);
    return;
  }
  invoice.attempts += 1;
  invoice.nextAttempt = null;
  account.addEvent("invoice.payment_failed", account.showInvoice(invoice));
  endSubscription(account, subscription, "payment_failed");
}

/** Seconds until the next attempt after `attempts` failed ones. */
function retryDelay(attempts: number): number {
  return (RETRY_DAYS[attempts - 1] ?? 0) * DAY_SECONDS;
}

function endSubscription(
  account: EmulatedAccount,
  subscription: EmulatedSubscription,
  reason: NonNullable<EmulatedSubscription["cancellationReason"]>,
): void {
  subscription.status = "canceled";
  subscription.canceledAt ??= account.now();
  subscription.endedAt = account.now();
  subscription.cancellationReason = reason;
  const invoice = account.invoice(subscription.latestInvoice);
  if (invoice.status === "open") {
    Object.assign(invoice, { status: "void", voidedAt: account.now(), nextAttempt: null });
  }
  account.addEvent("customer.subscription.deleted", account.showSubscription(subscription));
}

function makeInvoice(
  account: EmulatedAccount,
  subscription: EmulatedSubscription,
  billingReason: InvoiceRecord["billingReason"],
): InvoiceRecord {
  const price = findPrice(subscription.price);
  if (price === null) throw new Error("A subscription without a price.");
  const invoice: InvoiceRecord = {
    id: newObjectId("in"),
    lineId: newObjectId("il"),
    number: `TS-${String(Object.keys(account.state.invoices).length + 1).padStart(4, "0")}`,
    created: account.now(),
    customer: subscription.customer,
    subscription: subscription.id,
    subscriptionItem: subscription.itemId,
    price: subscription.price,
    amount: price.amount,
    status: "open",
    billingReason,
    periodStart: subscription.periodStart,
    periodEnd: subscription.periodEnd,
    attempts: 0,
    nextAttempt: null,
    paidAt: null,
    voidedAt: null,
  };
  account.state.invoices[invoice.id] = invoice;
  subscription.latestInvoice = invoice.id;
  return invoice;
}

function markPaid(account: EmulatedAccount, invoice: InvoiceRecord): void {
  Object.assign(invoice, { status: "paid", paidAt: account.now(), nextAttempt: null });
}
