import { THEMES } from "#domain/themes.ts";
import { expectAccessible } from "./harness/axe.ts";
import { OPENING, openInformation, openStory, section } from "./harness/cast-story.ts";
import { findRest, tabTo } from "./harness/page.ts";
import { atRest, inputBox, mention, storyLog, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

test("a name changes no width; text over it is selected alone, and copied as it was written", async ({
  page,
  model,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openStory(page, model);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(OPENING);
  await expect(page.getByRole("button", { name: "Copy", exact: true })).toBeVisible();

  const box = await findRest(mention(page, "Mara Voss"));
  // From the second letter on.
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => page.evaluate(() => String(document.getSelection()))).toBe("ara Voss");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const marked = await storyLog(page)
    .getByRole("article")
    .first()
    .evaluate((article) => {
      document.getSelection()?.selectAllChildren(article);
      return String(document.getSelection());
    });
  expect(marked.replace(/\s+/g, " ").trim()).toBe(OPENING.replace(/\s+/g, " "));

  const moved = await storyLog(page).evaluate((log) => {
    const measure = () =>
      [...log.querySelectorAll("p")].map((paragraph) => {
        const range = document.createRange();
        range.selectNodeContents(paragraph);
        const { left, top, right, bottom } = range.getBoundingClientRect();
        const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.bottom)));
        return [left, top, right, bottom, lines.size].join(" ");
      });
    const named = measure();
    for (const name of log.querySelectorAll("p [role=button]")) name.replaceWith(name.textContent ?? "");
    for (const paragraph of log.querySelectorAll("p")) paragraph.normalize();
    const plain = measure();
    return named.filter((place, index) => place !== plain[index]);
  });
  expect(moved, "lines that would break elsewhere without a name").toEqual([]);
});

test("Story Information closes in three ways, keeps the page in its place, and is accessible in every theme", async ({
  page,
  model,
}) => {
  await openStory(page, model);
  const modal = page.getByRole("dialog", { name: "Mara Voss" });
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  for (const themes of [undefined, THEMES]) {
    await expectAccessible(page, "html", themes);
    await openInformation(page);
    await expectAccessible(page, "html", themes);
    await page.keyboard.press("Escape");
    await mention(page, "Mara Voss").click();
    await expect(modal).toBeVisible();
    await expectAccessible(page, "html", themes);
    await page.keyboard.press("Escape");
    await expect(modal).toBeHidden();
    if (viewport) await page.setViewportSize(viewport);
  }

  const opener = page.getByRole("button", { name: "Story information" });
  const sheet = await openInformation(page);
  const scrolled = await page.evaluate(() => window.scrollY);
  await page.mouse.move(20, 400);
  await page.mouse.wheel(0, 600);
  await findRest(sheet);
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  await sheet.getByRole("button", { name: "Continue Story" }).click();
  await expect(sheet).toBeHidden();
  await expect(opener).toBeFocused();

  await openInformation(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(opener).toBeFocused();

  await mention(page, "Wren Halloran").click(); // the person's own character
  await expect(section(sheet, "Your Character").getByText("Wren Halloran", { exact: true })).toBeVisible();
  await page.mouse.click(40, 400);
  await expect(sheet).toBeHidden();
});

test("everything opens and closes by the keyboard alone", async ({ page, model }) => {
  await openStory(page, model);
  await page.reload();
  await expect(page.locator("[data-alive]")).toBeAttached();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the box" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(inputBox(page)).toBeFocused();
  await page.keyboard.press("Escape");

  // The names are one stop, with the arrow keys inside.
  await page.getByRole("button", { name: /^Story menu/ }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("article").last()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(mention(page, "Mara Voss")).toBeFocused();
  for (const name of ["Wren Halloran", "Mara", "Captain Eddis Roe"]) {
    await page.keyboard.press("ArrowRight");
    await expect(mention(page, name)).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(mention(page, "Captain Eddis Roe")).toBeFocused();
  await page.keyboard.press("Space");
  const modal = page.getByRole("dialog", { name: "Captain Eddis Roe" });
  await expect(modal).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(modal.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(mention(page, "Captain Eddis Roe")).toBeFocused();

  await page.getByRole("button", { name: "Story information" }).focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: /^Story Information/ });
  await expect(sheet.locator(":focus")).toHaveCount(1);
  const card = sheet.getByRole("button", { name: "Mara Voss", exact: true });
  await tabTo(card);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Mara Voss", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Text settings" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: "Regular" }).first()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Large", exact: true })).toBeChecked();
  await page.keyboard.press("Escape");

  model.tells("Nobody answered.", { to: "I wait." });
  await write(page, "I wait.");
  await expect(storyLog(page)).toContainText("Nobody answered.");
  await atRest(page);
  await page.reload();
  await expect(page.locator("[data-alive]")).toBeAttached();
  await page.getByRole("button", { name: /^Story menu/ }).focus();
  await page.keyboard.press("Tab");
  await expect(mention(page, "Mara Voss"), "a name in a passage above the last one").toBeFocused();
  await tabTo(storyLog(page).getByRole("article").last());
});

test("a name opens its character, also while its passage is written; a chat with her begins, and continues", async ({
  page,
  model,
}) => {
  const path = await openStory(page, model);
  await test.step("while its passage is written", async () => {
    const text = "Mara Voss shut the log. The lamp went round.";
    model.tells(text, { to: "I ask her", holdsAfter: ["The lamp"] });
    await write(page, "I ask her.");
    const streaming = storyLog(page).getByRole("article").last();
    const name = streaming.getByRole("button", { name: "Mara Voss" });
    await expect(name).toBeVisible();
    await expect(storyLog(page)).toHaveAttribute("aria-busy", "true");
    await name.click();
    const modal = page.getByRole("dialog", { name: "Mara Voss" });
    await expect(modal).toBeVisible();
    await expect(storyLog(page)).toHaveAttribute("aria-busy", "true");
    await page.keyboard.press("Escape");
    await expect(modal).toBeHidden();
    await page.getByRole("button", { name: "Stop" }).click();
    await atRest(page);
    await expect(name).toBeVisible();
  });

  await mention(page, "Mara Voss").first().click();
  await page.getByRole("button", { name: "Back to Story" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(mention(page, "Mara Voss").first()).toBeFocused();
  await mention(page, "Mara Voss").first().click();
  model.tells("*Looks up from the logbook* You heard it too, then.", { to: "<chat_request/>" });
  await page.getByRole("button", { name: "Start Chat with Mara Voss" }).click();
  await expect(page).toHaveURL(/\/character-chats\/[0-9a-f-]{36}$/);
  const log = page.getByRole("log", { name: "Mara Voss" });
  await expect(log).toContainText("You heard it too, then.");
  await expect(log.locator("em + br")).toHaveCount(1);
  const chat = page.url();
  await page.goto(path);
  await mention(page, "Mara Voss").first().click();
  await page.getByRole("button", { name: "Continue Chat with Mara Voss" }).click();
  await expect(page).toHaveURL(chat);
});
