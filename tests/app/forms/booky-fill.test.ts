import { expect, test } from "vitest";
import { hasChangesWithin, redoFill, takeBackFill, undoFill } from "#app/features/forms/booky-fill.ts";

const EMPTY = { name: "", voice: "", quirks: [] as string[], isNSFW: false };
const BEFORE = { ...EMPTY, name: "Ilse" };
const AFTER = { ...BEFORE, voice: "Dry", quirks: ["counts doors"] };
const FILL = { before: BEFORE, after: AFTER };

test("taking a fill back restores the fields that still have its text, and no others", () => {
  expect(takeBackFill(AFTER, FILL)).toEqual(BEFORE);
  const now = { ...AFTER, name: "Ilse Tam", quirks: ["counts doors", "hums"], isNSFW: true };
  expect(takeBackFill(now, FILL)).toEqual({ ...now, voice: "" });
});

test("an undo keeps what was typed into fields that the fill found empty, and says so", () => {
  expect(undoFill(AFTER, FILL, EMPTY)).toMatchObject({ values: BEFORE, hasKept: false });
  const now = { ...AFTER, name: "Ilse Tam", voice: "Dry as chalk" };
  expect(undoFill(now, FILL, EMPTY)).toMatchObject({ values: { ...now, quirks: [] }, hasKept: true });
  const emptied = { ...AFTER, voice: "" };
  expect(undoFill(emptied, FILL, EMPTY)).toMatchObject({ values: BEFORE, hasKept: false });
});

test("a redo writes the fill again, and not what its undo has left alone", () => {
  const undone = undoFill({ ...AFTER, voice: "Dry as chalk" }, FILL, EMPTY);
  expect(redoFill(undone.values, undone.fill).values).toEqual({ ...AFTER, voice: "Dry as chalk" });
});

test("an empty box in a list is no change of it", () => {
  const now = { ...AFTER, quirks: ["counts doors", " "] };
  expect(takeBackFill(now, FILL)).toEqual(BEFORE);
  expect(hasChangesWithin(now, FILL)).toBe(false);
});

test("only what was changed in the fill's own fields counts as a change within it", () => {
  expect(hasChangesWithin(AFTER, FILL)).toBe(false);
  expect(hasChangesWithin({ ...AFTER, name: "Ilse Tam" }, FILL)).toBe(false);
  expect(hasChangesWithin({ ...AFTER, voice: "" }, FILL)).toBe(false); // it is as it was before the fill
  expect(hasChangesWithin({ ...AFTER, voice: "Dry as chalk" }, FILL)).toBe(true);
  expect(hasChangesWithin({ ...AFTER, quirks: ["counts windows"] }, FILL)).toBe(true);
});
