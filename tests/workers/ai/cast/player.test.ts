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
  ["A relief operator who has come to Harrow for a month", "You"],
  ["Je m’appelle Jean Valjean, forçat", "Jean Valjean"],
  ["Une couturière nommée Fantine", "Fantine"],
  ["Me llamo Ana de Ozores y no duermo", "Ana de Ozores"],
  ["Меня зовут Мара Восс, я смотритель маяка", "Мара Восс"],
  ["Мара Восс, смотритель маяка", "Мара Восс"],
])("the person's own character %j is called %j", (character, name) => {
  expect(findPlayerName(character)).toBe(name);
});
