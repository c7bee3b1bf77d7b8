import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepDraft, restoreToKeptDraft, unsentDrafts } from "#app/features/conversation/input-bar/draft.ts";
import {
  areHintsDismissed,
  countHints,
  dismissHints,
} from "#app/features/conversation/input-bar/use-hints.ts";
import { memoryStorage } from "../../storage/memory-storage.ts";

const EMPTY = { text: "", earlier: [], later: [] };
const WAITING = { ...EMPTY, text: "I wait" };

beforeEach(() => {
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("sessionStorage", memoryStorage());
});
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

test("a draft is kept for its own story, and forgotten when it is empty", async () => {
  keepDraft("ada", "one", WAITING);
  expect(unsentDrafts.read("one")).toEqual(WAITING);
  expect(unsentDrafts.read("other")).toBeNull();
  keepDraft("ada", "one", EMPTY);
  expect(sessionStorage.length).toBe(0);
  await expect.poll(() => localStorage.length).toBe(0);
});

test("a draft of a closed tab is taken over with the texts that an undo brings back", async () => {
  const texts = { text: "I knock.", earlier: ["I wait"], later: [] };
  localStorage.setItem("talespark:unsent:ada talespark:draft:one 0", JSON.stringify(texts));
  expect(unsentDrafts.read("one")).toBeNull();
  expect(await unsentDrafts.reclaim("ada", "one")).toEqual(texts);
  expect(await unsentDrafts.reclaim("ada", "other")).toBeNull();
});

test("the texts that an undo and a redo bring back are kept with the draft, also when the box is empty", () => {
  const texts = { text: "", earlier: ["I wait"], later: ["I climb in."] };
  keepDraft("ada", "one", texts);
  expect(unsentDrafts.read("one")).toEqual(texts);
});

test("a text that could not be sent is put above the kept draft", () => {
  restoreToKeptDraft("ada", "one", "I knock.");
  expect(unsentDrafts.read("one")).toEqual({ ...EMPTY, text: "I knock." });
  keepDraft("ada", "other", { ...WAITING, earlier: ["I sit"] });
  restoreToKeptDraft("ada", "other", "I knock.");
  expect(unsentDrafts.read("other")).toEqual({ ...EMPTY, text: "I knock.\nI wait", earlier: ["I sit"] });
});

test("hints are dismissed only for the person who did so, or who was shown them three times", () => {
  for (let shown = 0; shown < 3; shown += 1) {
    expect(areHintsDismissed("ada")).toBe(false);
    countHints("ada");
  }
  expect(areHintsDismissed("ada")).toBe(true);
  dismissHints("mara");
  countHints("mara");
  expect(areHintsDismissed("mara")).toBe(true);
  expect(areHintsDismissed("grace")).toBe(false);
});

test("without storage only the stored data is missing", () => {
  vi.stubGlobal("sessionStorage", forbidden());
  vi.stubGlobal("localStorage", forbidden());
  keepDraft("ada", "one", WAITING);
  dismissHints("ada");
  expect(unsentDrafts.read("one")).toBeNull();
  expect(areHintsDismissed("ada")).toBe(false);
});
