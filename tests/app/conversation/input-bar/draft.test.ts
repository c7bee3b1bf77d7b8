import { expect, test } from "vitest";
import { type DraftAction, EMPTY_DRAFT, reduceDraft } from "#app/features/conversation/input-bar/draft.ts";

function after(...actions: DraftAction[]) {
  return actions.reduce(reduceDraft, EMPTY_DRAFT);
}

test("a suggestion takes the place of what was typed, and undoing it brings that back", () => {
  const suggested = after({ type: "typed", text: "I wait" }, { type: "suggested", text: "I knock." });
  expect(suggested.text).toBe("I knock.");
  expect(reduceDraft(suggested, { type: "undone" })).toMatchObject({ text: "I wait", earlier: [] });
});

test("undoing goes back through one suggestion after another to a person's own words", () => {
  const third = after(
    { type: "typed", text: "I wait" },
    { type: "suggested", text: "I knock." },
    { type: "typed", text: "I knock twice." },
    { type: "suggested", text: "I climb in." },
  );
  const second = reduceDraft(third, { type: "undone" });
  expect(second.text).toBe("I knock twice.");
  expect(reduceDraft(second, { type: "undone" })).toMatchObject({ text: "I wait", earlier: [] });
});

test("a suggestion that was typed into is the browser's to undo, letter by letter, before it is ours", () => {
  const suggested = after({ type: "typed", text: "I wait" }, { type: "suggested", text: "I knock." });
  expect(suggested.placed).toBe(true);
  expect(reduceDraft(suggested, { type: "typed", text: "I knock. " })).toMatchObject({
    placed: false,
    earlier: ["I wait"],
  });
});

test("an empty box leaves nothing to go back to", () => {
  expect(after({ type: "typed", text: " \n" }, { type: "suggested", text: "I knock." }).earlier).toEqual([]);
});

test("a suggestion that stands in the box already changes nothing", () => {
  const suggested = after({ type: "suggested", text: "I knock." });
  expect(reduceDraft(suggested, { type: "suggested", text: "I knock." })).toBe(suggested);
});

test("undoing with nothing to go back to changes nothing", () => {
  expect(after({ type: "typed", text: "I wait" }, { type: "undone" }).text).toBe("I wait");
});

test("a text that comes back stands above what has been typed since, and once only", () => {
  expect(after({ type: "restored", text: "I wait" }).text).toBe("I wait");
  expect(after({ type: "typed", text: "and then" }, { type: "restored", text: "I wait" }).text).toBe(
    "I wait\nand then",
  );
  expect(after({ type: "typed", text: "I wait" }, { type: "restored", text: "I wait" }).text).toBe("I wait");
});

test("what is sent leaves an empty box", () => {
  expect(
    after({ type: "typed", text: "I wait" }, { type: "suggested", text: "I knock." }, { type: "sent" }),
  ).toEqual(EMPTY_DRAFT);
});
