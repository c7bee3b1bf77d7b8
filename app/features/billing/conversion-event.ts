import { isAnalyticsAllowed } from "#app/features/cookies/cookie-consent.ts";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { CONVERSION_PICTURE } from "#domain/conversion.ts";
import { PLAN_OFFERS } from "#domain/plan-offers.ts";

const KEY = "conversion-told";

/**
 * Reports a verified payment to the advertising network: once per payment, only if an id is configured, and only with
 * consent to analytics. It loads an image, so that none of their scripts runs here; the address does not identify the
 * person.
 */
export function tellConversion(pixelId: string | null, sessionId: string, currency: string): void {
  if (pixelId === null || !isAnalyticsAllowed() || readKept("local", KEY) === sessionId) return;
  keepText("local", KEY, sessionId);
  const price = PLAN_OFFERS.find(({ id }) => id === "premium")?.monthlyPriceCents ?? 0;
  const event = {
    id: pixelId,
    ev: "Purchase",
    "cd[value]": (price / 100).toFixed(2),
    "cd[currency]": currency,
    noscript: "1",
  };
  new Image().src = `${CONVERSION_PICTURE}?${new URLSearchParams(event)}`;
}
