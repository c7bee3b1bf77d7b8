import { THEMES } from "#domain/themes.ts";
import { expectAccessible } from "./harness/axe.ts";
import { barForm, button, LONG_ANSWER, pill } from "./harness/input-bar.ts";
import { findRest, findShownName, holdRequests } from "./harness/page.ts";
import { atRest, inAStory, inputBox, openBox, storyLog, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const SLOW = { piecesPerSecond: 10 };

test("at rest the bar is a pill between three round buttons with their names, and the pill or the write button opens the box", {
  tag: "@both",
}, async ({ page, model }) => {
  await inAStory(page, model);
  await expect(pill(page)).toHaveText("What happens next?");
  await expect(inputBox(page)).toBeHidden();
  for (const name of ["Generate suggestion", "Write custom response", "Continue story"]) {
    await expect(button(page, name)).toBeVisible();
  }
  // By keyboard, because a phone has no pointer.
  await pill(page).focus();
  for (const name of ["Write custom response", "Continue story"]) {
    await page.keyboard.press("Tab");
    await expect(button(page, name)).toBeFocused();
    await expect.poll(() => findShownName(button(page, name))).toBe(name);
  }

  await pill(page).click();
  await expect(inputBox(page)).toBeFocused();
  await expect(inputBox(page)).toHaveAttribute("placeholder", "What happens next...");
  await expect(button(page, "Regenerate suggestion")).toBeVisible();
  await expect(button(page, "Send")).toBeDisabled();
  await button(page, "Close").click();
  await expect(inputBox(page)).toBeHidden();
  await expect(pill(page)).toBeFocused();

  await button(page, "Write custom response").click();
  await expect(inputBox(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(pill(page)).toBeFocused();
});

test("Enter sends and Shift+Enter makes a new line; after sending the bar is closed, and blank text is not sent", async ({
  page,
  model,
}) => {
  model.tells("The stairs went on.", { to: "I climb" });
  await inAStory(page, model);
  const box = await openBox(page);
  await box.press("Enter");
  await box.fill("   ");
  await box.press("Enter");
  await expect(button(page, "Send")).toBeDisabled();
  await expect(box).toHaveValue("   ");

  await box.fill("I climb");
  await box.press("Shift+Enter");
  await box.pressSequentially("and climb.");
  await expect(box).toHaveValue("I climb\nand climb.");
  await box.press("Enter");
  await expect(inputBox(page)).toBeHidden();
  await expect(storyLog(page)).toContainText("and climb.");
  await expect(storyLog(page)).toContainText("The stairs went on.");
  await expect(pill(page)).toHaveText("What happens next?");
});

test("the Enter that ends an input method's composition sends nothing, and the limit waits for its end", async ({
  page,
  model,
}) => {
  model.tells("The tower answered.", { to: "東京" });
  await inAStory(page, model);
  const box = await openBox(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Input.imeSetComposition", { text: "とうきょう", selectionStart: 5, selectionEnd: 5 });
  const enter = { type: "rawKeyDown", key: "Enter", code: "Enter" } as const;
  await browser.send("Input.dispatchKeyEvent", { ...enter, windowsVirtualKeyCode: 13 });
  await expect(box).toHaveValue("とうきょう");
  await browser.send("Input.insertText", { text: "東京" });
  await expect(box).toHaveValue("東京");
  // Safari ends the composition first, and then sends the key with the input method's code.
  await browser.send("Input.dispatchKeyEvent", { ...enter, windowsVirtualKeyCode: 229 });
  await expect(box).toHaveValue("東京");
  await box.press("Enter");
  await expect(storyLog(page)).toContainText("東京");
  await expect(storyLog(page)).toContainText("The tower answered.");
  await atRest(page);

  await (await openBox(page)).fill("x".repeat(499));
  await browser.send("Input.imeSetComposition", { text: "とうきょう", selectionStart: 5, selectionEnd: 5 });
  await expect(box).toHaveValue(`${"x".repeat(499)}とうきょう`);
  await browser.send("Input.insertText", { text: "東京" });
  await expect(box).toHaveValue(`${"x".repeat(499)}東`);
});

test("while a reply streams the bar can't be opened, Stop replaces Continue, and nothing moves", async ({
  page,
  model,
}) => {
  await inAStory(page, model);
  model.tells(LONG_ANSWER, SLOW);
  const calm = await findRest(button(page, "Continue story"));
  await button(page, "Continue story").dblclick();
  await expect(storyLog(page)).toContainText("Sentence 2 of");
  await expect(button(page, "Write custom response")).toBeDisabled();
  await expect(button(page, "Generate suggestion")).toBeDisabled();
  await expect(pill(page)).toBeDisabled();
  await pill(page).click({ force: true });
  await expect(inputBox(page)).toBeHidden();
  expect(await findRest(button(page, "Stop"))).toEqual(calm);

  await button(page, "Stop").click();
  await atRest(page);
  await expect(storyLog(page)).not.toContainText("Sentence 59 of");
  await expect(button(page, "Continue story")).toBeFocused();
});

test("a box that is open when a reply begins elsewhere keeps its text, position and size, and shows why it waits", async ({
  page,
  context,
  model,
}) => {
  const path = await inAStory(page, model);
  model.tells(LONG_ANSWER, SLOW);
  const box = await openBox(page);
  const before = await findRest(barForm(page));
  const second = await context.newPage();
  await second.goto(path);
  await second.getByRole("button", { name: "Continue story" }).click();
  await expect(box).toHaveAttribute("placeholder", "AI is responding...");
  await expect(box).toBeDisabled();
  await expect(button(page, "Stop")).toBeVisible();
  expect(await findRest(barForm(page))).toEqual(before);
  await button(page, "Stop").click();
  await expect(box).toBeEnabled();
  expect(await findRest(barForm(page))).toEqual(before);
});

test("text typed before hydration is kept, with the focus", async ({ page, model }) => {
  const path = await inAStory(page, model);
  const hydrate = await holdRequests(page, "**/assets/**.js");
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.locator("[data-placement]")).toHaveCSS("position", "fixed");
  const at = await page.getByRole("button", { name: "What happens next?" }).boundingBox();
  expect(at).not.toBeNull();
  await page.mouse.click((at?.x ?? 0) + 40, (at?.y ?? 0) + 30);
  await page.keyboard.type("I was sooner.");
  await expect(page.getByText("What happens next?")).toBeHidden();
  await expect(page.locator("[data-alive]")).toHaveCount(0);
  hydrate();
  await expect(page.locator("[data-alive]")).toBeAttached();
  await expect(inputBox(page)).toHaveValue("I was sooner.");
  await expect(inputBox(page)).toBeFocused();
  await expect(barForm(page).getByText("13/500")).toBeVisible();
  await page.keyboard.type(" Really.");
  await expect(inputBox(page)).toHaveValue("I was sooner. Really.");
});

test("the text of a message that could not be sent opens the box again, and the toast leaves Copy free", async ({
  page,
  model,
}) => {
  model.fails(500, "I try the door");
  await inAStory(page, model);
  await write(page, "I try the door.");
  await expect(page.getByText("Failed to send message. Please try again.")).toBeVisible();
  for (const width of [1440, 1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page
      .getByRole("button", { name: /^(Copy|Change…)$/ })
      .last()
      .click({ trial: true });
  }
  await expect(inputBox(page)).toBeVisible();
  await expect(inputBox(page)).toHaveValue("I try the door.");
  await expect(storyLog(page)).not.toContainText("I try the door.");
  await page.reload();
  await expect(await openBox(page)).toHaveValue("I try the door.");
});

test("the bar is accessible at rest with a hint in all four themes, in use and near its limit", async ({
  page,
  model,
}) => {
  await inAStory(page, model);
  await page.reload();
  await expect(page.locator("[data-hint]")).toBeVisible();
  await expectAccessible(page, "html", THEMES);
  const box = await openBox(page);
  await expectAccessible(page);
  await box.fill("x".repeat(470));
  await expectAccessible(page);
  await button(page, "Close").click();
  model.tells(LONG_ANSWER, SLOW);
  await button(page, "Continue story").click();
  await expect(storyLog(page)).toContainText("Sentence 1 of");
  await expectAccessible(page, "[data-placement]");
});
