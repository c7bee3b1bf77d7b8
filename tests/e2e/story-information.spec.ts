import { expectAccessible } from "./harness/axe.ts";
import { OPENING, openInformation, openStory, STORY, section } from "./harness/cast-story.ts";
import { signUp } from "./harness/person.ts";
import { atRest, beginStory, inputBox, mention, storyLog, write } from "./harness/story.ts";
import { expect, onDesktopAlone, test } from "./harness/test.ts";

test("a name in the text opens the character, and the focus returns", async ({ page, model }) => {
  await openStory(page, model);
  await mention(page, "Mara Voss").click();
  const modal = page.getByRole("dialog", { name: "Mara Voss", exact: true });
  await expect(modal.getByText("New Character", { exact: true })).toBeVisible();
  await expect(modal.getByText("Story Character", { exact: true })).toBeVisible();
  await expect(modal.getByText("NSFW")).toHaveCount(0);
  await expect(modal.getByRole("heading", { name: "About Mara Voss" })).toBeVisible();
  await expect(modal.getByText("Logs everything and answers nothing", { exact: true })).toBeVisible();
  await expect(modal.getByText("Role: Keeper of the light", { exact: true })).toBeVisible();
  await expect(modal.getByRole("term")).toHaveText(["Character Type", "Mentions"]);
  await expect(modal.getByRole("definition")).toHaveText(["New", "2"]);
  await expect(modal.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
  await expect(modal.getByRole("listitem")).toHaveText([
    "Character profile & details",
    "Relationship mapping",
    "Story timeline",
  ]);
  await expect(modal.getByRole("button")).toHaveText([
    "", // closes it as well
    "Back to Story",
    "Start Chat with Mara Voss",
  ]);
  await modal.getByRole("button", { name: "Back to Story" }).click();
  await expect(modal).toBeHidden();
  await expect(mention(page, "Mara Voss")).toBeFocused();
});

test("a name is found while the next passage is written, and can be opened meanwhile", async ({
  page,
  model,
}) => {
  onDesktopAlone();
  await openStory(page, model);
  const rest = Array.from({ length: 60 }, (_, index) => `The lamp went round for the ${index}th time.`).join(
    " ",
  );
  model.tells(`Mara Voss shut the log. ${rest}`, { piecesPerSecond: 8, to: "I ask her" });
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
  await expect(
    storyLog(page).getByRole("article").last().getByRole("button", { name: "Mara Voss" }),
  ).toBeVisible();
});

test("marking a name does not change its width, so that no line breaks elsewhere", async ({
  page,
  model,
}) => {
  await openStory(page, model);
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
  expect(moved).toEqual([]);
});

test("selecting text over a name opens no character, and only the text is selected", async ({
  page,
  model,
  isMobile,
}) => {
  test.skip(isMobile, "a mouse drags");
  await openStory(page, model);
  const box = await mention(page, "Mara Voss").boundingBox();
  if (box === null) throw new Error("The name is not on the page.");
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
});

test("Story Information shows what the story is about and its characters", async ({ page, model }) => {
  onDesktopAlone();
  await openStory(page, model);
  const sheet = await openInformation(page);
  await expect(sheet.getByRole("heading", { level: 2 })).toHaveText("Story Information The Ninth Signal");

  const details = section(sheet, "Story Details");
  await expect(details.getByText(STORY.description, { exact: true })).toBeVisible();
  await expect(details.getByRole("term")).toHaveText(["Genre", "Setting", "Messages"]);
  await expect(details.getByRole("definition")).toHaveText(["Mystery", "Harrow Light, night", "1"]);
  await expect(sheet.getByText("NSFW Content")).toHaveCount(0);

  const you = section(sheet, "Your Character");
  await expect(you.getByText("Wren Halloran", { exact: true })).toBeVisible();
  await expect(you.getByText("You", { exact: true })).toBeVisible();
  // The description says what the story has found out.
  await expect(you.getByText("Main Character", { exact: true })).toBeVisible();
  await expect(you.getByText("A relief operator on a lighthouse", { exact: true })).toBeVisible();
  await expect(you.getByRole("listitem")).toHaveText(["curious", "careful", "a poor sleeper"]);

  const others = section(sheet, "Other Characters (2)");
  // Beside each name is the menu that corrects.
  await expect(others.getByRole("button")).toHaveText(["Mara Voss", "", "Captain Eddis Roe", ""]);
  const mara = others
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: "Mara Voss", exact: true }) });
  await expect(mara.getByText("2 mentions • New Character", { exact: true })).toBeVisible();
  await expect(mara.getByText("New", { exact: true })).toBeVisible();
  await expect(mara.getByText("Keeper of the light", { exact: true })).toBeVisible();
  await expect(mara.getByText("Logs everything and answers nothing", { exact: true })).toBeVisible();
  await expect(mara.getByRole("listitem")).toHaveText(["watchful", "dry"]);
  await expect(others.getByText("1 mention • New Character", { exact: true })).toBeVisible();
});

