import { expect, it } from "vitest";
import { findPlayerName } from "#workers/ai/cast/player.ts";

it.each([
  ["Wren Halloran, a relief operator", "Wren Halloran"],
  ["I am Captain Mara Voss and I do not sleep", "Captain Mara Voss"],
  ["Ruth, night nurse in a hospital that closes at the end of the month", "Ruth"],
  ["Jean-Luc de Marais is a duellist", "Jean-Luc de Marais"],
  ["a clerk called Tom O’Brien, who lies", "Tom O’Brien"],
  ["Detective", "Detective"],
  ["A godmother nobody invited", "You"],
  ["Old soldier, tired of war", "You"],
  ["the last lighthouse keeper", "You"],
])("the person's own character %j is called %j", (character, name) => {
  expect(findPlayerName(character)).toBe(name);
});
