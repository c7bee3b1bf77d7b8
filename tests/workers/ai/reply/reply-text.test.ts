import { describe, expect, it } from "vitest";
import PROSE from "#tests/tools/prose.json";
import NOVEL_PAGES from "#tests/workers/ai/cast/novel-pages.json";
import { ReplyText } from "#workers/ai/reply/reply-text.ts";
import EXAMPLES from "../examples.json";
import { chatSpeakers, PIECES, pass, passInPieces, storySpeakers } from "./pass.ts";

const STORY = "The rain had stopped.\n\nMara looked up. “You are late,” she said.";

it.each(EXAMPLES.replies.preambles)("a preamble %j is taken off", (preamble) => {
  expect(pass(preamble + STORY)).toEqual({ text: STORY, cut: null });
});

it("a preamble is taken off a whole long passage that comes in one piece", () => {
  const passage = Array.from({ length: 100 }, (_, index) => `On day ${index} the boats stayed in.`).join(" ");
  expect(pass(`Here is the next part of the story:\n\n${passage}`)).toEqual({ text: passage, cut: null });
});

it.each(EXAMPLES.replies.noPreambles)("a preamble is not seen in %j", (text) => {
  expect(pass(text)).toEqual({ text, cut: null });
});

it("a preamble is removed from a character's answer only if it is certain", () => {
  const speakers = chatSpeakers();
  expect(pass("Sure, here is my response in character:\n\nGood evening.", speakers).text).toBe(
    "Good evening.",
  );
  expect(pass("Mara: Good evening.", speakers).text).toBe("Good evening.");
  expect(pass("**Mara:** Good evening.", speakers).text).toBe("Good evening.");
  for (const text of [
    "Sure, here's the story:\n\nOnce there was a harbour.",
    "Of course! Here is the next part:\n\nThe ship sank.",
    "Mara is my name: that is all you need.",
    "Mara? Never heard of her.",
  ]) {
    expect(pass(text, speakers)).toEqual({ text, cut: null });
  }
});

it("a preamble with the character's name stays if all lines begin with names", () => {
  const speakers = chatSpeakers({ earlier: ["Mara: Yes?\nTom: Nothing."] });
  expect(pass("Mara: Good evening.", speakers).text).toBe("Mara: Good evening.");
});

const action = "I open the cellar door and call for Tom";

it.each([
  `${action}.\n\n`,
  `${action}. `,
  `> ${action}\n\n`,
  `“${action}.”\n\n`,
  `I  open the cellar door\nand call for Tom.\n\n`,
  `Player: ${action}\n\n`,
])("the person's action repeated word for word as %j is taken off", (echo) => {
  expect(pass(echo + STORY, storySpeakers({ action }))).toEqual({ text: STORY, cut: null });
});

it.each([
  "You open the cellar door and call for Tom. Nobody answers.",
  "I open the cellar door and call for Tomas, who is asleep.",
  "I open the cellar door and call for Tom, and nobody answers.",
  "I open the cellar",
])("the person's action is not seen in %j", (text) => {
  expect(pass(text, storySpeakers({ action })).text).toBe(text);
});

it("the person's action that is short may well come again", () => {
  expect(pass("I run. I run faster.", storySpeakers({ action: "I run." })).text).toBe("I run. I run faster.");
});

it.each(EXAMPLES.replies.refusals)("a refusal is told: %j", (text) => {
  expect(pass(text)).toEqual({ text: "", cut: "refusal" });
});

it.each(EXAMPLES.replies.noRefusals)("a refusal is not seen in %j", (text) => {
  expect(pass(text).cut).not.toBe("refusal");
  expect(pass(text).text.slice(0, 40)).toBe(text.slice(0, 40));
});

it("a refusal of a character is no refusal of the model", () => {
  const speakers = chatSpeakers();
  for (const text of [
    "I'm sorry, but I can't talk about that.",
    "I can't help you. The captain forbids it.",
    "Sorry, I can't continue.",
  ]) {
    expect(pass(text, speakers)).toEqual({ text, cut: null });
  }
  expect(pass("I'm sorry, but I can't assist with that request.", speakers).cut).toBe("refusal");
  expect(pass("As an AI language model, I can't roleplay this.", speakers).cut).toBe("refusal");
});

it("a refusal delays the text by at most two sentences", () => {
  const reply = new ReplyText({ speakers: chatSpeakers() });
  expect(reply.push("I can't sleep.")).toBe("");
  expect(reply.push(" The sea is loud. And")).toBe("I can't sleep. The sea is loud. And");
});

const GOOD = "The rain had stopped. Mara looked up from the ledger and said nothing for a while.";
const LOOP = "The rain fell on the old stones of the harbour.";
const PASSAGE = [
  "The lamp went round, and the boats came in one after the other with their lights out.",
  "You counted nine of them.",
  "There should have been ten, and nobody on the quay wanted to be the first to say so.",
  "Mara shut the ledger.",
].join(" ");

it("a loop of one sentence ends the reply where it began", () => {
  expect(pass(`${GOOD} ${LOOP} ${LOOP} ${LOOP} ${LOOP} ${LOOP}`)).toEqual({
    text: `${GOOD} ${LOOP}`,
    cut: "loop",
  });
});

