import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { areHintsDismissed, dismissHints } from "#app/features/conversation/input-bar/use-hints.ts";
import {
  ALLOW_ALL,
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

test("before a choice nothing optional is allowed", async () => {
  vi.resetModules(); // another file of this process may have made one
  const fresh = await import("#app/features/cookies/cookie-consent.ts");
  expect(fresh.readConsent()).toBeNull();
  expect(fresh.isAnalyticsAllowed()).toBe(false);
  expect(fresh.isAllowed("functional")).toBe(false);
});

test("the choice is requested again after half a year", () => {
  storeConsent(ALLOW_ALL, new Date("2026-01-01T00:00:00Z"));
  expect(readConsent(new Date("2026-07-01T00:00:00Z"))).not.toBeNull();
  expect(readConsent(new Date("2026-07-03T00:00:00Z"))).toBeNull();
});

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
