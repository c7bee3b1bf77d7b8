import { expect, test } from "vitest";
import { listRest, mergeNotes } from "#app/features/conversation/notes/use-notes.ts";
import { USUAL_NOTES } from "#domain/notes.ts";

test("what the server has comes onto the screen, except what is not saved yet", () => {
  const stored = { ...USUAL_NOTES, note: "Stored.", tone: "dry" };
  expect(mergeNotes(null, stored, {})).toEqual(stored);
  expect(mergeNotes(USUAL_NOTES, stored, { note: "Being typed" })).toEqual({
    ...stored,
    note: "Being typed",
  });
});

test("a space at the end stays while the next word is awaited, although the server trims it", () => {
  const shown = { ...USUAL_NOTES, note: "Let the sea " };
  expect(mergeNotes(shown, { ...USUAL_NOTES, note: "Let the sea" }, {}).note).toBe("Let the sea ");
  expect(mergeNotes(shown, { ...USUAL_NOTES, note: "From another tab" }, {}).note).toBe("From another tab");
});

test("what was changed again while it was being saved is still to be saved", () => {
  expect(listRest({ note: "ab", tone: "dry" }, { note: "a", tone: "dry" })).toEqual({ note: "ab" });
  expect(listRest({ note: "a" }, { note: "a" })).toEqual({});
  expect(listRest({ length: "long", note: "a" }, { note: "a" })).toEqual({ length: "long" });
});
