import type Stripe from "stripe";
import { CATALOGUE_CREATED, type CataloguePrice } from "../catalogue.ts";
import type { Wire } from "./wire.ts";

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
