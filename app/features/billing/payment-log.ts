import { useEffect } from "react";
import { useLocation } from "react-router";
import * as v from "valibot";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { parseKept } from "#app/features/storage/parse-kept.ts";
import { LOG_KEY } from "./pending-checkout.ts";

const STEPS_KEPT = 50;

const logSchema = v.array(v.object({ at: v.string(), path: v.string(), step: v.string() }));

/**
 * Logs a step of a payment in this browser, with its page, to help when a person asks what happened to their payment.
 * It never logs the query, which contains session ids.
 */
export function logPaymentStep(step: string, path = window.location.pathname): void {
  const steps = parseKept(logSchema, readKept("local", LOG_KEY)) ?? [];
  const log = [...steps, { at: new Date().toISOString(), path, step }].slice(-STEPS_KEPT);
  keepText("local", LOG_KEY, JSON.stringify(log));
}

export function useLoggedPath(): void {
  const { pathname } = useLocation();
  useEffect(() => logPaymentStep("opened", pathname), [pathname]);
}
