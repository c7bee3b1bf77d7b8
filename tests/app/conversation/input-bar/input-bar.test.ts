import { beforeEach, expect, test, vi } from "vitest";
import {
  type DraftAction,
  EMPTY_DRAFT,
  keepDraft,
  keptDrafts,
  reduceDraft,
  restoreToKeptDraft,
} from "#app/features/conversation/input-bar/draft.ts";
import { fitEdit } from "#app/features/conversation/input-bar/length-limit.ts";
import {
  areHintsDismissed,
  countHints,
  dismissHints,
} from "#app/features/conversation/input-bar/use-hints.ts";
import { memoryStorage } from "#tests/app/browser.ts";

function typed(text: string): DraftAction {
  return { type: "typed", text };
}

function suggested(text: string, isWhole = true): DraftAction {
  return { type: "suggested", text, isWhole };
}

function after(...actions: DraftAction[]) {
  return actions.reduce(reduceDraft, EMPTY_DRAFT);
}

test("undoing goes back through one suggestion after another to a person's own words", () => {
  const third = after(
    typed("I wait"),
    suggested("I knock."),
    typed("I knock twice."),
    suggested("I climb in."),
  );
  const second = reduceDraft(third, { type: "undone" });
  expect(second.text).toBe("I knock twice.");
  const first = reduceDraft(second, { type: "undone" });
  expect(first).toMatchObject({ text: "I wait", earlier: [], later: ["I knock twice.", "I climb in."] });
  expect(reduceDraft(first, { type: "redone" }).later).toEqual(["I climb in."]);
});

test("what was typed into a suggestion is left by an undo, and comes back by a redo", () => {
  const written = after(typed("I wait"), suggested("I knock."), typed("I knock. Nobody answers."));
  const undone = reduceDraft(written, { type: "undone" });
  expect(undone).toMatchObject({ text: "I wait", earlier: [], later: ["I knock. Nobody answers."] });
  expect(reduceDraft(undone, { type: "redone" })).toMatchObject({
    text: "I knock. Nobody answers.",
    earlier: ["I wait"],
    later: [],
    placed: true,
  });
});

test("what is typed after an undo, or suggested then, costs nothing of what a redo brings back", () => {
  const changed = after(
    typed("I wait"),
    suggested("I knock."),
    typed("I knock twice."),
    { type: "undone" },
    typed("I wait here"),
    suggested("I climb in."),
  );
  expect(changed).toMatchObject({ text: "I climb in.", earlier: ["I wait here"], later: ["I knock twice."] });
  const redone = reduceDraft(changed, { type: "redone" });
  expect(redone).toMatchObject({
    text: "I knock twice.",
    earlier: ["I wait here", "I climb in."],
    later: [],
  });
});

test("a box that was emptied by hand leaves no empty text behind an undo or a redo", () => {
  const emptied = after(typed("I wait"), suggested("I knock."), typed(""), { type: "undone" });
  expect(emptied).toMatchObject({ text: "I wait", earlier: [], later: [] });
  const redone = after(typed("I wait"), suggested("I knock."), { type: "undone" }, typed(" "), {
    type: "redone",
  });
  expect(redone).toMatchObject({ text: "I knock.", earlier: [], later: [] });
});

test("a suggestion that was typed into is the browser's to undo, letter by letter, before it is ours", () => {
  const draft = after(typed("I wait"), suggested("I knock."));
  expect(draft.placed).toBe(true);
  expect(reduceDraft(draft, typed("I knock. "))).toMatchObject({
    placed: false,
    earlier: ["I wait"],
  });
});

test("a restored text is put above newer text", () => {
  const restored = after(typed("and then"), { type: "restored", text: "I wait" });
  expect(restored.text).toBe("I wait\nand then");
});

test("a reopened page has its texts again, above what was typed before it was hydrated", () => {
  const texts = { text: "I knock.", earlier: ["I wait"], later: ["I climb in."] };
  expect(after({ type: "reopened", texts })).toMatchObject(texts);
  expect(after(typed("and then"), { type: "reopened", texts })).toMatchObject({
    ...texts,
    text: "I knock.\nand then",
  });
  const nothing = { text: "", earlier: [], later: [] };
  expect(after(typed("and then"), { type: "reopened", texts: nothing }).text).toBe("and then");
});

test("a text of a closed tab that arrives while a suggestion is being written is there after an undo", () => {
  const whole = after(
    suggested("I kno", false),
    { type: "reopened", texts: { text: "I wait", earlier: [], later: [] } },
    suggested("I knock."),
  );
  expect(whole.text).toBe("I knock.");
  expect(reduceDraft(whole, { type: "undone" }).text).toContain("I wait");
});

test("a suggestion that is in the box already, and an undo or a redo with nowhere to go, change nothing", () => {
  const draft = after(suggested("I knock."));
  expect(reduceDraft(draft, suggested("I knock."))).toBe(draft);
  expect(reduceDraft(draft, { type: "undone" })).toBe(draft);
  expect(reduceDraft(draft, { type: "redone" })).toBe(draft);
});

