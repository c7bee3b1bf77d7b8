const KEY = "pending-checkout";

/**
 * Whether somebody left for checkout from this browser and has not been welcomed back: asking takes the note away. Set on
 * leaving; a browser without storage never had one.
 */
export function takePendingCheckout(): boolean {
  try {
    const isPending = localStorage.getItem(KEY) !== null;
    localStorage.removeItem(KEY);
    return isPending;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
