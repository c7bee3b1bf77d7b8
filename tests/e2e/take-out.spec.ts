import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe.ts";
import { createChat } from "./harness/chat.ts";
import { signUp } from "./harness/person.ts";
import { atRest, inAStory, OPENING, storyLog, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

async function openDialog(page: Page, menu: RegExp) {
  await page.getByRole("button", { name: menu }).click();
  await page.getByRole("menuitem", { name: "Take it with you" }).click();
  return page.getByRole("dialog", { name: /^Take this (?:story|chat) with you$/ });
}

async function download(page: Page, name: string) {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: `Download ${name}` }).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("a story is taken out as Markdown, and as everything; a book says that it is part of Premium", async ({
  page,
  model,
  expectedErrors,
}) => {
  expectedErrors.push("402");
  await inAStory(page, model);
  await write(page, "I look at the dial.");
  await expect(storyLog(page)).toContainText("nothing else to tell");
  await atRest(page);
  let dialog = await openDialog(page, /^Story menu/);
  await expect(dialog.getByText("3 passages. The story stays here too.")).toBeVisible();
  await expectAccessible(page);
  const before = await dialog.getByRole("img", { includeHidden: true }).first().getAttribute("src");
  await dialog.getByRole("button", { name: "Another drawing" }).click();
  await expect(dialog.getByRole("img", { includeHidden: true }).first()).not.toHaveAttribute(
    "src",
    before ?? "",
  );
  await page.getByRole("button", { name: "Download EPUB" }).click();
  const limit = page.getByRole("dialog", { name: "Usage Limit Reached" });
  await expect(limit.getByText(/^Books as EPUB are part of Premium/)).toBeVisible();
  await page.keyboard.press("Escape");

  await dialog.getByRole("radio", { name: /^Markdown/ }).check();
  const markdown = await download(page, "Markdown");
  expect(markdown.name).toMatch(/\.md$/);
  expect(markdown.bytes.toString()).toContain(`${OPENING}\n\n> I look at the dial.\n\n`);
  await expect(dialog).toBeHidden();

  dialog = await openDialog(page, /^Story menu/);
  await dialog.getByRole("radio", { name: /^JSON/ }).check();
  const json = await download(page, "JSON");
  expect(JSON.parse(json.bytes.toString())).toMatchObject({
    format: "talespark-story",
    messages: [{ content: OPENING }, { content: "I look at the dial." }, { role: "assistant" }],
  });
});

test("a chat is taken out from its menu, with the picture of its character on the front", async ({
  page,
}) => {
  await signUp(page);
  await page.goto(await createChat(page));
  const dialog = await openDialog(page, /^Chat menu/);
  await expect(dialog.getByRole("img", { name: "Mara Voss" })).toBeVisible();
  await expect(dialog.getByText("Name on the cover")).toBeVisible();
  await dialog.getByRole("radio", { name: /^Plain text/ }).check();
  await expect(dialog.getByText("Name on the cover")).toBeHidden();
  const text = await download(page, "Plain text");
  expect(text.name).toMatch(/\.txt$/);
});