test("the box is empty after a send", () => {
  expect(after(typed("I wait"), suggested("I knock."), { type: "sent" })).toEqual(EMPTY_DRAFT);
});

test("a suggestion that grows replaces itself, and one undo leads back to a person's own words", () => {
  const growing = after(typed("I wait"), suggested("I", false), suggested("I kno", false));
  expect(growing).toMatchObject({ text: "I kno", earlier: ["I wait"] });
  expect(reduceDraft(growing, { type: "undone" })).toMatchObject({ text: "I wait", earlier: [], later: [] });
  const whole = reduceDraft(growing, suggested("I knock."));
  expect(whole).toEqual({ text: "I knock.", earlier: ["I wait"], later: [], placed: true, replaced: null });
});

test("a redo while a suggestion is being written drops its part", () => {
  const growing = after(typed("I wait"), suggested("I knock."), { type: "undone" }, suggested("I cl", false));
  expect(reduceDraft(growing, { type: "redone" })).toMatchObject({
    text: "I knock.",
    earlier: ["I wait"],
    later: [],
    replaced: null,
  });
});

test("an incomplete suggestion is removed, unless the person has edited it", () => {
  const growing = after(typed("I wait"), suggested("I kno", false));
  expect(reduceDraft(growing, { type: "withdrawn" })).toMatchObject({ text: "I wait", earlier: [] });
  const written = reduceDraft(growing, typed("I know it"));
  expect(reduceDraft(written, { type: "withdrawn" })).toMatchObject({
    text: "I know it",
    earlier: ["I wait"],
  });
  expect(after(suggested("I kno", false), { type: "withdrawn" }).text).toBe("");
});

const EMPTY = { text: "", earlier: [], later: [] };
const WAITING = { ...EMPTY, text: "I wait" };

beforeEach(() => {
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("sessionStorage", memoryStorage());
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
  expect(keptDrafts.read("one")).toEqual(WAITING);
  expect(keptDrafts.read("other")).toBeNull();
  keepDraft("ada", "one", EMPTY);
  await expect.poll(() => localStorage.length).toBe(0);
});

test("the texts that an undo and a redo bring back are kept with the draft, also when the box is empty", () => {
  const texts = { text: "", earlier: ["I wait"], later: ["I climb in."] };
  keepDraft("ada", "one", texts);
  expect(keptDrafts.read("one")).toEqual(texts);
});

test("a text that could not be sent is put above the kept draft", () => {
  keepDraft("ada", "other", { ...WAITING, earlier: ["I sit"] });
  restoreToKeptDraft("ada", "other", "I knock.");
  expect(keptDrafts.read("other")).toEqual({ ...EMPTY, text: "I knock.\nI wait", earlier: ["I sit"] });
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
  expect(keptDrafts.read("one")).toBeNull();
  expect(areHintsDismissed("ada")).toBe(false);
});

/** An edit that inserts `inserted` at the `|`. */
function insert(marked: string, inserted: string, max: number) {
  const caret = marked.indexOf("|");
  const before = marked.replace("|", "");
  const after = marked.replace("|", inserted);
  return fitEdit({ before, after, caret: caret + inserted.length, max });
}

test.each([
  ["an edit that fits is left as it is", "I |wait", "will ", 11, { text: "I will wait", caret: 7, lost: 0 }],
  ["a character over the limit is not accepted", "12345|", "6", 5, { text: "12345", caret: 5, lost: 1 }],
  ["wherever it is typed", "12|345", "x", 5, { text: "12345", caret: 2, lost: 1 }],
  ["also if it is like the others", "|aaaaa", "a", 5, { text: "aaaaa", lost: 1 }],
  ["a paste is cut to the free room", "ab|yz", "cdefgh", 6, { text: "abcdyz", caret: 4, lost: 4 }],
  ["room is counted in characters as seen", "|", "👩‍🚀👩‍🚀👩‍🚀", 2, { text: "👩‍🚀👩‍🚀" }],
  ["a text that is too long grows no longer", "1234567|", "8", 5, { text: "1234567" }],
])("%s: %j and %j", (_, marked, inserted, max, fitted) => {
  expect(insert(marked, inserted, max)).toMatchObject(fitted);
});

test("the text that a paste replaces counts as free room", () => {
  const edit = fitEdit({ before: "ab12yz", after: "abcdefyz", caret: 6, max: 6 });
  expect(edit).toEqual({ text: "abcdyz", caret: 4, lost: 2 });
});

test("no character is cut in half, and a text that is too long can grow shorter", () => {
  expect(fitEdit({ before: "😀", after: "😁😁", caret: 4, max: 1 }).text).toBe("😁");
  expect(fitEdit({ before: "1234567", after: "123456", caret: 6, max: 5 }).text).toBe("123456");
});
