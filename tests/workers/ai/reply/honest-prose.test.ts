import { expect, it } from "vitest";
import PROSE from "#tests/tools/prose.json";
import NOVEL_PAGES from "../cast/novel-pages.json";
import { chatVoices, pass, storyVoices } from "./pass.ts";

it("no stage touches honest prose, whoever its player is", () => {
  const texts = [
    ...NOVEL_PAGES.map(({ text }) => text),
    ...PROSE.English,
    ...PROSE.Russian,
    ...PROSE.Chinese,
  ];
  for (const [index, text] of texts.entries()) {
    const earlier = texts[index - 1];
    const voices = { player: "Wren Halloran", earlier: earlier === undefined ? [] : [earlier] };
    for (const each of [storyVoices(voices), chatVoices(voices)]) {
      expect(pass(text, each)).toEqual({ text: text.trim(), cut: null });
    }
  }
});
