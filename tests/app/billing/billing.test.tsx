import { MemoryRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { asFailure } from "#app/features/api/call-api.ts";
import {
  describeCheckoutProblem,
  describePortalProblem,
  openCheckout,
  openPortal,
} from "#app/features/billing/leave-for-payment.ts";
import { SparksNote } from "#app/features/billing/spark-meter.tsx";
import { describeSubscription, isManageable } from "#app/features/billing/subscription-state.ts";
import { tellConversion } from "#app/features/billing/use-payment-verification.ts";
import { ALLOW_ALL, ONLY_NECESSARY, storeConsent } from "#app/features/cookies/cookie-consent.ts";
import type { SubscriptionRecord } from "#domain/billing.ts";
import { memoryStorage, stubNetwork, textOf } from "#tests/app/browser.ts";

const ACTIVE: SubscriptionRecord = {
  status: "active",
  currentPeriodEnd: "2027-01-22T10:00:00.000Z",
  endsAt: null,
  graceUntil: null,
};

it("a subscription is described in a sentence", () => {
  expect(describeSubscription(null, "free")).toBeNull();
  expect(describeSubscription(ACTIVE, "premium")).toBe("Premium renews on 22 January 2027.");
  expect(describeSubscription({ ...ACTIVE, endsAt: "2027-01-22T10:00:00.000Z" }, "premium")).toBe(
    "Premium is cancelled and stays until 22 January 2027.",
  );
  expect(describeSubscription({ ...ACTIVE, status: "canceled" }, "free")).toBe(
    "Premium ended on 22 January 2027.",
  );
});

it("nothing is said of a subscription that was never paid, or is paused", () => {
  for (const status of ["incomplete", "incomplete_expired", "paused"] as const) {
    expect(
      describeSubscription({ ...ACTIVE, status, endsAt: "2026-12-23T10:00:00.000Z" }, "free"),
    ).toBeNull();
  }
});

it("a subscription that is not paid says how long Premium lasts, or that it has ended", () => {
  const unpaid = { ...ACTIVE, status: "past_due", graceUntil: "2027-01-05T10:00:00.000Z" } as const;
  expect(describeSubscription(unpaid, "premium")).toContain("Premium stays until 5 January 2027");
  expect(describeSubscription(unpaid, "free")).toContain("Premium is paused");
});

it("a subscription can be managed until it has ended", () => {
  expect(isManageable(null)).toBe(false);
  expect(isManageable(ACTIVE)).toBe(true);
  expect(isManageable({ ...ACTIVE, status: "past_due" })).toBe(true);
  expect(isManageable({ ...ACTIVE, status: "canceled" })).toBe(false);
});

it.each([
  [20, ""],
  [48, "running out"],
  [50, "used up"],
  [60, "used up"],
])("with %d of 50 Sparks used a story says of them: %j", (used, words) => {
  const sparks = { used, allowance: 50, renewsAt: "2026-12-01T00:00:00.000Z" };
  const text = textOf(
    <MemoryRouter>
      <SparksNote sparks={sparks} />
    </MemoryRouter>,
  );
  const said = `|Your Sparks for this month are ${words}. New ones come on 1 December. |See plans|`;
  expect(text).toBe(words === "" ? "" : said);
});

it("the conversion event is sent once for a payment, with consent and an id", () => {
  const asked: string[] = [];
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal(
    "Image",
    class {
      set src(address: string) {
        asked.push(address);
      }
    },
  );
  storeConsent(ONLY_NECESSARY);
  tellConversion("12345", "cs_1", "EUR");
  storeConsent(ALLOW_ALL);
  tellConversion(null, "cs_1", "EUR");
  expect(asked).toEqual([]);
  tellConversion("12345", "cs_1", "EUR");
  tellConversion("12345", "cs_1", "EUR");
  expect(asked).toHaveLength(1);
  const address = new URL(asked[0] ?? "");
  expect(Object.fromEntries(address.searchParams)).toEqual({
    id: "12345",
    ev: "Purchase",
    "cd[value]": "9.99",
    "cd[currency]": "EUR",
    noscript: "1",
  });
  tellConversion("12345", "cs_2", "EUR");
  expect(asked).toHaveLength(2);
});

const CHECKOUT = "/api/stripe/create-checkout-session";
const PORTAL = "/api/stripe/create-portal-session";
beforeEach(() => vi.stubGlobal("window", { location: { origin: "https://talespark.test" } }));

it.each([
  [500, "Internal Server Error"],
  [502, ""],
])("the way to the payment provider fails with the answered status %i", async (status, statusText) => {
  const refuse = () => new Response("<h1>No</h1>", { status, statusText });
  stubNetwork({ [CHECKOUT]: refuse, [PORTAL]: refuse });
  const checkout = openCheckout("auth0|1", null).catch((error: unknown) =>
    describeCheckoutProblem(asFailure(error)),
  );
  expect(await checkout).toBe(`Failed to create checkout session with status ${status}`);
  const portal = openPortal("auth0|1", "/upgrade?from=portal").catch((error: unknown) =>
    describePortalProblem(asFailure(error)),
  );
  expect(await portal).toBe(`Failed to create portal session: ${status} ${statusText}`.trim());
});

it("the way to the payment provider ends with the specification's sentence if the answer has no address", async () => {
  stubNetwork({ [CHECKOUT]: () => Response.json({}), [PORTAL]: () => Response.json({}) });

  await expect(openCheckout("auth0|1", "price_1")).rejects.toThrow("No session ID returned from server");
  await expect(openPortal("auth0|1", "/upgrade?from=portal")).rejects.toThrow(
    "No portal URL returned from server",
  );
});
