import { expectAccessible } from "./harness/axe.ts";
import { atRest, inAStory, inputBox, LONG_ANSWER, storyLog } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

test("single keys continue a story, regenerate, stop, and change versions", async ({ page, model }) => {
  model.tells(LONG_ANSWER, { to: "Continue with more action", holdsAfter: ["Sentence 2 of"] });
  await inAStory(page, model);
  // As where Chrome fills in a form. An error would fail the test.
  await page.evaluate(() => document.body.dispatchEvent(new Event("keydown", { bubbles: true })));

  await page.keyboard.press("r");
  await expect(page.getByRole("textbox", { name: "How should it be different?" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("2/2")).toBeVisible();
  await page.keyboard.press("p");
  await expect(page.getByText("1/2")).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.getByText("2/2")).toBeVisible();

  await page.keyboard.press("c");
  await expect(storyLog(page)).toContainText("Sentence 2 of");
  await expect(page.getByRole("button", { name: "Previous version" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.keyboard.press("r");
  await expect(page.getByText("Please wait for the current message to complete")).toBeVisible();
  await page.keyboard.press("p");
  await expect(page.getByText("Please wait for the operation to complete")).toBeVisible();
  await page.keyboard.press("Escape");
  await atRest(page);
  await expect(storyLog(page)).not.toContainText("Sentence 59 of");

  await page.keyboard.press("i");
  await expect(page.getByRole("dialog", { name: "Story Information" })).toBeVisible();
  await page.keyboard.press("c"); // has no effect over an open panel
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(storyLog(page)).toHaveAttribute("aria-busy", "false");

  await page.keyboard.press("w");
  await expect(inputBox(page)).toBeFocused();
  await page.keyboard.type("crisp winds");
  await expect(inputBox(page)).toHaveValue("crisp winds");
  await page.keyboard.press("Enter");
  await page.keyboard.type("ill");
  await atRest(page);
  await expect(page.getByRole("dialog"), "letters typed after sending are no shortcuts").toHaveCount(0);
  await expect(page.getByRole("region", { name: "Listening" })).toHaveCount(0);
});

test("the list of shortcuts is whole, and switches single keys off for good", async ({ page, model }) => {
  await inAStory(page, model);
  await page.setViewportSize({ width: 640, height: 360 });

  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog.getByRole("heading"), "in a low window too it opens at its beginning").toBeInViewport();
  await expect(dialog.getByRole("term")).toHaveText([
    "W",
    "C",
    "S",
    "E",
    "R",
    "P",
    "N",
    "I",
    "L",
    "Esc",
    "?",
    "← →",
    "↑ ↓",
    "/",
  ]);
  await expectAccessible(page);
  await dialog.getByRole("checkbox", { name: "Use single keys" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("i");
  await page.reload();
  await atRest(page);
  await page.keyboard.press("i");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
