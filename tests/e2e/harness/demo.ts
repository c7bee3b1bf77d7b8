import type { Locator, Page } from "@playwright/test";

export const ROOM_12 = {
  genre: "Mystery",
  character: "A night porter who has never opened room 12",
  description: "A guest checks out of a room that was never let.",
};

/** The panel in which the demo's story is told. */
export function demoPanel(page: Page): Locator {
  return page.getByRole("region", { name: "Your demo story" });
}

export function genreBox(page: Page): Locator {
  return page.getByRole("combobox", { name: "Genre", exact: true });
}

/** Fills in the demo's form and sends it. */
export async function beginDemo(page: Page, premise = ROOM_12): Promise<void> {
  await genreBox(page).selectOption(premise.genre);
  await page.getByLabel("Your character").fill(premise.character);
  await page.getByLabel("What happens in it").fill(premise.description);
  await page.getByRole("button", { name: "Start the story" }).click();
}
