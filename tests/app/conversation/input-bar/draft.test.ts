import { expect, test } from "vitest";
import { type DraftAction, EMPTY_DRAFT, reduceDraft } from "#app/features/conversation/input-bar/draft.ts";

function suggested(text: string, isWhole = true): DraftAction {
  return { type: "suggested", text, isWhole };
}

function after(...actions: DraftAction[]) {
  return actions.reduce(reduceDraft, EMPTY_DRAFT);
}

test("a suggestion replaces the typed text, and undo restores it", () => {
  const draft = after({ type: "typed", text: "I wait" }, suggested("I knock."));
  expect(draft.text).toBe("I knock.");
  expect(reduceDraft(draft, { type: "undone" })).toMatchObject({ text: "I wait", earlier: [] });
});

test("undoing goes back through one suggestion after another to a person's own words", () => {
  const third = after(
    { type: "typed", text: "I wait" },
    suggested("I knock."),
    { type: "typed", text: "I knock twice." },
    suggested("I climb in."),
  );
  const second = reduceDraft(third, { type: "undone" });
  expect(second.text).toBe("I knock twice.");
  expect(reduceDraft(second, { type: "undone" })).toMatchObject({ text: "I wait", earlier: [] });
});

test("what was typed into a suggestion is left by an undo, and comes back by a redo", () => {
  const typed = after({ type: "typed", text: "I wait" }, suggested("I knock."), {
    type: "typed",
    text: "I knock. Nobody answers.",
  });
  const undone = reduceDraft(typed, { type: "undone" });
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
    { type: "typed", text: "I wait" },
    suggested("I knock."),
    { type: "typed", text: "I knock twice." },
    { type: "undone" },
    { type: "typed", text: "I wait here" },
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
  const emptied = after(
    { type: "typed", text: "I wait" },
    suggested("I knock."),
    { type: "typed", text: "" },
    { type: "undone" },
  );
  expect(emptied).toMatchObject({ text: "I wait", earlier: [], later: [] });
  const redone = after(
    { type: "typed", text: "I wait" },
    suggested("I knock."),
    { type: "undone" },
    { type: "typed", text: " " },
    { type: "redone" },
  );
  expect(redone).toMatchObject({ text: "I knock.", earlier: [], later: [] });
});

test("a suggestion that was typed into is the browser's to undo, letter by letter, before it is ours", () => {
  const draft = after({ type: "typed", text: "I wait" }, suggested("I knock."));
  expect(draft.placed).toBe(true);
  expect(reduceDraft(draft, { type: "typed", text: "I knock. " })).toMatchObject({
    placed: false,
    earlier: ["I wait"],
  });
});

test("an empty box leaves nothing to go back to", () => {
  expect(after({ type: "typed", text: " \n" }, suggested("I knock.")).earlier).toEqual([]);
});

test("a suggestion that is in the box already changes nothing", () => {
  const draft = after(suggested("I knock."));
  expect(reduceDraft(draft, suggested("I knock."))).toBe(draft);
});

test("an undo or a redo with nowhere to go changes nothing", () => {
  const draft = after({ type: "typed", text: "I wait" });
  expect(reduceDraft(draft, { type: "undone" })).toBe(draft);
  expect(reduceDraft(draft, { type: "redone" })).toBe(draft);
});

test("a restored text is put above newer text, only once", () => {
  expect(after({ type: "restored", text: "I wait" }).text).toBe("I wait");
  expect(after({ type: "typed", text: "and then" }, { type: "restored", text: "I wait" }).text).toBe(
    "I wait\nand then",
  );
  expect(after({ type: "typed", text: "I wait" }, { type: "restored", text: "I wait" }).text).toBe("I wait");
});

test("a reopened page has its texts again, above what was typed before it was hydrated", () => {
  const texts = { text: "I knock.", earlier: ["I wait"], later: ["I climb in."] };
  expect(after({ type: "reopened", texts })).toMatchObject(texts);
  expect(after({ type: "typed", text: "and then" }, { type: "reopened", texts })).toMatchObject({
    ...texts,
    text: "I knock.\nand then",
  });
  const nothing = { text: "", earlier: [], later: [] };
  expect(after({ type: "typed", text: "and then" }, { type: "reopened", texts: nothing }).text).toBe(
    "and then",
  );
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

test("the box is empty after a send", () => {
  expect(after({ type: "typed", text: "I wait" }, suggested("I knock."), { type: "sent" })).toEqual(
    EMPTY_DRAFT,
  );
});

test("a suggestion that grows replaces itself, and one undo leads back to a person's own words", () => {
  const growing = after({ type: "typed", text: "I wait" }, suggested("I", false), suggested("I kno", false));
  expect(growing).toMatchObject({ text: "I kno", earlier: ["I wait"] });
  expect(reduceDraft(growing, { type: "undone" })).toMatchObject({ text: "I wait", earlier: [], later: [] });
  const whole = reduceDraft(growing, suggested("I knock."));
  expect(whole).toEqual({ text: "I knock.", earlier: ["I wait"], later: [], placed: true, replaced: null });
});

test("a redo while a suggestion is being written drops its part", () => {
  const growing = after(
    { type: "typed", text: "I wait" },
    suggested("I knock."),
    { type: "undone" },
    suggested("I cl", false),
  );
  expect(reduceDraft(growing, { type: "redone" })).toMatchObject({
    text: "I knock.",
    earlier: ["I wait"],
    later: [],
    replaced: null,
  });
});

test("an incomplete suggestion is removed, unless the person has edited it", () => {
  const growing = after({ type: "typed", text: "I wait" }, suggested("I kno", false));
  expect(reduceDraft(growing, { type: "withdrawn" })).toMatchObject({ text: "I wait", earlier: [] });
  const typed = reduceDraft(growing, { type: "typed", text: "I know it" });
  expect(reduceDraft(typed, { type: "withdrawn" })).toMatchObject({ text: "I know it", earlier: ["I wait"] });
  expect(after(suggested("I kno", false), { type: "withdrawn" }).text).toBe("");
});
