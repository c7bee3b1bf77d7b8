import { describe, expect, it } from "vitest";
import { readDeed } from "../src/deed.ts";

describe("what a person writes is told in the past and to you", () => {
  it.each([
    ["I open the letter and read it aloud.", "You opened the letter and read it aloud."],
    ["ask the innkeeper about the strange lights", "You asked the innkeeper about the strange lights."],
    [
      "I hide behind the curtain and wait until the guard leaves",
      "You hid behind the curtain and waited until the guard left.",
    ],
    [
      "I don't trust him, so I follow him down the stairs",
      "You did not trust him, so you followed him down the stairs.",
    ],
    ["*waves at the {stranger}*", "You waved at the stranger."],
    ["I run for the boat before they can catch us", "You ran for the boat before they could catch you."],
    ["I try to remember what happened at the well", "You tried to remember what happened at the well."],
    ["I turn the register round.", "You turned the register round."],
    ["I take the key, unlock the door and go in", "You took the key, unlocked the door and went in."],
    [
      "I walk to the window, where the light is better, and look out",
      "You walked to the window, where the light was better, and looked out.",
    ],
    ["I look for the man who sells maps", "You looked for the man who sold maps."],
    ["I watch the captain leave", "You watched the captain leave."],
    ["I won't sign the paper.", "You would not sign the paper."],
    ["I'm going to find out who did this", "You were going to find out who did this."],
    ["Mara opens the door", "You opened the door."],
    ["grab the knife and stab him!!!", "You grabbed the knife and stabbed him."],
    ["leave", "You left."],
    ['"Who are you?"', '"Who are you?" you asked.'],
    ['"Who paid for the room?" I ask Crane.', '"Who paid for the room?" you asked Crane.'],
    ["Why did nobody tell me about the fire?", '"Why did nobody tell me about the fire?" you asked.'],
    ["Hello!", '"Hello!" you called out.'],
    ["I lie to him", "You lied to him."],
    ["I whisper: 'who are you?'", 'You whispered: "who are you?"'],
    ["I make camp and sleep", "You made camp and slept."],
  ])("%s", (action, told) => {
    expect(readDeed(action, ["Mara"]).told).toBe(told);
  });

  it.each([
    ["I count the lanterns and the people who carry them", "You counted the lanterns and the people."],
    ["We go back to the inn and order bread", "You went back to the inn."],
  ])("a part that can't be told for certain is left out: %s", (action, told) => {
    expect(readDeed(action, []).told).toBe(told);
  });

  it.each([
    "I frobnicate the lock",
    "Ich öffne die Tür und gehe hinein",
    "Je prends la clé",
    "The red door",
    "My hands shake as I read the note",
    "Я открываю дверь",
  ])("what can't be told for certain is left to be quoted: %s", (action) => {
    expect(readDeed(action, [])).toMatchObject({ told: null, words: action });
  });

  it.each(["?", "🐉🔥", "", "…"])("no word is no deed: %j", (action) => {
    expect(readDeed(action, [])).toMatchObject({ kind: "unclear", told: null, words: "" });
  });
});

describe("a turn is understood", () => {
  it.each([
    ["I look at the key board.", { kind: "look", object: "the key board" }],
    ["I ask Crane about the ninth signal.", { kind: "ask", whom: "Crane", asked: "the ninth signal" }],
    ["ask her about the key", { kind: "ask", whom: "her", asked: "the key" }],
    ["I ask the others to leave.", { kind: "ask" }],
    ["I talk to my brother.", { kind: "say", whom: "your brother" }],
    ["I take the letter.", { kind: "take", object: "the letter" }],
    ["I leave the letter on the table", { kind: "use", object: "the letter" }],
    ["I hide the picture", { kind: "use", object: "the picture" }],
    ["I burn my old coat", { kind: "destroy", object: "your old coat" }],
    ["I go down to the cellar.", { kind: "move", place: "the cellar" }],
    ["I leave.", { kind: "leave" }],
    ["I leave the house without a word", { kind: "leave" }],
    ["I go home", { kind: "leave" }],
    ["I stop him before he leaves", { kind: "other" }],
    ["I say nothing.", { kind: "silence" }],
    ["say nothing", { kind: "silence" }],
    ["I stay silent", { kind: "silence" }],
    ["I don't answer him", { kind: "silence" }],
    ["I refuse to go", { kind: "refuse" }],
    ["I give up", { kind: "other" }],
    ["I take her hand", { kind: "tender" }],
    ["I look at the old soldier", { kind: "other" }],
    ["I kill the alarm", { kind: "use" }],
    ["I shoot Crane", { kind: "fight", whom: "Crane" }],
    ["I talk to the captain's chair", { whom: null }],
    ["I draw my pistol on the sheriff", { kind: "threaten" }],
    ["I leave the hall and go down to the cellar", { kind: "leave", place: "the cellar" }],
    ["I walk over to the window", { kind: "other" }],
    ["I follow him up the stairs", { kind: "other", whom: "him" }],
    ["We go back to the inn", { kind: "other" }],
    ["I ask the surgeon whether he heard it", { kind: "ask", whom: "the surgeon", asked: null }],
  ])("%s", (action, expected) => {
    expect(readDeed(action, [])).toMatchObject(expected);
  });
});
