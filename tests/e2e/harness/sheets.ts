import type { Locator, Page } from "@playwright/test";
import { callApi } from "./person.ts";
import { expect } from "./test.ts";

/** Opens a sheet of the conversation on the page: by its button, on a phone by the menu. */
export async function openSheet(page: Page, name: "Paths" | "Story notes" | "Chat notes"): Promise<Locator> {
  if ((page.viewportSize()?.width ?? 0) >= 768) {
    await page.getByRole("banner").getByRole("button", { name, exact: true }).click();
  } else {
    await page.getByRole("button", { name: /^(Story|Chat) menu/ }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  }
  const sheet = page.getByRole("dialog", { name: new RegExp(`${name}$`) });
  await expect(sheet).toBeVisible();
  return sheet;
}

/** Writes another version of a message on the page, counted from 0, and opens the path that ends with it. */
export async function addVersion(page: Page, index: number, content: string): Promise<void> {
  const message = page.getByRole("log").locator("article[data-message]").nth(index);
  const messageId = await message.getAttribute("data-message");
  const { pathname } = new URL(page.url());
  await callApi(page, "POST", `/api${pathname}/messages/${messageId}/versions`, { content });
}
