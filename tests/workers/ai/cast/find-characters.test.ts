import { expect, test } from "vitest";
import { GENRES } from "#domain/genres.ts";
import { findCharacters } from "#workers/ai/cast/find-characters.ts";
import { ALL_PASSAGES } from "./passages/all.ts";
import { scorePassages } from "./score.ts";

/** Names with their aliases, sorted: "Mara Voss = Captain Voss = Mara". */
function cast(text: string): string[] {
  return findCharacters(text)
    .map(({ name, aliases }) => [name, ...[...aliases].sort()].join(" = "))
    .sort();
}

test("the labelled passages are found with a precision of 0.95 and a recall of 0.90", () => {
  const score = scorePassages(ALL_PASSAGES, (text) => findCharacters(text));
  expect(score.passages).toBeGreaterThanOrEqual(60);
  expect(new Set(ALL_PASSAGES.map((passage) => passage.genre))).toEqual(new Set(GENRES));
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

test("months, places, peoples, ships, exclamations and headings are not characters", () => {
  const text =
    "Chapter Three: The Widow Speaks\n\nIn April they left Paris for the Hague. Good God, the English had taken the Argonaut! Heaven knew how. On Tuesday snow fell over Mount Harrow, and the Ministry of War said nothing.";
  expect(cast(text)).toEqual([]);
});

test("names of months and towns are characters when they act like a person", () => {
  expect(
    cast("“It is cold,” said April. April shivered; her brother Austin laughed and gave her his coat."),
  ).toEqual(["April", "Austin"]);
});

test("a title alone is a character if no named person has it, otherwise that person's alias", () => {
  expect(
    cast(
      "“Off with it!” said the Queen. The gardeners ran. The Queen smiled at the Queen’s own face in the glass.",
    ),
  ).toEqual(["the Queen"]);
  expect(cast("Count Orlov bowed. “Madam,” said the Count, “sit.”")).toEqual(["Count Orlov = the Count"]);
});

test("names of the cast are found in any surroundings", () => {
  const text = "There was Ixtlan, of all things, between Birch and Hope Harbor.";
  expect(cast(text)).toEqual([]);
  expect(
    findCharacters(text, { knownNames: ["Birch"], playerName: "Ixtlan" }).map(({ name }) => name),
  ).toEqual(["Birch", "Ixtlan"]);
});

test("the text's words about a character beside the name are kept", () => {
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

test("a common first name is a character at its first mention", () => {
  expect(cast("Nobody had asked Kowalczyk, and nobody would.")).toEqual(["Kowalczyk"]);
  expect(cast("They met again at Klein’s shop.")).toEqual(["Klein"]);
  expect(cast("She drove past Judge Miller’s gate and on to Judge Potter’s.")).toEqual([
    "Judge Miller",
    "Judge Potter",
  ]);
});

test("an invented town is not a character, even one that is named often", () => {
  expect(cast("They left Ravenmouth behind. Ravenmouth was burning, and so was Dunwatch.")).toEqual([]);
  expect(cast("We sailed from Corvale past Maple Avenue to Operation Lantern.")).toEqual([]);
});

test("everybody whom the text introduces by name is a character", () => {
  expect(cast("“Call me Anchor,” he said.")).toEqual(["Anchor"]);
  expect(cast("The dead man had been called Dusk.")).toEqual(["Dusk"]);
  expect(cast("She came with a carpenter named Bracket.")).toEqual(["Bracket"]);
  expect(cast("Her cook went by the name of Pepper.")).toEqual(["Pepper"]);
  expect(cast("Thimble, her name was, and she was nine.")).toEqual(["Thimble"]);
  expect(cast("He drew the sword they called Bitterleaf.")).toEqual([]);
  expect(cast("They called her Oriane. They called her Coward.")).toEqual(["Oriane"]);
});

test("a people's name is a nickname where it speaks, and a people after “the”", () => {
  expect(cast("“I never saw it,” said Dutch. Dutch smiled. The French had gone home.")).toEqual(["Dutch"]);
});

test("a character with a town's name who speaks may go to that town", () => {
  expect(cast("Jordan had never been to Jordan. “Never,” said Jordan.")).toEqual(["Jordan"]);
});

test("a title used as a name stands without an article", () => {
  expect(cast("The machine called itself Bishop. “I see you,” said Bishop.")).toEqual(["Bishop"]);
});

test("a surname that is an epithet, or begins no other name, is one after a title", () => {
  expect(cast("Captain Good sat down. “Ask Captain Good,” I said, for they all trusted Good.")).toEqual([
    "Captain Good = Good",
  ]);
  expect(cast("Mr. Darling took his hat.")).toEqual(["Mr. Darling"]);
});

test("a person with a place's title is a character, and a group of people is not", () => {
  expect(cast("The Duke of Alderney was asleep. The Army said nothing, and the Army decided.")).toEqual([
    "Duke of Alderney",
  ]);
});

test("a colonel, a miss and a mister of one surname are three", () => {
  expect(cast("Colonel Tarrant coughed. “Miss Tarrant,” said the maid, “and Mr. Owen Tarrant.”")).toEqual([
    "Colonel Tarrant",
    "Miss Tarrant",
    "Owen Tarrant = Mr. Owen Tarrant",
  ]);
});

test("the beginning or the end of a given name is short for it", () => {
  expect(cast("Clementine waited. “Clem!” he called, and Clementine Ashby ran.")).toEqual([
    "Clementine Ashby = Clem = Clementine",
  ]);
  expect(cast("Babatunde sat down. It grew dark. “Are you there, Tunde?” she asked.")).toEqual([
    "Babatunde = Tunde",
  ]);
});

test("a short paragraph full of names is no heading", () => {
  expect(cast("It was cold.\n\nSister Ruth met Sister Agnes!\n\nThe Story of the Old House")).toEqual([
    "Sister Agnes",
    "Sister Ruth",
  ]);
});

test("a word that is a surname is somebody where it acts, and only at the start of sentences", () => {
  expect(cast("Stone checked the door. It was late. Stone nodded at the guard.")).toEqual(["Stone"]);
  expect(cast("Stone is cold. The stone walls wept. Stone cracked.")).toEqual([]);
});

test("words about a person are not used for their office or their firm", () => {
  expect(cast("“Ask Bronwen from Accounts, who is never wrong,” said Karthik.")).toEqual([
    "Bronwen",
    "Karthik",
  ]);
  expect(cast("She worked for Hargrove & Lyle.")).toEqual([]);
});

test("a mister whom the story calls so is not the daughter whom it calls by her given name", () => {
  expect(cast("Zadie Okafor ran. Zadie never stopped. Mr. Okafor had been a sprinter once.")).toEqual([
    "Mr. Okafor",
    "Zadie Okafor = Zadie",
  ]);
});

test("a name that ends like a people's is one", () => {
  expect(cast("Anneliese laughed. “You are late,” said Anneliese. The Maltese were not.")).toEqual([
    "Anneliese",
  ]);
});

test("words about an old town are not an epithet of a character", () => {
  expect(cast("It rained in old Varesh, as it always did.")).toEqual([]);
  expect(cast("“Go home,” she told old Varesh.")).toEqual(["Varesh"]);
});

test("words after “of” a place are about another person", () => {
  expect(cast("The lamplighter of Ysmere was a woman. Two boys from Ysmere laughed.")).toEqual([]);
  expect(cast("It lay under an old Varesh carpet.")).toEqual([]);
});

test("an ordinary word is a name where the text says who it was", () => {
  expect(cast("Fig, who was eleven, held the ladder. “Fig,” she said, “come down.”")).toEqual(["Fig"]);
});

test("the answer to a question for a name is a name", () => {
  expect(cast("“What is your name, child?” “Isketh.” The girl ran.")).toEqual(["Isketh"]);
});

test("a wife with her husband's whole name is another person", () => {
  expect(
    cast(
      "Mrs. Ardal Finch bowed. Mrs. Ardal Finch sat. “Is Mr. Ardal Finch at home?” Ardal Finch was. Ardal Finch coughed. Ardal Finch stood up.",
    ),
  ).toEqual(["Ardal Finch = Mr. Ardal Finch", "Mrs. Ardal Finch"]);
});

test("in a list of names one vouches for the next", () => {
  expect(cast("The guard read the names: Abara, Okoye, Petrenko, Ruiz.")).toEqual([
    "Abara",
    "Okoye",
    "Petrenko",
    "Ruiz",
  ]);
});
