import { expect, test } from "vitest";
import { closeEmphasis, cutAtEmphasis, isSceneBreak, splitParagraphs } from "#domain/prose.ts";

test("a text has a paragraph a line, however many lines are left empty", () => {
  expect(splitParagraphs("One.\n\n\nTwo. \nThree.\n")).toEqual([
    { start: 0, text: "One." },
    { start: 7, text: "Two." },
    { start: 13, text: "Three." },
  ]);
});

test("a text of nothing but space has none", () => {
  expect(splitParagraphs(" \n \n")).toEqual([]);
});

/** The runs of a text as `style:text`, without the marks. */
function styled(text: string, growing = false): string[] {
  const stretches = cutAtEmphasis(text, growing);
  expect(stretches.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
  return stretches.flatMap(({ start, end, style }) =>
    style === "mark" ? [] : [`${style}:${text.slice(start, end)}`],
  );
}

test("a model's emphasis is cut out with its signs, and nothing of the text is lost", () => {
  expect(styled("*She turns.* You’re **late**, she said.")).toEqual([
    "em:She turns.",
    "plain: You’re ",
    "strong:late",
    "plain:, she said.",
  ]);
  expect(styled("He read _The Log_.")).toEqual(["plain:He read ", "em:The Log", "plain:."]);
});

test.each(["2 * 3 * 4", "a snake_case_name", "* a list", "an *open one", "*", "**", "five*stars*here"])(
  "%j has no emphasis",
  (text) => {
    expect(styled(text)).toEqual([`plain:${text}`]);
  },
);

test("text after an unclosed mark at the end of a growing text is already emphasised", () => {
  expect(styled("So. *She tu", true)).toEqual(["plain:So. ", "em:She tu"]);
  expect(closeEmphasis("So. *She tu")).toBe("So. *She tu*");
  expect(closeEmphasis("So. **She tu")).toBe("So. **She tu**");
  expect(closeEmphasis("So. *She* tu")).toBe("So. *She* tu");
});

test.each(["***", "* * *", "---", "⁂", "___"])("%j is a scene break", (text) => {
  expect(isSceneBreak(text)).toBe(true);
});

test.each(["", "**", "*** and on", "- a list", "*".repeat(500)])("%j does not", (text) => {
  expect(isSceneBreak(text)).toBe(false);
});
