import { expect, test } from "vitest";
import { GENRES } from "#domain/story.ts";
import { findCharacters } from "#workers/ai/cast/find-characters.ts";
import { FRESH_PASSAGES } from "./passages/fresh.ts";
import { TUNED_PASSAGES } from "./passages/tuned.ts";
import { UNSEEN_PASSAGES } from "./passages/unseen.ts";
import { scorePassages } from "./score.ts";

/** Names with their aliases, sorted: "Mara Voss = Captain Voss = Mara". */
function cast(text: string): string[] {
  return findCharacters(text)
    .map(({ name, aliases }) => [name, ...[...aliases].sort()].join(" = "))
    .sort();
}

test("the labelled passages are found with a precision of 0.95 and a recall of 0.90", () => {
  const passages = [...TUNED_PASSAGES, ...UNSEEN_PASSAGES, ...FRESH_PASSAGES];
  const score = scorePassages(passages, (text) => findCharacters(text));
  expect(score.passages).toBeGreaterThanOrEqual(60);
  expect(new Set(passages.map((passage) => passage.genre))).toEqual(new Set(GENRES));
  expect(score.precision, score.errors.join("\n")).toBeGreaterThanOrEqual(0.95);
  expect(score.recall, score.errors.join("\n")).toBeGreaterThanOrEqual(0.9);
});

test("the figures count a person found twice and two found as one as errors", () => {
  const passages = [{ genre: "Drama" as const, text: "", characters: ["Ann|Annie", "Bo"] }];
  const twice = scorePassages(passages, () => [
    { name: "Ann", aliases: [] },
    { name: "Annie", aliases: [] },
  ]);
  expect([twice.precision, twice.recall]).toEqual([0.5, 0.5]);
  const both = scorePassages(passages, () => [{ name: "Ann", aliases: ["Bo"] }]);
  expect([both.precision, both.recall]).toEqual([0, 0]);
});

test("titles, surnames and given names of one person are one", () => {
  const text =
    "Captain Mara Voss climbed down. “Well, Mara?” asked Finn. Captain Voss shook her head. Voss never lied, and Mara’s eyes were wet.";
  expect(cast(text)).toEqual(["Finn", "Mara Voss = Captain Mara Voss = Captain Voss = Mara = Voss"]);
});

test("two of one family stay two", () => {
  const text =
    "Mr. Bennet laughed. Mrs. Bennet did not. “Jane,” said Elizabeth Bennet, “come.” Jane Bennet came. Elizabeth smiled at her. “Mr. Bennet!” cried Mrs. Bennet.";
  expect(cast(text)).toEqual([
    "Elizabeth Bennet = Elizabeth",
    "Jane Bennet = Jane",
    "Mr. Bennet",
    "Mrs. Bennet",
  ]);
});

test("positions cover each mention with its title and without the possessive", () => {
  const text = "Doctor Imre Kovacs slept. Kovacs’s hat fell. “Dr. Kovacs!” shouted Lin.";
  const [kovacs] = findCharacters(text);
  expect(kovacs?.positions.map(([start, end]) => text.slice(start, end))).toEqual([
    "Doctor Imre Kovacs",
    "Kovacs",
    "Dr. Kovacs",
  ]);
  expect(kovacs?.mentions).toBe(3);
});

test("months, places, peoples, ships, exclamations and headings are nobody", () => {
  const text =
    "Chapter Three: The Widow Speaks\n\nIn April they left Paris for the Hague. Good God, the English had taken the Argonaut! Heaven knew how. On Tuesday snow fell over Mount Harrow, and the Ministry of War said nothing.";
  expect(cast(text)).toEqual([]);
});

test("a month and a town are somebody when they act like somebody", () => {
  expect(
    cast("“It is cold,” said April. April shivered; her brother Austin laughed and gave her his coat."),
  ).toEqual(["April", "Austin"]);
});

test("a title alone is somebody when nobody else bears it, and the bearer's alias when somebody does", () => {
  expect(
    cast(
      "“Off with it!” said the Queen. The gardeners ran. The Queen smiled at the Queen’s own face in the glass.",
    ),
  ).toEqual(["the Queen"]);
  expect(cast("Count Orlov bowed. “Madam,” said the Count, “sit.”")).toEqual(["Count Orlov = the Count"]);
});

test("names of the cast are found whatever stands around them", () => {
  const text = "There was Ixtlan, of all things, between Birch and Hope Harbor.";
  expect(cast(text)).toEqual([]);
  expect(
    findCharacters(text, { knownNames: ["Birch"], playerName: "Ixtlan" }).map(({ name }) => name),
  ).toEqual(["Birch", "Ixtlan"]);
});

test("what the text says of somebody beside the name is kept", () => {
  const [mara] = findCharacters(
    "Mara, a keeper with one good eye, looked up. Mara waved at his sister Joan.",
  );
  expect(mara).toMatchObject({ name: "Mara", description: "a keeper with one good eye", role: null });
  expect(findCharacters("Inspector Dunmore said nothing. His wife Ada did.")).toMatchObject([
    { name: "Ada", role: "wife" },
    { name: "Inspector Dunmore", role: "inspector" },
  ]);
});

test("a text without people, or without anything, has no cast", () => {
  expect(findCharacters("")).toEqual([]);
  expect(findCharacters("It rained. The sea rose. Nothing else happened; nothing ever did.")).toEqual([]);
});
