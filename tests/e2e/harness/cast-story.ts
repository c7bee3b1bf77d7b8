import type { Locator, Page } from "@playwright/test";
import type { ModelServer } from "#tests/fakes/model-server.ts";
import { signUp } from "./person.ts";
import { analysing, atRest, beginStory, mention, named, THE_NINTH_SIGNAL } from "./story.ts";
import { expect } from "./test.ts";

/** The opening of `openStory`. */
export const OPENING =
  "The radio hissed at nine. Mara Voss set down her cup, and Wren Halloran looked up from the logbook.\n\n“That isn’t weather,” Mara said. “Ask Captain Eddis Roe.”";
const CAST = [
  {
    ...named("Captain Eddis Roe"),
    role: "Master of the Corrie Ann",
    description: "Thirty-one years drowned, and punctual",
  },
  { ...named("Mara Voss"), aliases: ["Mara"], role: "Keeper of the light", personality: "watchful; dry" },
  { ...named("Wren Halloran"), aliases: ["Wren"], role: "Relief operator", personality: "curious, late" },
];
const STORY = { ...THE_NINTH_SIGNAL, character: "Wren Halloran, a relief operator on a lighthouse" };

/** Signs a new person up and begins a story with named characters. Ends when its opening and the jobs after it are complete. */
export async function openStory(page: Page, model: ModelServer): Promise<string> {
  model.tells(OPENING, { to: "<opening_request/>" });
  model.tells("The Ninth Signal", { to: "<title_request/>" });
  analysing(model, { characters: CAST, currentLocation: "Harrow Light, night" });
  await signUp(page);
  const path = await beginStory(page, STORY);
  await expect(mention(page, "Mara Voss")).toBeVisible();
  await atRest(page);
  analysing(model);
  return path;
}

/** Opens Story Information. */
export async function openInformation(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Story information" }).click();
  const sheet = page.getByRole("dialog", { name: /^Story Information/ });
  await expect(sheet).toBeVisible();
  return sheet;
}

/** The part of Story Information under a heading. */
export function section(sheet: Locator, name: string): Locator {
  return sheet.locator("section", { has: sheet.page().getByRole("heading", { name, exact: true }) });
}
