import { button, pill, suggesting } from "./harness/input-bar.ts";
import { inAStory, inputBox } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

/** Hints would change twice in this time on the page's clock. */
const TWO_TURNS_MS = 6_000;

// The clock goes on as usual, and can be moved on.
test.beforeEach(({ page }) => page.clock.install());

test("three hints follow one another over their buttons, once, stop at a touch, and come back twice at most", async ({
  page,
  model,
}) => {
  suggesting(model);
  await inAStory(page, model);
  const bubble = page.locator("[data-hint]");
  await page.reload();
  const hints = [
    ["Get AI suggestion", "Generate suggestion"],
    ["Write what happens next", "Write custom response"],
    ["Auto continue story", "Continue story"],
  ] as const;
  for (const [hint, name] of hints) {
    await expect(bubble).toHaveText(hint, { timeout: 4_000 });
    const [shown, under] = await Promise.all([bubble.boundingBox(), button(page, name).boundingBox()]);
    expect(shown && under && shown.y + shown.height <= under.y).toBe(true);
    expect(shown && under && shown.x <= under.x + 26 && shown.x + shown.width >= under.x + 26).toBe(true);
    expect(shown && shown.x >= 0 && shown.x + shown.width <= (page.viewportSize()?.width ?? 0)).toBe(true);
  }
  await page.clock.runFor(TWO_TURNS_MS);
  await expect(bubble).toHaveCount(0);

  await page.reload();
  await expect(bubble).toHaveAttribute("aria-hidden", "true");
  await bubble.click();
  await expect(bubble).toHaveCount(0);
  await page.clock.runFor(TWO_TURNS_MS);
  await expect(bubble).toHaveCount(0);
  await expect(inputBox(page)).toBeHidden();

  // That was the third time: the first one was when the story was begun.
  await page.reload();
  await expect(pill(page)).toBeVisible();
  await page.clock.runFor(TWO_TURNS_MS);
  await expect(bubble).toHaveCount(0);
});
