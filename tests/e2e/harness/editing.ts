import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** A message on the page, counted from 0. */
export function messageAt(page: Page, index: number): Locator {
  return page.getByRole("log").locator("article[data-message]").nth(index);
}

/** Uses a tool of a message: by mouse under it, on a phone by a tap on it and then in the bar. */
export async function pressTool(page: Page, message: Locator, name: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 768) {
    await message.hover();
    await message.getByRole("button", { name, exact: true }).click();
    return;
  }
  await message.locator("[data-start], p").first().tap();
  await toolsBar(page).getByRole("button", { name, exact: true }).tap();
}

/** The tools on a phone, in place of the input bar. */
export function toolsBar(page: Page): Locator {
  return page.locator("[data-tools-bar]");
}

/** Opens the editor of a message and returns its field. */
export async function openEditor(page: Page, message: Locator): Promise<Locator> {
  await pressTool(page, message, "Edit");
  await expect(editorField(page)).toBeFocused();
  return editorField(page);
}

export function editorField(page: Page): Locator {
  return page.locator("[data-editor] textarea");
}

export function saveButton(page: Page): Locator {
  return page.getByRole("button", { name: "Save as a new version" });
}

export function goOnButton(page: Page): Locator {
  return page.getByRole("button", { name: "Save and go on from here" });
}

/** Replaces the text of a message and waits until it is saved. */
export async function edit(page: Page, message: Locator, text: string): Promise<void> {
  const field = await openEditor(page, message);
  await field.fill(text);
  await saveButton(page).click();
  await expect(field).toBeHidden();
}
