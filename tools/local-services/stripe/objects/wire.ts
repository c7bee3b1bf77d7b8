import type Stripe from "stripe";

/**
 * An object of Stripe's API as it travels in JSON: the SDK's type of it (made by Stripe from its API description), with
 * decimal numbers as the text that they are on the wire.
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
