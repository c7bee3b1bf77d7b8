import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

const KEY = "pending-checkout";

/**
 * Whether somebody left for checkout from this browser and has not been welcomed back: asking takes the note away. Set on
 * leaving; a browser without storage never had one.
 */
export function takePendingCheckout(): boolean {
  const isPending = readKept("local", KEY) !== null;
  keepText("local", KEY, null);
  return isPending;
}
