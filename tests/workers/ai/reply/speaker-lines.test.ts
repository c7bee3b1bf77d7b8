import { describe, expect, it } from "vitest";
import { chatVoices, pass, storyVoices } from "./pass.ts";

const STORY = "The rain had stopped.\n\nMara looked up. “You are late,” she said.";

describe("a turn that is written for the player", () => {
  it.each([
    "\n\nPlayer: I sit down.",
    "\nPlayer: I sit down and wait.\n\nThe clock strikes.",
    "\n\n**Player:** I sit down.",
    "\n\n[Player]: I sit down.",
    "\n\nUser: I sit down.",
    "\n\nHuman: What now?",
    "\n\nPlayer's turn:\nI sit down.",
    "\n\nWren Halloran: I sit down.",
    "\n\nWren: Where were you?",
    "\n\n**Wren:** “Where were you?”",
    "\n\nSpieler: Ich setze mich.",
    "\n\nJoueur : Je m'assieds.",
    "\n\nИгрок: Я сажусь.",
    "\n\n玩家：我坐下来。",
  ])("ends the reply: %j", (turn) => {
    expect(pass(STORY + turn, storyVoices({ player: "Wren Halloran" }))).toEqual({
      text: STORY,
      cut: "player-turn",
    });
  });

  it("at the very beginning is left out", () => {
    expect(pass(`Player: I sit down and wait.\n\n${STORY}`)).toEqual({ text: STORY, cut: null });
  });

  it.each([
    "Anna: Where were you?\nMarek: At sea.\nAnna: Liar.",
    "The board reads:\n\nPlayer: 3\nDealer: 21",
    "The screen wakes.\nUser: admin\nPassword: ****",
    "There is one rule for a player: never look back.",
    "Players: that is what she calls them.",
    "Usernames, all of them. Human: that is what she was.",
    "Wrens: small brown birds. You count four.",
    "She calls, and Wren: nobody else would have come.",
    "A note:\n\n* bread\n* milk: two",
    "Time: midnight.\nPlace: the pier.",
  ])("is not seen in %j", (text) => {
    expect(pass(text, storyVoices({ player: "Wren Halloran" }))).toEqual({ text, cut: null });
  });

  it("is allowed in a story that is written like a play", () => {
    const voices = storyVoices({
      player: "Wren",
      earlier: ["Mara: You are late.\nWren: I know.\n\nThe clock strikes."],
    });
    const text = "Mara: Sit.\n\nWren: No.\n\nMara: Suit yourself.";
    expect(pass(text, voices)).toEqual({ text, cut: null });
    expect(pass(`${text}\n\nPlayer: I sit down.`, voices)).toEqual({ text, cut: "player-turn" });
  });

  it("ends a character's answer as well", () => {
    expect(pass("Good evening.\n\nUser: Who are you?", chatVoices())).toEqual({
      text: "Good evening.",
      cut: "player-turn",
    });
    const text = "I kept a list.\n\nPlayer: lost.\nDealer: won.";
    expect(pass(text, chatVoices())).toEqual({ text, cut: null });
  });
});
