import { pill, suggesting } from "./harness/input-bar.ts";
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
  await page.addInitScript(() => {
    /** Each hint, and the buttons over which it was in the last frame in which it was shown. */
    const hints: Record<string, (string | null)[]> = {};
    Object.assign(window, { hints });
    const look = () => {
      const hint = document.querySelector("[data-hint]");
      if (hint) {
        const { left, right, bottom } = hint.getBoundingClientRect();
        const under = [...document.querySelectorAll("[data-alive] button")].filter((button) => {
          const { x, y } = button.getBoundingClientRect();
          return bottom <= y && left <= x + 26 && right >= x + 26;
        });
        const isWhole = left >= 0 && right <= window.innerWidth;
        hints[hint.textContent] = isWhole ? under.map((button) => button.getAttribute("aria-label")) : [];
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, "hints")))
    .toEqual({
      "Get AI suggestion": expect.arrayContaining(["Generate suggestion"]),
      "Write what happens next": expect.arrayContaining(["Write custom response"]),
      "Auto continue story": expect.arrayContaining(["Continue story"]),
    });
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
