import { afterEach, expect, test, vi } from "vitest";
import { areHintsDismissed, dismissHints } from "#app/features/conversation/input-bar/dismissed-hints.ts";
import { keepDraft, readKeptDraft } from "#app/features/conversation/input-bar/kept-draft.ts";
import { memoryStorage } from "../../storage/memory-storage.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser that allows no storage. */
function forbidden() {
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  return { getItem: refuse, setItem: refuse, removeItem: refuse };
}

test("a draft is kept for its own story, and forgotten when it is empty", () => {
  const storage = memoryStorage();
  vi.stubGlobal("sessionStorage", storage);
  keepDraft("one", "I wait");
  expect(readKeptDraft("one")).toBe("I wait");
  expect(readKeptDraft("other")).toBe("");
  keepDraft("one", "");
  expect(storage.kept.size).toBe(0);
});

test("hints are dismissed only for the person who did so", () => {
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("sessionStorage", memoryStorage());
  dismissHints("ada");
  expect(areHintsDismissed("ada")).toBe(true);
  expect(areHintsDismissed("grace")).toBe(false);
});

test("without storage only the stored data is missing", () => {
  vi.stubGlobal("sessionStorage", forbidden());
  vi.stubGlobal("localStorage", forbidden());
  keepDraft("one", "I wait");
  dismissHints("ada");
  expect(readKeptDraft("one")).toBe("");
  expect(areHintsDismissed("ada")).toBe(false);
});
