import { expect, test } from "vitest";
import {
  countMentions,
  findMember,
  findOwnCharacter,
  listOthers,
} from "#app/features/stories/reading/cast.ts";
import { chooseEmblem } from "#domain/emblem.ts";
import { member } from "./cast-member.ts";

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

test("one mention is one, and more are counted", () => {
  expect(countMentions(1)).toBe("1 mention");
  expect(countMentions(0)).toBe("0 mentions");
  expect(countMentions(27)).toBe("27 mentions");
  expect(countMentions(1234)).toBe("1,234 mentions");
});

test("the person's own character has their description and what the story has told since", () => {
  const described = {
    name: "Wren Halloran",
    description: "Wren Halloran, an operator",
    role: "Main Character",
  };
  const story = { storyId: "s1", metadata: { genre: "Mystery", userCharacter: described } } as const;
  const emblem = chooseEmblem("Mystery", "s1");
  expect(findOwnCharacter(story, [member("Mara")])).toEqual({
    name: "Wren Halloran",
    role: "Main Character",
    description: "An operator",
    personality: null,
    emblem,
  });
  const told = member("Wren Halloran", {
    role: "Relief operator",
    description: "Tired",
    personality: "curious, careful",
    isMainCharacter: true,
  });
  expect(findOwnCharacter(story, [told])).toEqual({
    name: "Wren Halloran",
    role: "Relief operator",
    description: "An operator",
    personality: "curious, careful",
    emblem,
  });
});

test("a person who is named before the cast is known is new and mentioned once", () => {
  const mara = member("Mara", { mentions: 3, role: "Keeper" });
  expect(findMember([mara], "Mara")).toBe(mara);
  expect(findMember([mara], "Roe")).toEqual(member("Roe", { isNew: true }));
});
