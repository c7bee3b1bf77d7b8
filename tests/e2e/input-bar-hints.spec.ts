import { button, inAStory, pill, SUGGESTION, suggesting } from "./harness/input-bar.ts";
import { atRest, inputBox, write } from "./harness/story.ts";
import { expect, onDesktopAlone, test } from "./harness/test.ts";

test("three hints take turns over their buttons, stop at a touch, and come back until the bar was used", async ({
  page,
  model,
}) => {
  onDesktopAlone();
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
  await expect(bubble).toHaveAttribute("aria-hidden", "true");
  await bubble.click();
  await expect(bubble).toHaveCount(0);
  await page.waitForTimeout(3_000); // longer than a hint is shown
  await expect(bubble).toHaveCount(0);
  await expect(inputBox(page)).toBeHidden();

  await page.reload();
  await expect(bubble).toBeVisible();
  await button(page, "Generate suggestion").click();
  await expect(inputBox(page)).toHaveValue(SUGGESTION);
  await page.reload();
  await expect(pill(page)).toBeVisible();
  await page.waitForTimeout(3_000);
  await expect(bubble).toHaveCount(0);
});

for (const act of ["a message", "continuing"]) {
  test(`${act} dismisses the hints for good`, async ({ page, model }) => {
    await inAStory(page, model);
    await page.reload();
    await expect(page.locator("[data-hint]")).toBeVisible();
    if (act === "a message") await write(page, "I knock.");
    else await button(page, "Continue story").click();
    await expect(page.locator("[data-hint]")).toHaveCount(0);
    await atRest(page);
    await page.reload();
    await expect(pill(page)).toBeVisible();
    await page.waitForTimeout(3_000);
    await expect(page.locator("[data-hint]")).toHaveCount(0);
  });
}

test("with reduced motion one hint is shown, without rotation", async ({ page, model }) => {
  onDesktopAlone();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await inAStory(page, model);
  await page.reload();
  const bubble = page.locator("[data-hint]");
  await expect(bubble).toHaveText("Get AI suggestion");
  await page.waitForTimeout(3_000);
  await expect(bubble).toHaveText("Get AI suggestion");
});
