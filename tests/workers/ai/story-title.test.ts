import { describe, expect, it } from "vitest";
import { DEFAULT_STORY_DESCRIPTION } from "#domain/story-schemas.ts";
import { countCharacters } from "#domain/text.ts";
import { findTitleFault, toPremiseTitle } from "#workers/ai/story-title.ts";

const OPENING =
  "The rain had not stopped for nine days. Mara Voss set down her cup and listened to the radio.";

describe("a title from a model", () => {
  it.each([
    "The Lamp at Harrow",
    "Mr. Holloway’s Last Word",
    "St. Ives by Night",
    "Salt and Iron",
    "Das Licht von Harrow",
    "Последний маяк",
    "منارة الليل",
    "最后的灯塔",
    "夜の灯台守",
    "9 Signals",
  ])("%s is one", (title) => {
    expect(findTitleFault(title, OPENING)).toBeNull();
  });

  it.each([
    ["a sentence", "The rain would not stop."],
    ["a question", "Who rang the bell?"],
    ["two sentences", "Rain falls. Nobody comes"],
    ["somebody who does something", "She opened the old door"],
    ["the same in German", "Er öffnete die Tür"],
    ["the opening's first words", "The Rain Had Not Stopped"],
    ["the opening's first words in other marks", "“The rain” had not"],
    ["no letter", "… 9 —"],
    ["one word", "Harrow"],
    ["seven words", "The Lamp at the End of Harrow"],
    ["a whole clause of Chinese", "在一个下着雨的夜晚灯塔守望者听见了那个声音"],
    ["more than 60 characters", "Unforgettable Lighthousekeepers Extraordinarily Misunderstood Everywhere"],
  ])("%s is none", (_, title) => {
    expect(findTitleFault(title, OPENING)).not.toBeNull();
  });
});

describe("a title from the premise", () => {
  it.each([
    ["A voice on the harbour radio reads out the name of a lost boat.", "A voice on the harbour radio"],
    ["At night, a lighthouse keeper hears her own name.", "A lighthouse keeper hears"],
    ["“The Ninth Signal” is what they call it", "The Ninth Signal is what they"],
    [
      "Eine Stimme im Hafenfunk liest den Namen eines verlorenen Bootes vor.",
      "Eine Stimme im Hafenfunk liest",
    ],
    ["Голос в порту читает имена погибших кораблей.", "Голос в порту читает имена погибших"],
    ["صوت في راديو الميناء يقرأ اسم قارب مفقود.", "صوت في راديو الميناء يقرأ اسم"],
  ])("%s becomes %s", (description, title) => {
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
