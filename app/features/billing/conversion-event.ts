import { isAnalyticsAllowed } from "#app/features/cookies/consent.ts";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { CONVERSION_PICTURE } from "#domain/conversion.ts";
import { formatPrice, PLAN_OFFERS } from "#domain/plan.ts";

const KEY = "conversion-told";

/**
 * Tells the advertising network of a verified payment: once for each, only where an id is configured, and only with consent to
 * analytics. A picture, so that no script of theirs runs here; nothing in it says who has paid.
 */
export function tellConversion(pixelId: string | null, sessionId: string): void {
  if (pixelId === null || !isAnalyticsAllowed() || readKept("local", KEY) === sessionId) return;
  keepText("local", KEY, sessionId);
  const price = PLAN_OFFERS.find(({ id }) => id === "premium")?.monthlyPriceCents ?? 0;
  const event = {
    id: pixelId,
    ev: "Purchase",
    "cd[value]": formatPrice(price),
    "cd[currency]": "USD",
    noscript: "1",
  };
  new Image().src = `${CONVERSION_PICTURE}?${new URLSearchParams(event)}`;
}
