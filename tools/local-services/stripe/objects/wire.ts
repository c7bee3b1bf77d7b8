import type Stripe from "stripe";

/**
 * An object of Stripe's API in JSON: the SDK's type of it (which Stripe makes from its API description), with decimal
 * numbers as text.
 */
export type Wire<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Stripe.Decimal
    ? string
    : T extends readonly (infer Item)[]
      ? Wire<Item>[]
      : T extends object
        ? { [Key in keyof T]: Wire<T[Key]> }
        : T;

/** A list in the form of Stripe's API. */
export function toList<Item>(url: string, data: Item[], hasMore = false) {
  return { object: "list" as const, data, has_more: hasMore, url };
}
