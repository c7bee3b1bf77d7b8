import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { areHintsDismissed, dismissHints } from "#app/features/conversation/input-bar/use-hints.ts";
import {
  ALLOW_ALL,
  isAllowed,
  isAnalyticsAllowed,
  ONLY_NECESSARY,
  readConsent,
  storeConsent,
} from "#app/features/cookies/cookie-consent.ts";
import { memoryStorage } from "../storage/memory-storage.ts";

const KEY = "talespark:cookie-consent";
let local = memoryStorage();
let session = memoryStorage();

beforeEach(() => {
  local = memoryStorage();
  session = memoryStorage();
  vi.stubGlobal("localStorage", local);
  vi.stubGlobal("sessionStorage", session);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("before a choice nothing optional is allowed", () => {
  expect(readConsent()).toBeNull();
  expect(isAnalyticsAllowed()).toBe(false);
  expect(isAllowed("functional")).toBe(false);
});

test.each([
  ["all", ALLOW_ALL, true, true],
  ["necessary", ONLY_NECESSARY, false, false],
  ["custom", { value: "custom", preferences: { functional: true, analytics: false } } as const, true, false],
])("the choice %s is stored with its preferences, and holds", (value, choice, functional, analytics) => {
  storeConsent(choice, new Date("2026-01-02T03:04:05Z"));

  expect(JSON.parse(local.kept.get(KEY) ?? "")).toEqual({
    value,
    preferences: { necessary: true, functional, analytics },
    storedAt: "2026-01-02T03:04:05.000Z",
  });
  storeConsent(choice);
  expect(isAllowed("functional")).toBe(functional);
  expect(isAnalyticsAllowed()).toBe(analytics);
});

test("the choice is requested again after half a year", () => {
  storeConsent(ALLOW_ALL, new Date("2026-01-01T00:00:00Z"));
  expect(readConsent(new Date("2026-07-01T00:00:00Z"))).not.toBeNull();
  expect(readConsent(new Date("2026-07-03T00:00:00Z"))).toBeNull();
});

test.each(["", "nonsense", "{}", '{"value":"all","preferences":{"analytics":true}}'])(
  "an invalid choice (%j) counts as none",
  (text) => {
    storeConsent(ONLY_NECESSARY, new Date(0)); // and nothing is kept outside the storage
    local.kept.set(KEY, text);
    expect(readConsent()).toBeNull();
    expect(isAnalyticsAllowed()).toBe(false);
  },
);

test("dismissed hints are kept after the tab only with consent, and are deleted when it is withdrawn", () => {
  dismissHints("ada");
  expect(areHintsDismissed("ada")).toBe(true);
  expect([...local.kept.keys()]).toEqual([]);

  storeConsent(ALLOW_ALL);
  dismissHints("ada");
  expect([...local.kept.keys()]).toEqual([KEY, "talespark:hints-dismissed:ada"]);

  storeConsent(ONLY_NECESSARY);
  expect([...local.kept.keys()]).toEqual([KEY]);
});
