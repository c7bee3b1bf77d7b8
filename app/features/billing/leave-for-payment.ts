import { useState } from "react";
import * as v from "valibot";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { SESSION_ID_PLACEHOLDER } from "#domain/billing.ts";
import { AppError } from "#domain/errors.ts";
import { logPaymentStep, setPendingCheckout } from "./kept-payments.ts";

/** The address of the provider's page comes from the provider itself. */
const webAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:/u));
const checkoutSchema = v.object({ sessionId: v.optional(v.string()), url: v.optional(webAddress) });
const portalSchema = v.object({ url: v.optional(webAddress) });

/** Where a person returns who left the checkout without paying. */
const CANCELLED_CHECKOUT = "/upgrade?from=checkout";
/** Where a person returns from the billing portal: the page from which they opened it. */
export type PortalReturn = "/upgrade?from=portal" | "/settings?from=portal#subscription";

/** Opens a checkout for Premium and returns the address of its page. Throws as `callApi` does, and CHECKOUT_FAILED. */
export async function openCheckout(userId: string, priceId: string | null): Promise<string> {
  const { origin } = window.location;
  const body = {
    tier: "PREMIUM",
    userId,
    priceId,
    successUrl: `${origin}/payment/success?session_id=${SESSION_ID_PLACEHOLDER}`,
    cancelUrl: `${origin}${CANCELLED_CHECKOUT}`,
  };
  const { sessionId, url } = await callApi("POST", "/api/stripe/create-checkout-session", checkoutSchema, {
    body,
  });
  if (sessionId === undefined || url === undefined)
    throw new AppError("CHECKOUT_FAILED", { message: "No session ID returned from server" });
  return url;
}

/** Opens the billing portal and gives the address of its page. Throws as `callApi` does, and PORTAL_FAILED. */
export async function openPortal(userId: string, returnTo: PortalReturn): Promise<string> {
  const body = { userId, returnUrl: `${window.location.origin}${returnTo}` };
  const { url } = await callApi("POST", "/api/stripe/create-portal-session", portalSchema, { body });
  if (url === undefined)
    throw new AppError("PORTAL_FAILED", { message: "No portal URL returned from server" });
  return url;
}

/** The error text for a checkout that could not be opened. */
export function describeCheckoutProblem(failure: AppError): string {
  if (failure.code === "UNREACHABLE") return "Failed to start checkout process";
  const { status } = failure.answer ?? failure;
  if (failure.code === "INTERNAL") return `Failed to create checkout session with status ${status}`;
  return failure.message;
}

/** The error text for a billing portal that could not be opened. */
export function describePortalProblem(failure: AppError): string {
  if (failure.code === "UNREACHABLE") return "Failed to open customer portal";
  if (failure.code !== "INTERNAL") return failure.message;
  if (failure.answer === null) return "Failed to open customer portal";
  const { status, statusText } = failure.answer;
  return `Failed to create portal session: ${status} ${statusText}`.trim();
}

/**
 * Opens the payment provider's pages. `isLeaving` stays true while the browser navigates there, and is reset when the
 * Back button restores the page.
 */
export function useLeaveForPayment(userId: string) {
  const [isLeaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function leave(
    step: string,
    open: () => Promise<string>,
    explain: (failure: AppError) => string,
  ): Promise<void> {
    if (isLeaving) return;
    setLeaving(true);
    setProblem(null);
    logPaymentStep(step);
    try {
      const address = await open();
      if (step === "checkout") setPendingCheckout();
      logPaymentStep(`${step}: leaving`);
      window.addEventListener("pageshow", () => setLeaving(false), { once: true });
      window.location.assign(address);
    } catch (error) {
      const text = explain(asFailure(error));
      logPaymentStep(`${step}: ${text}`);
      setProblem(text);
      setLeaving(false);
    }
  }

  return {
    isLeaving,
    problem,
    goToCheckout: (priceId: string | null) =>
      leave("checkout", () => openCheckout(userId, priceId), describeCheckoutProblem),
    goToPortal: (returnTo: PortalReturn) =>
      leave("portal", () => openPortal(userId, returnTo), describePortalProblem),
  };
}
