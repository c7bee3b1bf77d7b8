import { expect, test } from "vitest";
import { addForms, type CastEntry, type CastNews, mergeCast } from "#workers/ai/cast/merge-cast.ts";

function entry(name: string, more: Partial<CastEntry> = {}): CastEntry {
  return {
    name,
    aliases: [],
    isNew: false,
    mentions: 1,
    description: null,
    role: null,
    personality: null,
    isMainCharacter: false,
    ...more,
  };
}

function news(name: string, more: Partial<CastNews> = {}): CastNews {
  return { name, aliases: [], description: null, role: null, personality: null, ...more };
}

test("a part of a name and a declared name are the same person", () => {
  const cast = [entry("Elizabeth Harrow", { aliases: ["Mrs. Harrow", "Lizzy"] })];
  for (const name of ["Elizabeth", "Mrs. Harrow", "Lizzy Harrow", "elizabeth harrow"]) {
    expect(mergeCast(cast, [news(name)]), name).toHaveLength(1);
  }
  expect(mergeCast(cast, [news("The Duchess", { aliases: ["Elizabeth Harrow"] })])).toHaveLength(1);
});

test("the fuller name becomes the name, except for the person's own character", () => {
  expect(mergeCast([entry("Mara")], [news("Mara Voss")])).toMatchObject([
    { name: "Mara Voss", aliases: ["Mara"] },
  ]);
  expect(mergeCast([entry("Mara", { isMainCharacter: true })], [news("Mara Voss")])).toMatchObject([
    { name: "Mara", aliases: ["Mara Voss"], isMainCharacter: true },
  ]);
});

test("husband and wife, and two with one surname, stay two", () => {
  expect(mergeCast([entry("Mr. Bennet")], [news("Mrs. Bennet")])).toHaveLength(2);
  expect(mergeCast([entry("Elizabeth Bennet")], [news("Jane Bennet")])).toHaveLength(2);
  expect(mergeCast([entry("Elizabeth Bennet")], [news("Mrs. Bennet")])).toHaveLength(2);
});

test("a surname that two have goes to neither", () => {
  const cast = [entry("Elizabeth Bennet"), entry("Jane Bennet")];
  expect(mergeCast(cast, [news("Bennet")])).toEqual(cast);
});

test("a form goes to the only one whose name it is a part of", () => {
  const cast = [entry("Mara Voss"), entry("Jane Bennet"), entry("Elizabeth Bennet")];
  const forms = ["Voss", "Bennet", "Jane", "Tobias", "Mara Voss"];
  expect(addForms(cast, forms, "Wren Halloran").map(({ aliases }) => aliases)).toEqual([
    ["Voss"],
    ["Jane"],
    [],
  ]);
  expect(addForms([entry("Ruth Halloran")], ["Halloran"], "Wren Halloran")[0]?.aliases).toEqual([]);
});
