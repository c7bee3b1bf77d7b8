import type Stripe from "stripe";
import { CATALOGUE_CREATED, type CataloguePrice } from "../catalogue.ts";
import type { EmulatedSubscription } from "../records.ts";
import { toList, type Wire } from "./wire.ts";

export function toSubscription(
  subscription: EmulatedSubscription,
  price: CataloguePrice,
): Wire<Stripe.Subscription> {
  const { id, customer, metadata, created, canceledAt, cancelAtPeriodEnd, periodEnd } = subscription;
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: cancelAtPeriodEnd ? periodEnd : null,
    cancel_at_period_end: cancelAtPeriodEnd,
    canceled_at: canceledAt,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: subscription.cancellationReason,
    },
    collection_method: "charge_automatically",
    created,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: subscription.endedAt,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: toList(`/v1/subscription_items?subscription=${id}`, [toItem(subscription, price)]),
    latest_invoice: subscription.latestInvoice,
    livemode: false,
    managed_payments: { enabled: false },
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: ["card"],
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status: subscription.status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
    trial_start: null,
  };
}

function toItem(subscription: EmulatedSubscription, price: CataloguePrice): Wire<Stripe.SubscriptionItem> {
  return {
    id: subscription.itemId,
    object: "subscription_item",
    billing_thresholds: null,
    created: subscription.created,
    current_period_end: subscription.periodEnd,
    current_period_start: subscription.periodStart,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: toPlan(price),
    price: toPrice(price),
    quantity: subscription.quantity,
    subscription: subscription.id,
    tax_rates: [],
  };
}

export function toPrice({ id, productId, amount, currency }: CataloguePrice): Wire<Stripe.Price> {
  return {
    id,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: CATALOGUE_CREATED,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: productId,
    recurring: {
      interval: "month",
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
}

/** The older form of a price, which subscription items still contain. */
export function toPlan({ id, productId, amount, currency }: CataloguePrice): Wire<Stripe.Plan> {
  return {
    id,
    object: "plan",
    active: true,
    amount,
    amount_decimal: String(amount),
    billing_scheme: "per_unit",
    created: CATALOGUE_CREATED,
    currency,
    interval: "month",
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: productId,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}
