import type Stripe from "stripe";
import type * as v from "valibot";
import { expect, expectTypeOf, it } from "vitest";
import { parseStripeForm } from "#tools/local-services/stripe/form.ts";
import type * as requests from "#tools/local-services/stripe/requests.ts";

/** Parameters in a schema that Stripe does not have; must be empty. */
type Unknown<Schema extends v.GenericSchema, Params> = Exclude<keyof v.InferOutput<Schema>, keyof Params>;

it("takes only parameters that Stripe takes, with their types", () => {
  expectTypeOf<v.InferOutput<typeof requests.createCustomerSchema>>().toExtend<Stripe.CustomerCreateParams>();
  expectTypeOf<
    Unknown<typeof requests.createCustomerSchema, Stripe.CustomerCreateParams>
  >().toEqualTypeOf<never>();

  type Checkout = Stripe.Checkout.SessionCreateParams;
  expectTypeOf<v.InferOutput<typeof requests.checkoutSessionFormSchema>>().toExtend<Checkout>();
  expectTypeOf<Unknown<typeof requests.checkoutSessionFormSchema, Checkout>>().toEqualTypeOf<never>();

  type Portal = Stripe.BillingPortal.SessionCreateParams;
  expectTypeOf<v.InferOutput<typeof requests.portalSessionFormSchema>>().toExtend<Portal>();
  expectTypeOf<Unknown<typeof requests.portalSessionFormSchema, Portal>>().toEqualTypeOf<never>();

  type Update = Stripe.SubscriptionUpdateParams;
  expectTypeOf<v.InferOutput<typeof requests.updateSubscriptionSchema>>().toExtend<Update>();
  expectTypeOf<Unknown<typeof requests.updateSubscriptionSchema, Update>>().toEqualTypeOf<never>();

  type List = Stripe.SubscriptionListParams;
  expectTypeOf<v.InferOutput<typeof requests.listSubscriptionsSchema>>().toExtend<List>();
  expectTypeOf<Unknown<typeof requests.listSubscriptionsSchema, List>>().toEqualTypeOf<never>();
});

it("reads the form encoding of Stripe", () => {
  expect(
    parseStripeForm(
      "line_items[0][price]=price_1&line_items[0][quantity]=2&line_items[1][price]=price_2&metadata[a b]=c%26d&expand[]=x&expand[]=y",
    ),
  ).toEqual({
    line_items: [{ price: "price_1", quantity: "2" }, { price: "price_2" }],
    metadata: { "a b": "c&d" },
    expand: ["x", "y"],
  });
  expect(parseStripeForm("__proto__[x]=1").x).toBeUndefined();
});