it("a loop of several sentences ends the reply after the first turn", () => {
  const turn = "She looked at you for a long time. You looked at her and said nothing. The clock ticked on.";
  expect(pass(`${GOOD} ${turn} ${turn} ${turn} ${turn}`)).toEqual({ text: `${GOOD} ${turn}`, cut: "loop" });
});

it("a loop of whole paragraphs, of words without an end, of characters", () => {
  expect(pass(`${PASSAGE}\n\n${PASSAGE}\n\n${PASSAGE}`).text).toBe(PASSAGE);
  for (const size of PIECES) {
    const words = passInPieces(`${GOOD} And then ${"and on ".repeat(400)}`, size);
    expect(words.cut).toBe("loop");
    expect(words.text.length).toBeLessThan(GOOD.length + 30);
    expect(passInPieces(`${GOOD} ${"は".repeat(2_000)}`, size).cut).toBe("loop");
  }
});

it("a loop of a long sentence is one even with others between", () => {
  const long =
    "You remember the letter that your father left on the kitchen table, under the blue cup, on the day the boats went out.";
  expect(pass(`${long} You wait. ${long} The tide turns. ${long} The lamp goes out.`)).toEqual({
    text: `${long} You wait.`,
    cut: "loop",
  });
});

it.each(EXAMPLES.replies.noLoops)("a loop is not seen in %j", (text) => {
  expect(pass(text)).toEqual({ text, cut: null });
});

it("a loop is found in the middle of a continued text", () => {
  const reply = new ReplyText({ speakers: storySpeakers(), before: `${GOOD} ${LOOP} ${LOOP}` });
  reply.push(` ${LOOP} ${LOOP} `);
  expect(reply.cut).toBe("loop");
  expect(reply.text).toBe(`${GOOD} ${LOOP}`);
});

const speakers = storySpeakers({ earlier: [PASSAGE] });

it("an earlier passage written again leaves nothing", () => {
  expect(pass(PASSAGE, speakers)).toEqual({ text: "", cut: "same-passage" });
  expect(pass(`${PASSAGE}\n\nAnd then the tenth came in.`, speakers)).toEqual({
    text: "",
    cut: "same-passage",
  });
});

it("an earlier passage that is short may be repeated", () => {
  const short = "Yes, the boats are in. Ask me again tomorrow.";
  expect(pass(short, storySpeakers({ earlier: [short] }))).toEqual({ text: short, cut: null });
});

it("an earlier passage written again after something new ends the reply there", () => {
  const long = `${PASSAGE} ${PASSAGE.replaceAll("boats", "ships").replaceAll("nine", "ten").replaceAll("lamp", "light").replaceAll("ledger", "book").replace("to say so", "to speak")}`;
  expect(pass(`${GOOD}\n\n${long}`, storySpeakers({ earlier: [long] }))).toEqual({
    text: GOOD,
    cut: "same-passage",
  });
});

it.each([
  "The lamp went round, and the boats came in one after the other with their lights out. You did not count them this time.",
  "“You counted nine of them. There should have been ten, and nobody on the quay wanted to be the first to say so.” Mara reads it aloud and shuts the ledger.",
  "You counted nine of them. Mara shut the ledger.",
])("an earlier passage may be spoken of: %j", (text) => {
  expect(pass(text, speakers)).toEqual({ text, cut: null });
});

it.each(EXAMPLES.replies.playerTurns)("a turn that is written for the player ends the reply: %j", (turn) => {
  expect(pass(STORY + turn, storySpeakers({ player: "Wren Halloran" }))).toEqual({
    text: STORY,
    cut: "player-turn",
  });
});

it("a turn that is written for the player at the very beginning is left out", () => {
  expect(pass(`Player: I sit down and wait.\n\n${STORY}`)).toEqual({ text: STORY, cut: null });
});

it.each(EXAMPLES.replies.noPlayerTurns)("a turn that is written for the player is not seen in %j", (text) => {
  expect(pass(text, storySpeakers({ player: "Wren Halloran" }))).toEqual({ text, cut: null });
});

it("a turn that is written for the player is allowed in a story that is written like a play", () => {
  const speakers = storySpeakers({
    player: "Wren",
    earlier: ["Mara: You are late.\nWren: I know.\n\nThe clock strikes."],
  });
  const text = "Mara: Sit.\n\nWren: No.\n\nMara: Suit yourself.";
  expect(pass(text, speakers)).toEqual({ text, cut: null });
  expect(pass(`${text}\n\nPlayer: I sit down.`, speakers)).toEqual({ text, cut: "player-turn" });
});

it("a turn that is written for the player ends a character's answer as well", () => {
  expect(pass("Good evening.\n\nUser: Who are you?", chatSpeakers())).toEqual({
    text: "Good evening.",
    cut: "player-turn",
  });
  const text = "I kept a list.\n\nPlayer: lost.\nDealer: won.";
  expect(pass(text, chatSpeakers())).toEqual({ text, cut: null });
});

