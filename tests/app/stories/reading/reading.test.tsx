import { expect, test } from "vitest";
import { findMember, findOwnCharacter, listOthers } from "#app/features/stories/reading/cast.ts";
import { toBack } from "#app/features/stories/reading/cast-corrections.tsx";
import { pickSentences } from "#app/features/stories/reading/previously.tsx";
import { StoryInformationText } from "#app/features/stories/reading/story-information.tsx";
import { chooseEmblem } from "#domain/choose-emblem.ts";
import type { MemoryLine } from "#domain/memory.ts";
import { textOf } from "#tests/app/browser.ts";
import { member } from "#tests/app/examples.ts";

const metadata = {
  genre: "Mystery",
  subGenre: null,
  setting: "",
  isNSFW: false,
  userCharacter: { name: "You", description: "A keeper", role: "Main Character" },
} as const;
const story = { description: "A voice.\n\nA boat.", metadata, currentLocation: null, messageCount: 1234 };

test("a description is shown in its paragraphs, beside genre and number of messages", () => {
  const text = textOf(<StoryInformationText {...story} metadata={{ ...metadata, subGenre: "Cold Case" }} />);
  expect(text).toContain("|Story Details|A voice.|A boat.|");
  expect(text).toContain("|Genre|Mystery|Cold Case|");
  expect(text).toContain("|Messages|1,234|");
  expect(text).not.toContain("NSFW");
});

test("a story without a description says so, and one for adults is marked", () => {
  const text = textOf(
    <StoryInformationText {...story} description=" " metadata={{ ...metadata, isNSFW: true }} />,
  );
  expect(text).toContain("|No description available|");
  expect(text).toContain("|NSFW Content|");
});

test("the setting is the chosen one, otherwise the current location, otherwise “not told yet”", () => {
  const chosen = { ...metadata, setting: "An island lighthouse" };
  expect(textOf(<StoryInformationText {...story} metadata={chosen} currentLocation="The quay" />)).toContain(
    "|Setting|An island lighthouse|",
  );
  expect(textOf(<StoryInformationText {...story} currentLocation="The quay" />)).toContain(
    "|Setting|The quay|",
  );
  expect(textOf(<StoryInformationText {...story} />)).toContain("|Setting|Not told yet|");
});

function line(depth: number, text: string, more: Partial<MemoryLine> = {}): MemoryLine {
  const ids = { lineId: `line-${depth}`, fromId: `from-${depth}`, toId: `to-${depth}` };
  return {
    ...ids,
    text,
    depth,
    isPinned: false,
    isAdded: false,
    isCorrected: false,
    isForgotten: false,
    isStale: false,
    ...more,
  };
}

const LINES = [
  line(0, "A voice named a boat. It had gone down."),
  line(10, "The logbook was in her hand. She hid it."),
  line(20, "You took the bearing up. The wind rose."),
  line(30, "A light burned past the reef."),
];

test("what happened is one sentence of each of the last three lines of memory", () => {
  expect(pickSentences(LINES, 40)).toEqual([
    "The logbook was in her hand.",
    "You took the bearing up.",
    "A light burned past the reef.",
  ]);
});

test("it says nothing of what comes after the line that was left", () => {
  expect(pickSentences(LINES, 20)).toEqual([
    "A voice named a boat.",
    "The logbook was in her hand.",
    "You took the bearing up.",
  ]);
});

test("fewer lines give all their sentences, at most three, and none gives nothing", () => {
  expect(pickSentences(LINES, 5)).toEqual(["A voice named a boat.", "It had gone down."]);
  expect(pickSentences(LINES, 15)).toEqual([
    "It had gone down.",
    "The logbook was in her hand.",
    "She hid it.",
  ]);
  expect(pickSentences([], 40)).toEqual([]);
});

test("what the person has put away, and what only repeats a text, is left out", () => {
  const lines = [
    line(0, "It began."),
    line(10, "Secret.", { isForgotten: true }),
    line(20, "Raw.", { isStale: true }),
  ];
  expect(pickSentences(lines, 40)).toEqual(["It began."]);
});

test("the others are sorted by mentions, then by name, without the person's own character", () => {
  const cast = [
    member("Zora", { mentions: 9 }),
    member("Wren", { mentions: 40, isMainCharacter: true }),
    member("bede", { mentions: 2 }),
    member("Álvar", { mentions: 2 }),
    member("Mara", { mentions: 27 }),
  ];
  expect(listOthers(cast).map(({ name }) => name)).toEqual(["Mara", "Zora", "Álvar", "bede"]);
  expect(cast.map(({ name }) => name)).toEqual(["Zora", "Wren", "bede", "Álvar", "Mara"]);
});

test("the person's own character has their description and what the story has told since", () => {
  const described = {
    name: "Wren Halloran",
    description: "Wren Halloran, an operator",
    role: "Main Character",
  };
  const story = { storyId: "s1", metadata: { genre: "Mystery", userCharacter: described } } as const;
  const emblem = chooseEmblem("Mystery", "s1");
  const own = { ...described, description: "An operator", personality: null, emblem };
  expect(findOwnCharacter(story, [member("Mara")])).toEqual(own);
  const told = member("Wren Halloran", {
    role: "Relief operator",
    description: "Tired",
    personality: "curious, careful",
    isMainCharacter: true,
  });
  const since = { role: "Relief operator", personality: "curious, careful" };
  expect(findOwnCharacter(story, [told])).toEqual({ ...own, ...since });
});

test("a person who is named before the cast is known is new and mentioned once", () => {
  const mara = member("Mara", { mentions: 3, role: "Keeper" });
  expect(findMember([mara], "Mara")).toBe(mara);
  const renamed = member("Anna", { aliases: ["Mara"] });
  expect(findMember([renamed], "Mara"), "as earlier passages name her").toBe(renamed);
  expect(findMember([renamed, mara], "Mara")).toBe(mara);
  expect(findMember([mara], "Roe")).toEqual(member("Roe", { isNew: true }));
});

test("a correction is taken back to what was there, also to the AI's own, but not where it was corrected again", () => {
  const change = { name: "Mara Voss", description: "Answers nothing", personality: "" };
  const before = { name: "Mara", description: "", personality: "dry" };
  expect(toBack({ corrected: ["personality"] }, change, before)).toEqual({
    name: "",
    description: "",
    personality: "dry",
    before: change,
  });
});
