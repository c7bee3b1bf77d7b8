import * as v from "valibot";
import {
  createCheckoutSessionSchema,
  createPortalSessionSchema,
  verifiedPaymentSchema,
  verifyPaymentSchema,
} from "#domain/billing.ts";
import { LIMITS, ok } from "./answers.ts";
import { ApiArea } from "./operation.ts";

/** Stripe is authenticated by its signature only. */
export const webhookArea = new ApiArea({ base: "/stripe", tag: "Payments", access: "provider" }).on(
  "POST",
  "/webhook",
  {
    id: "receivePaymentEvent",
    summary: "Receive an event of the payment provider",
    description: "For Stripe alone, signed with `Stripe-Signature`. The body is read as it is.",
    file: { mediaTypes: ["application/json"], maxBytes: 65_536, description: "An event of Stripe." },
    answer: ok(v.object({ received: v.literal(true) }), "The event is handled."),
    errors: ["BAD_SIGNATURE", "PAYMENT_UNAVAILABLE"],
    handle: async ({ context, services }) => {
      const signature = context.req.header("Stripe-Signature") ?? "";
      await services.billing.handleWebhook(await context.req.text(), signature);
      return { received: true as const };
    },
  },
);

/** `/api/stripe`: checkout and portal. */
export const billingArea = new ApiArea({ base: "/stripe", tag: "Payments", access: "account" })
  .on("POST", "/create-checkout-session", {
    id: "createCheckoutSession",
    summary: "Begin to pay for a plan",
    description:
      "Send the browser to `url`. `successUrl` and `cancelUrl` are addresses of this site; `successUrl` contains `{CHECKOUT_SESSION_ID}`.",
    body: createCheckoutSessionSchema,
    answer: ok(v.object({ sessionId: v.string(), url: v.string() }), "The checkout."),
    errors: [
      "TIER_NOT_FOUND",
      "PRICE_NOT_CONFIGURED",
      "ALREADY_SUBSCRIBED",
      "CHECKOUT_UNDER_WAY",
      "CHECKOUT_FAILED",
      "PAYMENT_UNAVAILABLE",
      "NOT_FOUND",
    ],
    limits: LIMITS.payments,
    handle: ({ services, body }) => services.billing.createCheckoutSession(body),
  })

  .on("POST", "/create-portal-session", {
    id: "createPortalSession",
    summary: "Open the billing portal",
    isBeforeConsent: true,
    description: "Send the browser to `url`. `returnUrl` is an address of this site.",
    body: createPortalSessionSchema,
    answer: ok(v.object({ url: v.string() }), "The portal."),
    errors: ["NO_SUBSCRIPTION", "PORTAL_FAILED", "PAYMENT_UNAVAILABLE", "NOT_FOUND"],
    limits: LIMITS.payments,
    handle: ({ services, body }) => services.billing.createPortalSession(body),
  })

  .on("POST", "/verify-payment", {
    id: "verifyPayment",
    summary: "Ask whether a checkout is paid",
    isBeforeConsent: true,
    body: verifyPaymentSchema,
    answer: ok(verifiedPaymentSchema, "It is paid, and the plan is set."),
    errors: ["PAYMENT_NOT_FOUND", "PAYMENT_NOT_COMPLETED", "PAYMENT_UNAVAILABLE"],
    limits: LIMITS.payments,
    handle: ({ services, body }) => services.billing.verifyPayment(body.sessionId),
  });
