import { describe, expect, it } from "vitest";
import { ReplyText } from "#workers/ai/reply/reply-text.ts";
import { PIECES, pass, passInPieces, storyVoices } from "./pass.ts";

const GOOD = "The rain had stopped. Mara looked up from the ledger and said nothing for a while.";
const LOOP = "The rain fell on the old stones of the harbour.";
const PASSAGE = [
  "The lamp went round, and the boats came in one after the other with their lights out.",
  "You counted nine of them.",
  "There should have been ten, and nobody on the quay wanted to be the first to say so.",
  "Mara shut the ledger.",
].join(" ");

describe("a loop", () => {
  it("of one sentence ends the reply where it began", () => {
    expect(pass(`${GOOD} ${LOOP} ${LOOP} ${LOOP} ${LOOP} ${LOOP}`)).toEqual({
      text: `${GOOD} ${LOOP}`,
      cut: "loop",
    });
  });

  it("of several sentences ends the reply after the first turn", () => {
    const turn =
      "She looked at you for a long time. You looked at her and said nothing. The clock ticked on.";
    expect(pass(`${GOOD} ${turn} ${turn} ${turn} ${turn}`)).toEqual({ text: `${GOOD} ${turn}`, cut: "loop" });
  });

  it("of whole paragraphs, of words without an end, of characters", () => {
    expect(pass(`${PASSAGE}\n\n${PASSAGE}\n\n${PASSAGE}`).text).toBe(PASSAGE);
    for (const size of PIECES) {
      const words = passInPieces(`${GOOD} And then ${"and on ".repeat(400)}`, size);
      expect(words.cut).toBe("loop");
      expect(words.text.length).toBeLessThan(GOOD.length + 30);
      expect(passInPieces(`${GOOD} ${"は".repeat(2_000)}`, size).cut).toBe("loop");
    }
  });

  it("of a long sentence is one even with others between", () => {
    const long =
      "You remember the letter that your father left on the kitchen table, under the blue cup, on the day the boats went out.";
    expect(pass(`${long} You wait. ${long} The tide turns. ${long} The lamp goes out.`)).toEqual({
      text: `${long} You wait.`,
      cut: "loop",
    });
  });

  it.each([
    "No. No. No. No. “No,” she said.",
    "Knock. Knock. Knock. Knock. Knock.",
    "He is here. He is here. He is here. You run.",
    "What shall we do with the drunken sailor?\nWhat shall we do with the drunken sailor?\nWhat shall we do with the drunken sailor,\nearly in the morning?",
    "Go down, you blood red roses, go down.\nMy boots are full.\n\nGo down, you blood red roses, go down.\nMy purse is light.\n\nGo down, you blood red roses, go down.\nThe tide is out.",
    "“Again.” You strike. “Again.” You strike. “Again.” You strike. Your arm is lead.",
    "Ha ha ha ha ha ha ha ha ha ha! Ha ha ha ha! The parrot would not stop.",
    `The wall says ${"help ".repeat(60)}and nothing else.`,
    "— — — — — — — — — —\n\n* * *\n\n* * *\n\n* * *\n\nMorning.",
  ])("is not seen in %j", (text) => {
    expect(pass(text)).toEqual({ text, cut: null });
  });

  it("is found in the middle of a continued text", () => {
    const reply = new ReplyText({ voices: storyVoices(), before: `${GOOD} ${LOOP} ${LOOP}` });
    reply.push(` ${LOOP} ${LOOP} `);
    expect(reply.cut).toBe("loop");
    expect(reply.text).toBe(`${GOOD} ${LOOP}`);
  });
});

describe("an earlier passage", () => {
  const voices = storyVoices({ earlier: [PASSAGE] });

  it("written again leaves nothing", () => {
    expect(pass(PASSAGE, voices)).toEqual({ text: "", cut: "same-passage" });
    expect(pass(`${PASSAGE}\n\nAnd then the tenth came in.`, voices)).toEqual({
      text: "",
      cut: "same-passage",
    });
  });

  it("that is short may be repeated", () => {
    const short = "Yes, the boats are in. Ask me again tomorrow.";
    expect(pass(short, storyVoices({ earlier: [short] }))).toEqual({ text: short, cut: null });
  });

  it("written again after something new ends the reply there", () => {
    const long = `${PASSAGE} ${PASSAGE.replaceAll("boats", "ships").replaceAll("nine", "ten").replaceAll("lamp", "light").replaceAll("ledger", "book").replace("to say so", "to speak")}`;
    expect(pass(`${GOOD}\n\n${long}`, storyVoices({ earlier: [long] }))).toEqual({
      text: GOOD,
      cut: "same-passage",
    });
  });

  it.each([
    "The lamp went round, and the boats came in one after the other with their lights out. You did not count them this time.",
    "“You counted nine of them. There should have been ten, and nobody on the quay wanted to be the first to say so.” Mara reads it aloud and shuts the ledger.",
    "You counted nine of them. Mara shut the ledger.",
  ])("may be spoken of: %j", (text) => {
    expect(pass(text, voices)).toEqual({ text, cut: null });
  });
});
