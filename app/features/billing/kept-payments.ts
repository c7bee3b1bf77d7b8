import { useEffect } from "react";
import { useLocation } from "react-router";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

/* What this browser keeps about payments. */

const PENDING_KEY = "pending-checkout";
const SESSION_KEY = "payment-session";
const LOG_KEY = "payment-log";
const STEPS_KEPT = 50;
const PAYMENT_PAGE = /^\/(?:upgrade|payment)/;

/** Stores that the person leaves this browser for the checkout. */
export function setPendingCheckout(): void {
  keepText("local", PENDING_KEY, new Date().toISOString());
}

/**
 * Whether the person left this browser for the checkout and was not welcomed back yet. The call clears the mark. Always
 * false in a browser without storage.
 */
export function takePendingCheckout(): boolean {
  const isPending = readKept("local", PENDING_KEY) !== null;
  keepText("local", PENDING_KEY, null);
  return isPending;
}

/** The checkout that is being verified. Kept until that succeeds, so that it survives a sign-in or a closed tab. */
export function readPaymentSession(): string | null {
  return readKept("local", SESSION_KEY);
}

/** Removes everything about payments from this browser, also the log of their steps. */
export function forgetPayments(): void {
  for (const key of [PENDING_KEY, SESSION_KEY, LOG_KEY]) keepText("local", key, null);
}

export function keepPaymentSession(sessionId: string | null): void {
  keepText("local", SESSION_KEY, sessionId);
}

/**
 * Logs a step of a payment in this browser, a line each with its time and its page, to help when a person asks what happened to their
 * payment. It never logs the query, which contains session ids.
 */
export function logPaymentStep(step: string, path = window.location.pathname): void {
  const steps = readKept("local", LOG_KEY)?.split("\n") ?? [];
  const log = [...steps, `${new Date().toISOString()} ${path} ${step}`].slice(-STEPS_KEPT);
  keepText("local", LOG_KEY, log.join("\n"));
}

/** Logs every change of the address, from the first page about payments on. */
export function useLoggedPath(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (PAYMENT_PAGE.test(pathname) || readKept("local", LOG_KEY) !== null)
      logPaymentStep("opened", pathname);
  }, [pathname]);
}
