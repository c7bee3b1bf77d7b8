import { describe, expect, it } from "vitest";
import { ReplyText } from "#workers/ai/reply/reply-text.ts";
import { pass, passInPieces, storyVoices } from "./pass.ts";

const STORY = "The rain had stopped.\n\nMara looked up. “You are late,” she said.";

describe("thoughts", () => {
  it.each([
    ["<think>", "</think>"],
    ["<thinking>", "</thinking>"],
    ["<Thought>", "</Thought>"],
    ["[THINK]", "[/THINK]"],
    ["◁think▷", "◁/think▷"],
    ["<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"],
  ])("between %s and %s are neither shown nor kept", (open, close) => {
    expect(pass(`${open}\nThe player wants rain. 3 < 4, a [b].\n${close}\n\n${STORY}`).text).toBe(STORY);
    expect(pass(`${STORY} ${open}Was that good?${close} It was.`).text).toBe(`${STORY} It was.`);
  });

  it("that never end leave nothing", () => {
    const reply = new ReplyText({ voices: storyVoices() });
    expect(reply.push("<think>I wonder")).toBe("");
    expect(reply.isThinking).toBe(true);
    expect(reply.push(" what to write") + reply.end()).toBe("");
    expect(reply.text).toBe("");
    expect(reply.hasThoughts).toBe(true);
  });

  it("without an opening tag are held where the model is known to begin so", () => {
    expect(pass(`Rain, then.</think>\n\n${STORY}`, storyVoices(), true).text).toBe(STORY);
  });

  it("that were held to the end are thoughts only where the model was cut off in them", () => {
    for (const [isWhole, text] of [
      [false, ""],
      [true, "Rain, and then the bell."],
    ] as const) {
      const reply = new ReplyText({ voices: storyVoices(), beginsInThoughts: true });
      expect(reply.push("Rain, and then the bell.") + reply.end(isWhole)).toBe(text);
      expect(reply.hasThoughts).toBe(!isWhole);
    }
  });

  it("without an opening tag are held where they read like thoughts about the task", () => {
    const reply = new ReplyText({ voices: storyVoices() });
    const thought = "Okay, so the user wants the next passage. Let me think of rain.";
    expect(reply.push(thought)).toBe("");
    expect(reply.push("</think>\n\nThe rain fell.")).toBe("The rain fell.");
    expect(reply.hasShownThoughts).toBe(false);
  });

  it("that were shown, because nothing told them from a story, are not kept", () => {
    const reply = new ReplyText({ voices: storyVoices() });
    expect(reply.push("Rain would be good here.")).not.toBe("");
    reply.push("</think>\n\nThe rain fell.");
    reply.end();
    expect(reply.text).toBe("The rain fell.");
    expect(reply.hasShownThoughts).toBe(true);
  });

  it.each([
    "Okay, so the door was locked. You tried the window, and it gave way with a sigh.",
    "So you waited.",
    "Well.",
    "Let me in, the wind seemed to say, and you let it.",
    "We need a bigger boat, you thought, and 3 < 4 lanterns.",
    "The user of the old telephone had worn its dial smooth.",
    "A sign: <no entry>. Another: [closed]. A heart: <3",
    "You wrote <th and stopped",
  ])("are not seen in %j", (text) => {
    expect(pass(text)).toEqual({ text, cut: null });
  });

  it.each(["The", "You", "Rain", "Mara", "It was"])("keep no reader waiting for %j", (first) => {
    expect(new ReplyText({ voices: storyVoices() }).push(first)).toBe(first);
  });
});

describe("marks that end a turn", () => {
  it.each([
    "<|im_end|>",
    "<|eot_id|>",
    "<end_of_turn>",
    "</s>",
    "[INST]",
    "<player_action>",
    "<|im_start|>user",
  ])("end the reply at %s", (mark) => {
    expect(pass(`${STORY}${mark}\nI open the door.`)).toEqual({ text: STORY, cut: "end-mark" });
  });

  it("may come in a piece with what follows", () => {
    expect(passInPieces(`${STORY}<|im_end|>more`, 1_000).text).toBe(STORY);
  });
});
