import type { Locator, Page } from "@playwright/test";
import type { ModelServer } from "#tests/fakes/model-server.ts";
import { messageAt } from "./editing.ts";
import { callApi } from "./person.ts";
import { afterLines, storyLog } from "./story.ts";
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

/** Begins a story with one exchange, then opens a second path that has another first line. Returns the story's path. */
export async function withTwoPaths(
  page: Page,
  model: ModelServer,
  { own, reply, other }: { own: string; reply: string; other: string },
): Promise<string> {
  model.tells(reply, { to: own });
  const path = await afterLines(page, model, [own]);
  const messageId = await messageAt(page, 1).getAttribute("data-message");
  await callApi(page, "POST", `/api${path}/messages/${messageId}/versions`, { content: other });
  await expect(storyLog(page)).toContainText(other);
  return path;
}
