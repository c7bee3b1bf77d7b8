import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  keepDraft,
  readKeptDraft,
  reclaimDraft,
  restoreToKeptDraft,
} from "#app/features/conversation/input-bar/draft.ts";
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
  expect(readKeptDraft("one")).toEqual(WAITING);
  expect(readKeptDraft("other")).toBeNull();
  keepDraft("ada", "one", EMPTY);
  expect(sessionStorage.length).toBe(0);
  await expect.poll(() => localStorage.length).toBe(0);
});

test("a draft of a closed tab is taken over with the texts that an undo brings back", async () => {
  const texts = { text: "I knock.", earlier: ["I wait"], later: [] };
  localStorage.setItem("talespark:unsent:ada talespark:draft:one 0", JSON.stringify(texts));
  expect(readKeptDraft("one")).toBeNull();
  expect(await reclaimDraft("ada", "one")).toEqual(texts);
  expect(await reclaimDraft("ada", "other")).toBeNull();
});

test("the texts that an undo and a redo bring back are kept with the draft, also when the box is empty", () => {
  const texts = { text: "", earlier: ["I wait"], later: ["I climb in."] };
  keepDraft("ada", "one", texts);
  expect(readKeptDraft("one")).toEqual(texts);
});

test("a text that could not be sent is put above the kept draft", () => {
  restoreToKeptDraft("ada", "one", "I knock.");
  expect(readKeptDraft("one")).toEqual({ ...EMPTY, text: "I knock." });
  keepDraft("ada", "other", { ...WAITING, earlier: ["I sit"] });
  restoreToKeptDraft("ada", "other", "I knock.");
  expect(readKeptDraft("other")).toEqual({ ...EMPTY, text: "I knock.\nI wait", earlier: ["I sit"] });
});

test.each(["I wait", '{"text":', '{"text":"I wait"}'])(
  "a draft of another shape, such as %j, is read as the text that it is",
  (text) => {
    sessionStorage.setItem("talespark:draft:one", text);
    expect(readKeptDraft("one")).toEqual({ ...EMPTY, text });
  },
);

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
  expect(readKeptDraft("one")).toBeNull();
  expect(areHintsDismissed("ada")).toBe(false);
});
