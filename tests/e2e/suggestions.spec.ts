import type { Locator } from "@playwright/test";
import { holdRequests } from "./harness/page.ts";
import { barForm, button, inAStory, inputBox, openBox, SUGGESTION, suggesting } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const ANOTHER = "I ask the voice for its name.";

test("a new suggestion keeps the bar open, and undoing leads to own words", async ({ page, model }) => {
  suggesting(model);
  await inAStory(page, model);
  await (await openBox(page)).fill("My own words.");
  await button(page, "Close").click();
  await button(page, "Generate suggestion").click();
  await expect(inputBox(page)).toHaveValue(SUGGESTION);
  model.tells(ANOTHER, { to: "different_take" });
  await button(page, "Regenerate suggestion").click();
  await expect(inputBox(page)).toHaveValue(ANOTHER);

  await button(page, "Undo suggestion").click();
  await expect(inputBox(page)).toHaveValue(SUGGESTION);
  await inputBox(page).press("Control+z");
  await expect(inputBox(page)).toHaveValue("My own words.");
  await inputBox(page).press("Control+Shift+z");
  await expect(inputBox(page)).toHaveValue(SUGGESTION);

  await page.setViewportSize({ width: 320, height: 640 });
  for (const length of [450, 500]) {
    await inputBox(page).fill("x".repeat(length));
    await expectBesideButtons(barForm(page).getByText(`${length}/500`));
  }
});

/** Fails if a text of the bar lies over one of its buttons. */
async function expectBesideButtons(text: Locator): Promise<void> {
  const touched = await text.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return Array.from(element.closest("form")?.querySelectorAll("button") ?? [])
      .filter((button) => {
        const box = button.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      })
      .map((button) => button.textContent);
  });
  expect(touched, "buttons under the text").toEqual([]);
}

test("a slow suggestion shows a waiting state, and typing cancels it", async ({ page, model }) => {
  await inAStory(page, model);
  const answer = await holdRequests(
    page,
    "**/suggestion*",
    (route) => route.fulfill({ json: { suggestion: SUGGESTION } }).catch(() => undefined), // nothing may wait any longer
  );
  await button(page, "Generate suggestion").click();
  await expect(button(page, "Generate suggestion")).toHaveAttribute("aria-busy", "true");
  await expect(page.getByText("Booky is thinking…")).toBeVisible();
  const box = await openBox(page);
  await box.pressSequentially("I");
  await expect(page.getByText("Booky is thinking…")).toBeHidden();
  answer();
  await expect(button(page, "Regenerate suggestion")).toHaveAttribute("aria-busy", "false");
  await expect(box).toHaveValue("I");

  // A suggestion that is not prepared streams into the box, and what the person types into it stays.
  await page.unroute("**/suggestion*");
  model.tells(SUGGESTION.repeat(4), { to: "<suggestion_request/>", piecesPerSecond: 4 });
  await button(page, "Regenerate suggestion").click();
  await expect(box).toHaveValue(/^.{12,}$/);
  await box.press("Control+End");
  await box.press("!");
  const typed = await box.inputValue();
  expect(typed).toMatch(/!$/);
  await expect(button(page, "Regenerate suggestion")).toHaveAttribute("aria-busy", "false");
  await expect(box).toHaveValue(typed);
  await button(page, "Undo suggestion").click();
  await expect(box).toHaveValue("I");
  await button(page, "Redo suggestion").click();
  await expect(box).toHaveValue(typed);
  await expect(button(page, "Redo suggestion")).toBeFocused();
  await expect(button(page, "Redo suggestion")).toBeDisabled();
});
