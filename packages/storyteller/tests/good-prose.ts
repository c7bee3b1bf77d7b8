import { expect } from "vitest";
import { splitSentences } from "../src/text.ts";

/** What holds for every passage: whole sentences in whole paragraphs, with nothing left of the machinery. */
export function expectGoodProse(passage: string, where: string): void {
  expect(passage, where).not.toMatch(/[{}]|undefined|NaN|\[\[|\]\]|\bnull\b|<|>/u);
  expect(passage, where).not.toMatch(/\b(a|an|the|and|of|to|your|you) \1\b/iu);
  expect(passage, where).not.toMatch(/\ba (?!one\b|once\b|eu|uni)[aeio]\p{Ll}+/iu);
  expect(passage, where).not.toMatch(/\ban [bcdfgjklmnpqrstvwxyz]\p{Ll}+/iu);
  expect(passage, where).not.toMatch(/ [,.;!?]|,,|\.\.(?!\.)|[,;] ?[.!?]| {2}/u);
  const paragraphs = passage.split("\n\n");
  expect(paragraphs.length, where).toBeLessThanOrEqual(4);
  for (const paragraph of paragraphs) {
    const marks = [...paragraph].filter((character) => character === "“" || character === "”").join("");
    expect(marks.replaceAll("“”", ""), `${where}: ${paragraph}`).toBe("");
    const small = splitSentences(paragraph).filter((sentence) => !/^[“‘—…\s]*[\p{Lu}\p{N}]/u.test(sentence));
    expect(small, where).toEqual([]);
  }
}
