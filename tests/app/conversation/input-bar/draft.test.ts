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

test("undoing with nothing to go back to changes nothing", () => {
  expect(after({ type: "typed", text: "I wait" }, { type: "undone" }).text).toBe("I wait");
});

test("a restored text is put above newer text, only once", () => {
  expect(after({ type: "restored", text: "I wait" }).text).toBe("I wait");
  expect(after({ type: "typed", text: "and then" }, { type: "restored", text: "I wait" }).text).toBe(
    "I wait\nand then",
  );
  expect(after({ type: "typed", text: "I wait" }, { type: "restored", text: "I wait" }).text).toBe("I wait");
});

test("the box is empty after a send", () => {
  expect(after({ type: "typed", text: "I wait" }, suggested("I knock."), { type: "sent" })).toEqual(
    EMPTY_DRAFT,
  );
});

test("a suggestion that grows replaces itself, and one undo leads back to a person's own words", () => {
  const growing = after({ type: "typed", text: "I wait" }, suggested("I", false), suggested("I kno", false));
  expect(growing).toMatchObject({ text: "I kno", earlier: ["I wait"] });
  expect(reduceDraft(growing, { type: "undone" })).toMatchObject({ text: "I wait", earlier: [] });
  const whole = reduceDraft(growing, suggested("I knock."));
  expect(whole).toEqual({ text: "I knock.", earlier: ["I wait"], placed: true, replaced: null });
});

test("an incomplete suggestion is removed, unless the person has edited it", () => {
  const growing = after({ type: "typed", text: "I wait" }, suggested("I kno", false));
  expect(reduceDraft(growing, { type: "withdrawn" })).toMatchObject({ text: "I wait", earlier: [] });
  const typed = reduceDraft(growing, { type: "typed", text: "I know it" });
  expect(reduceDraft(typed, { type: "withdrawn" })).toMatchObject({ text: "I know it", earlier: ["I wait"] });
  expect(after(suggested("I kno", false), { type: "withdrawn" }).text).toBe("");
});
