import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

const PENDING_KEY = "pending-checkout";
const SESSION_KEY = "payment-session";
export const LOG_KEY = "payment-log";

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
