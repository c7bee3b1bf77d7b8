import { expect, test } from "vitest";
import { fitEdit } from "#app/features/conversation/input-bar/box-text.ts";

/** An edit that inserts `inserted` at the `|`. */
function insert(marked: string, inserted: string, max: number) {
  const caret = marked.indexOf("|");
  const before = marked.replace("|", "");
  const after = marked.replace("|", inserted);
  return fitEdit({ before, after, caret: caret + inserted.length, max });
}

test("an edit that fits is left as it is", () => {
  expect(insert("I |wait", "will ", 11)).toEqual({ text: "I will wait", caret: 7, lost: 0 });
});

test("a character over the limit is not accepted, wherever it is typed", () => {
  expect(insert("12345|", "6", 5)).toEqual({ text: "12345", caret: 5, lost: 1 });
  expect(insert("12|345", "x", 5)).toEqual({ text: "12345", caret: 2, lost: 1 });
  expect(insert("|aaaaa", "a", 5)).toMatchObject({ text: "aaaaa", lost: 1 });
});

test("a paste is cut to the free room, and the text after it is kept", () => {
  expect(insert("ab|yz", "cdefgh", 6)).toEqual({ text: "abcdyz", caret: 4, lost: 4 });
});

test("the text that a paste replaces counts as free room", () => {
  const edit = fitEdit({ before: "ab12yz", after: "abcdefyz", caret: 6, max: 6 });
  expect(edit).toEqual({ text: "abcdyz", caret: 4, lost: 2 });
});

test("room is counted in characters that a person sees, and none is cut in half", () => {
  expect(insert("|", "👩‍🚀👩‍🚀👩‍🚀", 2).text).toBe("👩‍🚀👩‍🚀");
  const other = fitEdit({ before: "😀", after: "😁😁", caret: 4, max: 1 });
  expect(other.text).toBe("😁");
});

test("a text that is too long already can grow shorter, but not longer", () => {
  expect(fitEdit({ before: "1234567", after: "123456", caret: 6, max: 5 })).toMatchObject({ text: "123456" });
  expect(insert("1234567|", "8", 5).text).toBe("1234567");
});
