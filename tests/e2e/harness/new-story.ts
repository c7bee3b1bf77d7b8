import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Opens the dialog from the empty library. */
export async function openDialog(page: Page): Promise<Locator> {
  if (new URL(page.url()).pathname !== "/stories") await page.goto("/stories");
  await page.getByRole("link", { name: "Start Your First Story" }).click();
  return shownDialog(page);
}

/** Waits for a dialog and returns it. */
export async function shownDialog(page: Page, name = "Begin Your Story"): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Chooses the genre in a form. */
export async function choose(form: Locator, genre: string): Promise<void> {
  await form.getByRole("radio", { name: genre, exact: true }).check();
}

/** The field of the person's character. */
export function character(form: Locator): Locator {
  return form.getByLabel("Your character");
}

/** The field of the premise. */
export function description(form: Locator): Locator {
  return form.getByLabel("What it is about");
}

/** The button that begins the story. */
export function submit(form: Locator): Locator {
  return form.getByRole("button", { name: "Begin the story" });
}

/** Fills in everything that a story needs. */
export async function fillIn(form: Locator): Promise<void> {
  await choose(form, "Western");
  await character(form).fill("A bookkeeper");
  await description(form).fill("The bank at Tarry Creek was robbed of four dollars.");
}