test("Story Information closes by its button, Escape and beside it; the page behind it stays where it is", async ({
  page,
  model,
}) => {
  await openStory(page, model);
  const opener = page.getByRole("button", { name: "Story information" });
  const sheet = await openInformation(page);
  const scrolled = await page.evaluate(() => window.scrollY);
  await page.mouse.move(20, 400);
  await page.mouse.wheel(0, 600);
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  await sheet.getByRole("button", { name: "Continue Story" }).click();
  await expect(sheet).toBeHidden();
  await expect(opener).toBeFocused();

  await openInformation(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(opener).toBeFocused();

  if ((page.viewportSize()?.width ?? 0) < 768) return; // on a phone it covers the screen
  await openInformation(page);
  await page.mouse.click(40, 400);
  await expect(sheet).toBeHidden();
});

test("a card closes Story Information and opens that character; one's own name in the text opens Story Information", async ({
  page,
  model,
}) => {
  onDesktopAlone();
  await openStory(page, model);
  const sheet = await openInformation(page);
  await sheet.getByRole("button", { name: "Captain Eddis Roe", exact: true }).click();
  await expect(sheet).toBeHidden();
  const modal = page.getByRole("dialog", { name: "Captain Eddis Roe" });
  await expect(modal.getByText("Role: Master of the Corrie Ann", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(modal).toBeHidden();
  await expect(page.getByRole("button", { name: "Story information" })).toBeFocused();

  await mention(page, "Wren Halloran").click();
  await expect(sheet).toBeVisible();
  await expect(section(sheet, "Your Character").getByText("Wren Halloran", { exact: true })).toBeVisible();
});

test("a story without named characters shows a text for that", async ({ page, model }) => {
  onDesktopAlone();
  model.tells("It rained.", { to: "<opening_request/>" });
  model.tells(JSON.stringify({ characters: [], currentLocation: null }), { to: "<analysis_request/>" });
  await signUp(page);
  await beginStory(page);
  await expect(storyLog(page)).toContainText("It rained.");
  const sheet = await openInformation(page);
  const others = section(sheet, "Other Characters (0)");
  await expect(others.getByText("No characters discovered yet", { exact: true })).toBeVisible();
  await expect(others.getByText("Characters will appear as your story develops")).toBeVisible();
  await expect(section(sheet, "Your Character").getByText("You", { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
});

test("everything opens and closes by the keyboard alone", async ({ page, model }) => {
  onDesktopAlone();
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
  await expect(sheet).toBeVisible();
  const card = sheet.getByRole("button", { name: "Mara Voss", exact: true });
  for (
    let presses = 0;
    presses < 4 && !(await card.evaluate((node) => node === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press("Tab");
  }
  await expect(card).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Mara Voss", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Text settings" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: "Regular" }).first()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Large", exact: true })).toBeChecked();
});

test("the reading screen, Story Information and a character have nothing that axe finds, in any theme", async ({
  page,
  model,
}) => {
  await openStory(page, model);
  await expectAccessible(page);
  await openInformation(page);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await mention(page, "Mara Voss").click();
  await expect(page.getByRole("dialog", { name: "Mara Voss" })).toBeVisible();
  await expectAccessible(page);
});

test("a chat with a story's character begins with a greeting from its scene, and continues the next time", async ({
  page,
  model,
  isMobile,
}) => {
  test.skip(isMobile, "a phone shows the same dialogs");
  const path = await openStory(page, model);
  await mention(page, "Mara Voss").click();
  model.tells("*Looks up from the logbook* You heard it too, then.", { to: "<chat_request/>" });
  await page.getByRole("button", { name: "Start Chat with Mara Voss" }).click();
  await expect(page).toHaveURL(/\/character-chats\/[0-9a-f-]{36}$/);
  const log = page.getByRole("log", { name: "Mara Voss" });
  await expect(log).toContainText("You heard it too, then.");
  await expect(log.locator("em + br")).toHaveCount(1);
  const chat = page.url();
  await page.goto(path);
  await mention(page, "Mara Voss").click();
  await page.getByRole("button", { name: "Continue Chat with Mara Voss" }).click();
  await expect(page).toHaveURL(chat);
});
