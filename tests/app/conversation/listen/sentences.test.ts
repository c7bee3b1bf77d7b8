import { expect, test } from "vitest";
import { findVoice, giveVoice, type KeptVoices } from "#app/features/conversation/listen/kept-voices.ts";
import { guessLanguage, listSentences } from "#app/features/conversation/listen/sentences.ts";

function passage(content: string, names: readonly string[] = []) {
  const mentionedCharacters = names.map((name) => ({
    name,
    isNew: false,
    positions: [...content.matchAll(new RegExp(name, "g"))].map(({ index }): [number, number] => [
      index,
      index + name.length,
    ]),
  }));
  return {
    messageId: "m",
    role: "assistant" as const,
    content,
    metadata: { analysis: { mentionedCharacters } },
  };
}

test("a sentence is where it stands in its message, and is spoken without signs and scene breaks", () => {
  const content = "The *light* dipped. It stopped.\n\n* * *\n\nBelow, **somebody** sang.";
  const sentences = listSentences(passage(content));
  expect(sentences.map(({ start, end }) => content.slice(start, end))).toEqual([
    "The *light* dipped.",
    "It stopped.",
    "Below, **somebody** sang.",
  ]);
  expect(sentences.flatMap(({ parts }) => parts)).toEqual([
    { text: "The light dipped.", speaker: null },
    { text: "It stopped.", speaker: null },
    { text: "Below, somebody sang.", speaker: null },
  ]);
});

test("direct speech has the voice of who is named beside it, over more than one sentence", () => {
  const content = "“Eight,” said Mara. “It has always been eight. Ask Tom.” He did not.";
  const parts = listSentences(passage(content, ["Mara", "Tom"])).flatMap((sentence) => sentence.parts);
  expect(parts).toEqual([
    { text: "“Eight,”", speaker: "Mara" },
    { text: "said Mara.", speaker: null },
    { text: "“It has always been eight.", speaker: "Mara" },
    { text: "Ask Tom.”", speaker: "Mara" },
    { text: "He did not.", speaker: null },
  ]);
});

test("of two people each speaks what stands beside their name; without a name the narrator does", () => {
  const two = passage('"Go," Mara said. Tom shook his head: "Never."', ["Mara", "Tom"]);
  expect(listSentences(two).flatMap(({ parts }) => parts.map(({ speaker }) => speaker))).toEqual([
    "Mara",
    null,
    null,
    "Tom",
  ]);
  expect(listSentences(passage("“Who is there?” Nobody answered."))[0]?.parts[0]?.speaker).toBeNull();
});

test("the language of a story is told by its script or its words", () => {
  expect(guessLanguage("She set down the cup and looked at the dial that was hers.")).toBe("en");
  expect(guessLanguage("Sie stellte die Tasse ab und sah nicht auf das Licht, das der Turm warf.")).toBe(
    "de",
  );
  expect(guessLanguage("Elle posa la tasse et regarda les bateaux dans le port, une lampe des îles.")).toBe(
    "fr",
  );
  expect(guessLanguage("彼女はカップを置いた。")).toBe("ja");
  expect(guessLanguage("Она поставила чашку.")).toBe("ru");
  expect(guessLanguage("")).toBe("en");
});

test("everybody of a story gets a voice of its language and keeps it; a chosen one wins, if the browser has it", () => {
  const all = ["Ada", "Ben", "Cleo"]
    .map((name) => ({ name, lang: "en-GB" }))
    .concat({ name: "Anna", lang: "de" });
  const context = { storyId: "s", language: "en", cast: ["Mara", "Tom"] };
  const kept: KeptVoices = { readerId: "r", rate: 1, narrator: null, characters: [] };
  const call = (voices: KeptVoices, name: string | null, of = all) =>
    findVoice(of, voices, context, name)?.name;
  expect([null, "Mara", "Tom", "Somebody"].map((name) => call(kept, name))).toEqual([
    "Ada",
    "Ben",
    "Cleo",
    "Ada",
  ]);
  const chosen = giveVoice(giveVoice(kept, "s", "Mara", "Cleo"), "s", null, "Ben");
  expect([null, "Mara", "Tom"].map((name) => call(chosen, name))).toEqual(["Ben", "Cleo", "Cleo"]);
  expect(call(giveVoice(kept, "s", "Mara", "Gone"), "Mara")).toBe("Ben");
  expect(call(kept, "Mara", [{ name: "Anna", lang: "de-DE" }])).toBeUndefined();
});
