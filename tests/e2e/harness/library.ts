import type { Locator, Page } from "@playwright/test";
import { callApi } from "./person.ts";
import { expect } from "./test.ts";

export type ShelvedStory = { title: string; description?: string; genre?: string; subGenre?: string };

const DESCRIPTION = "A voice on the harbour radio reads out the name of a boat that was lost years ago.";

/** Begins a story without opening it. The plan must have room. Returns its id. */
export async function shelve(page: Page, story: ShelvedStory): Promise<string> {
  const data = { genre: "Mystery", character: "A relief operator", description: DESCRIPTION, ...story };
  const { storyId } = await callApi(page, "POST", "/api/stories", data);
  return String(storyId);
}

/** Begins stories and archives each at once: the free plan allows one active story and any number of archived ones. */
export async function shelveArchived(page: Page, stories: readonly ShelvedStory[]): Promise<string[]> {
  const ids: string[] = [];
  for (const story of stories) {
    const storyId = await shelve(page, story);
    await callApi(page, "PUT", `/api/stories/${storyId}`, { status: "archived" });
    ids.push(storyId);
  }
  return ids;
}

/** The titles on the shelf, in order. */
export function titles(page: Page): Locator {
  return page.getByRole("article").getByRole("heading", { level: 2 });
}

/** Opens the menu of a story's card and returns it. */
export async function openStoryMenu(page: Page, title: string): Promise<Locator> {
  await page.getByRole("button", { name: `Story menu: ${title}` }).click();
  const menu = page.getByRole("menu");
  await expect(menu).toBeVisible();
  return menu;
}
