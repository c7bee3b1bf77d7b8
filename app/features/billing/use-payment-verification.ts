import { useCallback, useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import * as v from "valibot";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { TIERS } from "#domain/plan.ts";
import { tellConversion } from "./conversion-event.ts";
import {
  keepPaymentSession,
  logPaymentStep,
  readPaymentSession,
  takePendingCheckout,
} from "./kept-payments.ts";
import { useCurrency } from "./use-currency.ts";

const verifiedSchema = v.object({ sessionId: v.string(), tier: v.picklist(TIERS) });

export type Verification = { state: "verifying" } | { state: "verified" } | { state: "failed"; text: string };

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
      await callApi("POST", "/api/stripe/verify-payment", verifiedSchema, { body: { sessionId } });
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
