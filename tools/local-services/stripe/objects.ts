import { API_VERSION, CATALOGUE_CREATED, type CataloguePrice } from "./catalogue.ts";
import type {
  CheckoutSessionRecord,
  CustomerRecord,
  EmulatedSubscription,
  EventRecord,
  InvoiceRecord,
  PortalSessionRecord,
} from "./records.ts";
import unchanging from "./unchanging.json" with { type: "json" };

/*
 * The records as objects of Stripe's API. What is the same in each object of a kind is in unchanging.json.
 * tests/tools/stripe.test.ts compares the objects with Stripe's own description.
 */

/** A list in the form of Stripe's API. */
export function toListObject<Item>(url: string, data: Item[], hasMore = false) {
  return { object: "list" as const, data, has_more: hasMore, url };
}

export function toCustomer({ id, created, email, name, metadata }: CustomerRecord) {
  return {
    ...unchanging.customer,
    id,
    created,
    email,
    invoice_prefix: id.slice(-8).toUpperCase(),
    metadata,
    name,
  };
}

/** `origin` is the emulator's own; while the session is open, `url` is its checkout page. */
export function toCheckoutSession(
  session: CheckoutSessionRecord,
  { customer, price, origin }: { customer: CustomerRecord; price: CataloguePrice; origin: string },
) {
  const { id, created, status, subscription, invoice } = session;
  const { email, name } = customer;
  return {
    ...unchanging.checkoutSession,
    id,
    amount_subtotal: price.amount,
    amount_total: price.amount,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    created,
    currency: price.currency,
    customer: customer.id,
    customer_details: { ...unchanging.checkoutSession.customer_details, email, name },
    expires_at: session.expiresAt,
    invoice,
    payment_status: status === "complete" ? "paid" : "unpaid",
    status,
    subscription,
    success_url: session.successUrl,
    url: status === "open" ? `${origin}/c/pay/${id}` : null,
  };
}

export function toSubscription(subscription: EmulatedSubscription, price: CataloguePrice) {
  const { id, customer, metadata, status, created, canceledAt, cancelAtPeriodEnd, periodEnd } = subscription;
  const reason = subscription.cancellationReason;
  return {
    ...unchanging.subscription,
    id,
    billing_cycle_anchor: created,
    cancel_at: cancelAtPeriodEnd ? periodEnd : null,
    cancel_at_period_end: cancelAtPeriodEnd,
    canceled_at: canceledAt,
    cancellation_details: { ...unchanging.subscription.cancellation_details, reason },
    created,
    currency: price.currency,
    customer,
    ended_at: subscription.endedAt,
    items: toListObject(`/v1/subscription_items?subscription=${id}`, [toItem(subscription, price)]),
    latest_invoice: subscription.latestInvoice,
    metadata,
    start_date: created,
    status,
  };
}

/** The plan is the older form of a price, which subscription items still contain. */
function toItem(subscription: EmulatedSubscription, { id, productId, amount, currency }: CataloguePrice) {
  const common = { id, created: CATALOGUE_CREATED, currency, product: productId };
  return {
    ...unchanging.subscriptionItem,
    id: subscription.itemId,
    created: subscription.created,
    current_period_end: subscription.periodEnd,
    current_period_start: subscription.periodStart,
    plan: { ...unchanging.plan, ...common, amount, amount_decimal: String(amount) },
    price: { ...unchanging.price, ...common, unit_amount: amount, unit_amount_decimal: String(amount) },
    subscription: subscription.id,
  };
}

export function toInvoice(invoice: InvoiceRecord, customer: CustomerRecord, price: CataloguePrice) {
  const { id, amount, status, created, subscription, number } = invoice;
  const paid = status === "paid" ? amount : 0;
  return {
    ...unchanging.invoice,
    id,
    amount_due: amount,
    amount_paid: paid,
    amount_remaining: amount - paid,
    attempt_count: invoice.attempts,
    attempted: invoice.attempts > 0,
    auto_advance: status === "open",
    billing_reason: invoice.billingReason,
    created,
    currency: price.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name,
    effective_at: created,
    lines: toListObject(`/v1/invoices/${id}/lines`, [toLine(invoice, price)]),
    next_payment_attempt: invoice.nextAttempt,
    number,
    parent: {
      ...unchanging.invoice.parent,
      subscription_details: { ...unchanging.invoice.parent.subscription_details, subscription },
    },
    period_end: created,
    period_start: created,
    status,
    status_transitions: {
      ...unchanging.invoice.status_transitions,
      finalized_at: created,
      paid_at: invoice.paidAt,
      voided_at: invoice.voidedAt,
    },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_excluding_tax: amount,
  };
}

function toLine(invoice: InvoiceRecord, price: CataloguePrice) {
  const { amount, subscription, subscriptionItem } = invoice;
  const { parent, pricing } = unchanging.invoiceLine;
  return {
    ...unchanging.invoiceLine,
    id: invoice.lineId,
    amount,
    currency: price.currency,
    description: price.productName,
    invoice: invoice.id,
    parent: {
      ...parent,
      subscription_item_details: {
        ...parent.subscription_item_details,
        subscription,
        subscription_item: subscriptionItem,
      },
    },
    period: { start: invoice.periodStart, end: invoice.periodEnd },
    pricing: {
      ...pricing,
      price_details: { price: price.id, product: price.productId },
      unit_amount_decimal: String(price.amount),
    },
    subscription,
    subtotal: amount,
  };
}

export function toPortalSession({ id, created, customer, returnUrl }: PortalSessionRecord, origin: string) {
  const url = `${origin}/p/session/${id}`;
  return { ...unchanging.portalSession, id, created, customer, return_url: returnUrl, url };
}

/** `data` has the object as the API showed it at the time of the event. */
export function toEvent({ id, created, type, object }: EventRecord) {
  return {
    id,
    object: "event",
    api_version: API_VERSION,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}
