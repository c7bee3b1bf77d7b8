import { describe, expect, it } from "vitest";
import { DEFAULT_STORY_DESCRIPTION } from "#domain/story-schemas.ts";
import { countCharacters } from "#domain/text.ts";
import { findTitleFault, toPremiseTitle } from "#workers/ai/story-title.ts";
import EXAMPLES from "./examples.json";

const OPENING =
  "The rain had not stopped for nine days. Mara Voss set down her cup and listened to the radio.";

describe("a title from a model", () => {
  it.each(EXAMPLES.titles.good)("%s is one", (title) => {
    expect(findTitleFault(title, OPENING)).toBeNull();
  });

  it.each(EXAMPLES.titles.bad)("%s is none", (_, title) => {
    expect(findTitleFault(title, OPENING)).not.toBeNull();
  });
});

describe("a title from the premise", () => {
  it.each(EXAMPLES.titles.premises)("%s becomes %s", (description, title) => {
    expect(toPremiseTitle({ description, character: "Wren", setting: "" })).toBe(title);
  });

  it("of a text without spaces ends with a word", () => {
    const description = "港のラジオから失われた船の名前を読み上げる声が聞こえる。毎晩。";
    const title = toPremiseTitle({ description, character: "", setting: "" }) ?? "";
    expect(description.startsWith(title)).toBe(true);
    expect(countCharacters(title)).toBeGreaterThanOrEqual(2);
    expect(countCharacters(title)).toBeLessThanOrEqual(16);
  });

  it("is made from the setting or the character without a premise; without all of them there is none", () => {
    const description = DEFAULT_STORY_DESCRIPTION;
    expect(toPremiseTitle({ description, character: "Wren, a relief operator", setting: "" })).toBe(
      "A relief operator",
    );
    expect(toPremiseTitle({ description, character: "Wren", setting: "a harbour town" })).toBe(
      "A harbour town",
    );
    expect(toPremiseTitle({ description, character: "Wren", setting: "" })).toBeNull();
  });

  it("is one that a model could have given", () => {
    const title = toPremiseTitle({ description: "word ".repeat(300), character: "", setting: "" });
    expect(title && findTitleFault(title, OPENING)).toBeNull();
  });
});
