import { describe, expect, it } from "vitest";
import { countCharacters, foldText, measureText, truncateAtWord, truncateCharacters } from "#domain/text.ts";

describe("characters are counted as a person sees them", () => {
  it.each([
    ["", 0],
    ["plain text", 10],
    ["naïve", 5],
    ["e\u0301", 1],
    ["👩‍🚀", 1],
    ["🇩🇪🇫🇷", 2],
    ["नमस्ते", 3],
    ["a\r\nb", 3],
  ])("%j has %i", (text, count) => expect(countCharacters(text)).toBe(count));

  it("also beside each other, whichever they are", () => {
    const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
    for (let code = 0; code < 0x3000; code += 1) {
      const character = String.fromCharCode(code);
      const text = `a${character}${character}©\n${character}-`;
      const count = [...graphemes.segment(text)].length;
      expect([character, countCharacters(text)]).toEqual([character, count]);
      expect([character, measureText(text, 100).characters]).toEqual([character, count]);
    }
  });

  it("up to the limit that was given", () => {
    expect(measureText("plain text", 5)).toEqual({ characters: 5, hasStackedMarks: false, bytes: 10 });
    expect(measureText("naïve 👩‍🚀👩‍🚀", 7)).toEqual({ characters: 7, hasStackedMarks: false, bytes: 29 });
  });
});

describe("cutting", () => {
  it("never cuts a character in half", () => {
    expect(truncateCharacters("👩‍🚀👩‍🚀👩‍🚀", 2)).toBe("👩‍🚀👩‍🚀");
    expect(truncateCharacters("short", 10)).toBe("short");
  });

  it("at a word ends with a whole word and an ellipsis, without a dangling comma", () => {
    expect(truncateAtWord("The radio hissed at nine, as it had every night", 25)).toBe(
      "The radio hissed at nine…",
    );
    expect(truncateAtWord("The radio", 80)).toBe("The radio");
    expect(truncateAtWord("Donaudampfschifffahrtsgesellschaft", 10)).toBe("Donaudampf…");
  });
});

describe("folded text", () => {
  it("has no case, accents, kinds of quotation marks or runs of space", () => {
    expect(foldText("  The   Ninth\nSignal ")).toBe("the ninth signal");
    expect(foldText("MOSKVA, МОСКВА, ÉCLAIR, Ölhafen")).toBe("moskva, москва, eclair, olhafen");
    expect(foldText("Don’t say “no”")).toBe('don\'t say "no"');
    expect(foldText("e\u0301")).toBe(foldText("é"));
  });
});
