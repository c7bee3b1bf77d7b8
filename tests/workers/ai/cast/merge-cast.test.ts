import { expect, test } from "vitest";
import { type CastEntry, type CastNews, mergeCast } from "#workers/ai/cast/merge-cast.ts";

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
  return { name, aliases: [], mentions: 1, description: null, role: null, ...more };
}

test("an unknown character joins the cast as new, and is no longer new after the next passage", () => {
  const first = mergeCast([], [news("Mara Voss", { aliases: ["Mara"], mentions: 3, role: "captain" })]);
  expect(first).toEqual([
    entry("Mara Voss", { aliases: ["Mara"], isNew: true, mentions: 3, role: "captain" }),
  ]);
  expect(mergeCast(first, [])).toMatchObject([{ name: "Mara Voss", isNew: false }]);
  expect(mergeCast(first, [news("Mara", { mentions: 2 })])).toMatchObject([
    { name: "Mara Voss", isNew: false, mentions: 5 },
  ]);
});

test("a part of a name, a titled name and a short form are the same person", () => {
  const cast = [entry("Elizabeth Harrow", { aliases: ["Mrs. Harrow"] })];
  for (const name of ["Elizabeth", "Captain Harrow", "Lizzy Harrow", "Mrs. Harrow", "elizabeth harrow"]) {
    expect(mergeCast(cast, [news(name)]), name).toHaveLength(1);
  }
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
  expect(mergeCast(cast, [news("Bennet", { mentions: 4 })])).toEqual(cast);
});

test("a declared alias is enough", () => {
  const cast = [entry("Mara Voss", { aliases: ["the captain"] })];
  expect(mergeCast(cast, [news("The Captain", { mentions: 2 })])).toMatchObject([
    { name: "Mara Voss", mentions: 3 },
  ]);
});

test("what is known stays, what was unknown is filled in", () => {
  const cast = [entry("Mara", { description: "a keeper", personality: null })];
  const merged = mergeCast(cast, [
    news("Mara", { description: "a spy", role: "captain", personality: "stubborn, kind" }),
  ]);
  expect(merged).toMatchObject([{ description: "a keeper", role: "captain", personality: "stubborn, kind" }]);
  expect(cast[0]?.mentions).toBe(1);
});
