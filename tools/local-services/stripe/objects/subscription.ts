import type Stripe from "stripe";
import type { CataloguePrice } from "../catalogue.ts";
import type { EmulatedSubscription } from "../records.ts";
import { toPlan, toPrice } from "./catalogue.ts";
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
