import { expect, it } from "vitest";
import { ALL_PASSAGES } from "../cast/passages/all.ts";
import { chatVoices, pass, storyVoices } from "./pass.ts";

it("no stage touches honest prose, whoever its player is", () => {
  for (const [index, { text }] of ALL_PASSAGES.entries()) {
    const earlier = ALL_PASSAGES[index - 1]?.text;
    const voices = { player: "Wren Halloran", earlier: earlier === undefined ? [] : [earlier] };
    for (const each of [storyVoices(voices), chatVoices(voices)]) {
      expect(pass(text, each)).toEqual({ text: text.trim(), cut: null });
    }
  }
});
