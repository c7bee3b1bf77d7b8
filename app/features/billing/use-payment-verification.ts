import { useCallback, useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { isAllowed } from "#app/features/cookies/cookie-consent.ts";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { CONVERSION_PICTURE, verifiedPaymentSchema } from "#domain/billing.ts";
import { PREMIUM_OFFER } from "#domain/plan-prices.ts";
import {
  keepPaymentSession,
  logPaymentStep,
  readPaymentSession,
  takePendingCheckout,
} from "./kept-payments.ts";
import { useCurrency } from "./use-currency.ts";

type Verification = { state: "verifying" } | { state: "verified" } | { state: "failed"; text: string };

/**
 * Verifies the payment from which a person returns. `fromAddress` is the session id in the address; without one, the id
 * stored in this browser is used. On success it reloads the page's frame, which then shows the new plan.
 */
export function usePaymentVerification(fromAddress: string | null, pixelId: string | null) {
  const [verification, setVerification] = useState<Verification>({ state: "verifying" });
  const { revalidate } = useRevalidator();
  const currency = useCurrency();

  const verify = useCallback(async () => {
    setVerification({ state: "verifying" });
    const sessionId = fromAddress ?? readPaymentSession();
    if (sessionId === null) {
      setVerification({ state: "failed", text: "No session ID found" });
      return;
    }
    keepPaymentSession(sessionId);
    logPaymentStep("verifying");
    try {
      await callApi("POST", "/api/stripe/verify-payment", verifiedPaymentSchema, { body: { sessionId } });
    } catch (error) {
      const { code, message } = asFailure(error);
      logPaymentStep(`verification failed: ${code}`);
      setVerification({ state: "failed", text: `Payment verification failed: ${message}` });
      return;
    }
    logPaymentStep("verified");
    keepPaymentSession(null);
    takePendingCheckout();
    tellConversion(pixelId, sessionId, currency);
    setVerification({ state: "verified" });
    void revalidate();
  }, [fromAddress, pixelId, currency, revalidate]);

  useEffect(() => {
    void verify();
  }, [verify]);

  return { verification, verify };
}

const KEY = "conversion-told";

/**
 * Reports a verified payment to the advertising network: once per payment, only if an id is configured, and only with
 * consent to analytics. It loads an image, so that none of their scripts runs here; the address does not identify the
 * person.
 */
export function tellConversion(pixelId: string | null, sessionId: string, currency: string): void {
  if (pixelId === null || !isAllowed("analytics") || readKept("local", KEY) === sessionId) return;
  keepText("local", KEY, sessionId);
  const event = {
    id: pixelId,
    ev: "Purchase",
    "cd[value]": (PREMIUM_OFFER.monthlyPriceCents / 100).toFixed(2),
    "cd[currency]": currency,
    noscript: "1",
  };
  new Image().src = `${CONVERSION_PICTURE}?${new URLSearchParams(event)}`;
}
