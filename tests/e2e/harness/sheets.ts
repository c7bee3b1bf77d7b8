import type { Locator, Page } from "@playwright/test";
import * as v from "valibot";
import { findOrigin } from "./person.ts";
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

/** The id of a message on the page, counted from 0. */
export async function idOfMessage(page: Page, index: number): Promise<string> {
  const message = page.getByRole("log").locator("article[data-message]").nth(index);
  return (await message.getAttribute("data-message")) ?? "";
}

/** Calls the API about the conversation that is open on the page, and gives the answer. */
async function callOpen(
  page: Page,
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  data: unknown = {},
): Promise<unknown> {
  const headers = { Origin: await findOrigin(page) };
  const answer = await page.request.fetch(`/api${new URL(page.url()).pathname}/${path}`, {
    method,
    headers,
    data,
  });
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
  return answer.status() === 204 ? null : answer.json();
}

/** Writes another version of a message and opens the path that ends with it. Returns the id of the new message. */
export async function addVersion(page: Page, messageId: string, content: string): Promise<string> {
  const answer = await callOpen(page, "POST", `messages/${messageId}/versions`, { content });
  return v.parse(v.object({ messageId: v.string() }), answer).messageId;
}

/** Opens the path that ends with a message. */
export async function openPath(page: Page, leafId: string): Promise<void> {
  await callOpen(page, "POST", `paths/${leafId}/open`);
}
