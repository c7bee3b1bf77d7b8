import { Hono } from "hono";
import {
  createCheckoutSessionSchema,
  createPortalSessionSchema,
  verifyPaymentSchema,
} from "#domain/billing.ts";
import type { AppEnv } from "../http/app-env.ts";
import { allowOnly, readBody, requireSignedIn } from "./input.ts";

/** `/api/stripe`: checkout, portal, and what Stripe tells. */
export const billingRoutes = new Hono<AppEnv>()
  // Stripe signs in with its signature alone.
  .post("/webhook", async (context) => {
    const signature = context.req.header("Stripe-Signature") ?? "";
    await context.var.services.billing.handleWebhook(await context.req.text(), signature);
    return context.json({ received: true });
  })
  .all("/webhook", allowOnly("POST"))

  .use(requireSignedIn())

  .post("/create-checkout-session", async (context) => {
    const input = await readBody(context, createCheckoutSessionSchema);
    return context.json(await context.var.services.billing.createCheckoutSession(input));
  })
  .all("/create-checkout-session", allowOnly("POST"))

  .post("/create-portal-session", async (context) => {
    const input = await readBody(context, createPortalSessionSchema);
    return context.json(await context.var.services.billing.createPortalSession(input));
  })
  .all("/create-portal-session", allowOnly("POST"))

  .post("/verify-payment", async (context) => {
    const { sessionId } = await readBody(context, verifyPaymentSchema);
    return context.json(await context.var.services.billing.verifyPayment(sessionId));
  })
  .all("/verify-payment", allowOnly("POST"));
