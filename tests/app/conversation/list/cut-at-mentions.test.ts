import { expect, test } from "vitest";
import {
  cutAtMentions,
  listMentionSpans,
  type MentionSpan,
} from "#app/features/conversation/list/cut-at-mentions.ts";
import { closeEmphasis, cutAtEmphasis, isSceneBreak, splitParagraphs } from "#domain/passage-markup.ts";

/** A mention of the n-th occurrence of a name in a text. */
function found(text: string, written: string, name = written, nth = 0): MentionSpan {
  let start = -1;
  for (let count = 0; count <= nth; count += 1) start = text.indexOf(written, start + 1);
  expect(start, `"${written}" in the text`).toBeGreaterThanOrEqual(0);
  return { name, start, end: start + written.length };
}

/** The paragraphs of a text with each name in brackets. */
function marked(text: string, mentions: readonly MentionSpan[]): string[] {
  return splitParagraphs(text).map((paragraph) =>
    cutAtMentions(paragraph, mentions)
      .map((stretch) => (stretch.name === null ? stretch.text : `[${stretch.name}:${stretch.text}]`))
      .join(""),
  );
}

test("names are cut out of each paragraph, whatever the empty lines between them", () => {
  const text = "Mara Voss set down her cup.\n\n\n“No,” said Mara. Roe laughed.\n";
  const mentions = listMentionSpans({
    mentionedCharacters: [
      { name: "Captain Roe", isNew: true, positions: [[text.indexOf("Roe"), text.indexOf("Roe") + 3]] },
      {
        name: "Mara Voss",
        isNew: false,
        positions: [
          [text.lastIndexOf("Mara"), text.lastIndexOf("Mara") + 4],
          [0, 9],
        ],
      },
    ],
  });
  expect(marked(text, mentions)).toEqual([
    "[Mara Voss:Mara Voss] set down her cup.",
    "“No,” said [Mara Voss:Mara]. [Captain Roe:Roe] laughed.",
  ]);
});

test("the runs of a paragraph join to its text, and have their position in the whole text", () => {
  const text = "First.\nThen Mara came, and Mara went.";
  const [, paragraph] = splitParagraphs(text);
  const stretches = cutAtMentions(paragraph ?? { start: 0, text: "" }, [
    found(text, "Mara"),
    found(text, "Mara", "Mara", 1),
  ]);
  expect(stretches.map((stretch) => stretch.text).join("")).toBe("Then Mara came, and Mara went.");
  for (const { start, text: part } of stretches) expect(text.slice(start, start + part.length)).toBe(part);
});

test("positions that no text has are no names", () => {
  const text = "Mara came.";
  const wrong: [number, number][] = [
    [-4, 0],
    [4, 4],
    [4, 0],
    [0, 99],
    [99, 120],
    [0.5, 4],
    [4, 5], // a space
  ];
  const mentions = listMentionSpans({
    mentionedCharacters: [{ name: "Mara", isNew: false, positions: [...wrong, [0, 4]] }],
  });
  expect(marked(text, mentions)).toEqual(["[Mara:Mara] came."]);
});

test("a name that crosses the end of a paragraph is ignored, and does not hide a name inside it", () => {
  const text = "Then came Mara.\nVoss saw it.";
  const over = { name: "Wrong", start: text.indexOf("Mara"), end: text.indexOf("Voss") + 4 };
  expect(marked(text, [over, found(text, "Mara"), found(text, "Voss")])).toEqual([
    "Then came [Mara:Mara].",
    "[Voss:Voss] saw it.",
  ]);
});

test("of names that overlap the first counts, and of two that begin together the longer", () => {
  const text = "Mara Voss came.";
  const mentions = listMentionSpans({
    mentionedCharacters: [
      { name: "Mara", isNew: false, positions: [[0, 4]] },
      { name: "Voss came", isNew: false, positions: [[5, 14]] },
      { name: "Mara Voss", isNew: false, positions: [[0, 9]] },
    ],
  });
  expect(marked(text, mentions)).toEqual(["[Mara Voss:Mara Voss] came."]);
});

test("emoji before a name count as the units that they are, and a cut through one or an accent is no name", () => {
  const text = "👩‍🚀🌊 Zoë 👩‍🚀 waved.";
  const emoji = text.lastIndexOf("👩‍🚀");
  expect(marked(text, [found(text, "Zoë"), { name: "Half", start: emoji + 1, end: emoji + 5 }])).toEqual([
    "👩‍🚀🌊 [Zoë:Zoë] 👩‍🚀 waved.",
  ]);
  const decomposed = "Zoe\u0308 waved.";
  expect(marked(decomposed, [{ name: "Zoe", start: 0, end: 3 }])).toEqual([decomposed]);
  expect(marked(decomposed, [{ name: "Zoë", start: 0, end: 4 }])).toEqual(["[Zoë:Zoe\u0308] waved."]);
});

test("of a text that is still growing only whole names are names", () => {
  const text = "Then Mara Voss came.";
  const mention = found(text, "Mara Voss");
  expect(cutAtMentions({ start: 0, text: text.slice(0, 9) }, [mention])).toEqual([
    { start: 0, text: "Then Mara", name: null },
  ]);
  expect(cutAtMentions({ start: 0, text: text.slice(0, 14) }, [mention])).toEqual([
    { start: 0, text: "Then ", name: null },
    { start: 5, text: "Mara Voss", name: "Mara Voss" },
  ]);
});

test("a text has a paragraph a line, however many lines are left empty, and none if it is nothing but space", () => {
  expect(splitParagraphs("One.\n\n\nTwo. \nThree.\n")).toEqual([
    { start: 0, text: "One." },
    { start: 7, text: "Two." },
    { start: 13, text: "Three." },
  ]);
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
  expect(styled("## The lamp", true)).toEqual(["strong:The lamp"]);
  expect(closeEmphasis("## The lamp")).toBe("## The lamp");
});

test.each(["2 * 3 * 4", "a snake_case_name", "* a list", "an *open one", "#1", "**", "five*stars*here"])(
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
