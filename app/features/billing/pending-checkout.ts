import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

const PENDING_KEY = "pending-checkout";
const SESSION_KEY = "payment-session";

/** Notes that somebody leaves for checkout from this browser. */
export function setPendingCheckout(): void {
  keepText("local", PENDING_KEY, new Date().toISOString());
}

/**
 * Whether somebody left for checkout from this browser and has not been welcomed back: asking takes the note away. A
 * browser without storage never had one.
 */
export function takePendingCheckout(): boolean {
  const isPending = readKept("local", PENDING_KEY) !== null;
  keepText("local", PENDING_KEY, null);
  return isPending;
}

/** The checkout that is being verified: kept until that has succeeded, so that it survives a sign-in or a closed tab. */
export function readPaymentSession(): string | null {
  return readKept("local", SESSION_KEY);
}

export function keepPaymentSession(sessionId: string | null): void {
  keepText("local", SESSION_KEY, sessionId);
}