describe("thoughts", () => {
  it.each([
    ["<think>", "</think>"],
    ["<thinking>", "</thinking>"],
    ["<Thought>", "</Thought>"],
    ["[THINK]", "[/THINK]"],
    ["◁think▷", "◁/think▷"],
    ["<mm:think>", "</mm:think>"],
    ["<|START_THINKING|>", "<|END_THINKING|>"],
    ["<|channel>thought", "<channel|>"],
    ["<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"],
  ])("between %s and %s are neither shown nor kept", (open, close) => {
    expect(pass(`${open}\nThe player wants rain. 3 < 4, a [b].\n${close}\n\n${STORY}`).text).toBe(STORY);
    expect(pass(`${STORY} ${open}Was that good?${close} It was.`).text).toBe(`${STORY} It was.`);
  });

  it("may have a mark before and after the text as well", () => {
    const text = `<|START_THINKING|>Rain.<|END_THINKING|><|START_RESPONSE|>${STORY}<|END_RESPONSE|>`;
    expect(pass(text).text).toBe(STORY);
  });

  it("that never end leave nothing", () => {
    const reply = new ReplyText({ speakers: storySpeakers() });
    expect(reply.push("<think>I wonder")).toBe("");
    expect(reply.isThinking).toBe(true);
    expect(reply.push(" what to write") + reply.end()).toBe("");
    expect(reply.text).toBe("");
    expect(reply.hasThoughts).toBe(true);
  });

  it("without an opening tag are held where the model is known to begin so", () => {
    expect(pass(`Rain, then.</think>\n\n${STORY}`, storySpeakers(), true).text).toBe(STORY);
  });

  it("that were held to the end are thoughts only where the model was cut off in them", () => {
    for (const [isWhole, text] of [
      [false, ""],
      [true, "Rain, and then the bell."],
    ] as const) {
      const reply = new ReplyText({ speakers: storySpeakers(), beginsInThoughts: true });
      expect(reply.push("Rain, and then the bell.") + reply.end(isWhole)).toBe(text);
      expect(reply.hasThoughts).toBe(!isWhole);
    }
  });

  it("without an opening tag are held where they read like thoughts about the task", () => {
    const reply = new ReplyText({ speakers: storySpeakers() });
    const thought = "Okay, so the user wants the next passage. Let me think of rain.";
    expect(reply.push(thought)).toBe("");
    expect(reply.push("</think>\n\nThe rain fell.")).toBe("The rain fell.");
    expect(reply.hasShownThoughts).toBe(false);
  });

  it("that were shown, because nothing told them from a story, are not kept", () => {
    const reply = new ReplyText({ speakers: storySpeakers() });
    expect(reply.push("Rain would be good here.")).not.toBe("");
    reply.push("</think>\n\nThe rain fell.");
    reply.end();
    expect(reply.text).toBe("The rain fell.");
    expect(reply.hasShownThoughts).toBe(true);
  });

  it.each(EXAMPLES.replies.noThoughts)("are not seen in %j", (text) => {
    expect(pass(text)).toEqual({ text, cut: null });
  });

  it.each(["The", "You", "Rain", "Mara", "It was"])("keep no reader waiting for %j", (first) => {
    expect(new ReplyText({ speakers: storySpeakers() }).push(first)).toBe(first);
  });
});

it.each([
  "<|im_end|>",
  "<|eot_id|>",
  "<end_of_turn>",
  "<turn|>",
  "<|END_RESPONSE|>",
  "<|eot|>",
  "</s>",
  "[INST]",
  "<player_action>",
  "<|im_start|>user",
])("marks that end a turn end the reply at %s", (mark) => {
  expect(pass(`${STORY}${mark}\nI open the door.`)).toEqual({ text: STORY, cut: "end-mark" });
});

it.each([
  "<|start_header_id|>assistant<|end_header_id|>\n\n",
  "<|im_start|>assistant\n",
  "<start_of_turn>model\n",
  "assistant\n\n",
])("the header %j of its own turn, which a wrong template lets a model write, is taken off", (header) => {
  expect(pass(header + STORY)).toEqual({ text: STORY, cut: null });
  expect(pass(header)).toMatchObject({ text: "" });
});

it("the header of its own turn is not seen in a word, nor where a text goes on", () => {
  expect(pass("assistant or not, you run.").text).toBe("assistant or not, you run.");
  const reply = new ReplyText({ speakers: storySpeakers(), before: "You ask the" });
  expect(reply.push(" ") + reply.push("assistant\nfor a lamp.") + reply.end()).toBe(
    " assistant\nfor a lamp.",
  );
});

it("no stage touches honest prose, whoever its player is", () => {
  const texts = [
    ...NOVEL_PAGES.map(({ text }) => text),
    ...PROSE.English,
    ...PROSE.Russian,
    ...PROSE.Chinese,
  ];
  for (const [index, text] of texts.entries()) {
    const earlier = texts[index - 1];
    const speakers = { player: "Wren Halloran", earlier: earlier === undefined ? [] : [earlier] };
    for (const each of [storySpeakers(speakers), chatSpeakers(speakers)]) {
      expect(pass(text, each)).toEqual({ text: text.trim(), cut: null });
    }
  }
});
