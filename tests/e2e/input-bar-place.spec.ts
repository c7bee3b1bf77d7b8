import type { Locator } from "@playwright/test";
import { barForm, button, LONG_ANSWER } from "./harness/input-bar.ts";
import { atRest, inAStory, openBox, storyLog, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

async function heightOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.height ?? 0;
}

test("the box has the specified width at every width of the page, and grows to the specified height", async ({
  page,
  model,
}) => {
  await inAStory(page, model);
  const box = await openBox(page);
  const sizes = [
    [1920, 650, 140],
    [1536, 650, 140],
    [1535, 600, 140],
    [1280, 600, 140],
    [1279, 550, 140],
    [1024, 550, 140],
    [1023, 500, 140],
    [768, 500, 140],
    [767, 450, 120],
    [640, 450, 120],
    [639, 400, 100],
    [480, 400, 100],
    [479, 479 - 24, 100],
    [390, 390 - 24, 100],
    [360, 360 - 24, 100],
  ] as const;
  for (const [page_, width, tallest] of sizes) {
    await page.setViewportSize({ width: page_, height: 844 });
    await box.fill("");
    await expect
      .poll(async () => [page_, (await barForm(page).boundingBox())?.width])
      .toEqual([page_, width]);
    await expect.poll(async () => [page_, await heightOf(box)]).toEqual([page_, 40]);
    await box.fill("line\n".repeat(12));
    await expect.poll(async () => [page_, await heightOf(box)]).toEqual([page_, tallest]);
  }
});

test("the bar never covers the end of the story or the button that scrolls there, however high it is", {
  tag: "@both",
}, async ({ page, model }) => {
  await inAStory(page, model);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 420 });
  model.tells(LONG_ANSWER, { to: "I go on" });
  await write(page, "I go on.");
  await expect(storyLog(page)).toContainText("Sentence 59 of");
  await atRest(page);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const box = await openBox(page);
  await box.fill("line\n".repeat(12));
  await expect
    .poll(async () => {
      const [story, bar] = await Promise.all([storyLog(page).boundingBox(), barForm(page).boundingBox()]);
      return story && bar ? bar.y - (story.y + story.height) : Number.NaN;
    })
    .toBeGreaterThan(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  // Above the bar, and beside the text or on the ground of the bar.
  await expect
    .poll(async () => {
      const places = [
        button(page, "To the end"),
        barForm(page),
        page.locator("[data-bar-place]"),
        storyLog(page),
      ];
      const [toEnd, bar, ground, text] = await Promise.all(places.map((place) => place.boundingBox()));
      if (!toEnd || !bar || !ground || !text) return null;
      const isBesideWords = toEnd.x >= text.x + text.width || toEnd.y >= ground.y;
      return { isAboveTheBar: toEnd.y + toEnd.height <= bar.y, isBesideWords };
    })
    .toEqual({ isAboveTheBar: true, isBesideWords: true });
});

test("on iOS the bar stands on the keyboard, the page grows by it, and a focused field is scrolled into view after 300 ms", {
  tag: "@phone",
}, async ({ page, model }) => {
  const path = await inAStory(page, model);
  await page.addInitScript(() => {
    const viewport = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 });
    Object.defineProperty(window, "visualViewport", { value: viewport });
    Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5)" });
    const scrolled: number[] = [];
    Object.defineProperty(window, "scrolledAfter", { value: scrolled });
    let focusedAt = 0;
    document.addEventListener("focusin", () => {
      focusedAt = performance.now();
    });
    Element.prototype.scrollIntoView = function () {
      if (this instanceof HTMLTextAreaElement) scrolled.push(performance.now() - focusedAt);
    };
  });
  await page.goto(path);
  await openBox(page);
  await expect.poll(() => page.evaluate("scrolledAfter.length")).toBe(1);
  expect(await page.evaluate("scrolledAfter[0]")).toBeGreaterThanOrEqual(295);

  const bottomOf = async () => {
    const bar = await barForm(page).boundingBox();
    return Math.round((bar?.y ?? 0) + (bar?.height ?? 0));
  };
  const tall = page.viewportSize()?.height ?? 0;
  const pageHeight = () => page.evaluate(() => document.querySelector("main")?.scrollHeight ?? 0);
  const before = await pageHeight();
  await page.evaluate(() => {
    const viewport = window.visualViewport;
    if (viewport) Object.assign(viewport, { height: innerHeight - 300 });
    viewport?.dispatchEvent(new Event("resize"));
  });
  const gap = (page.viewportSize()?.width ?? 0) < 768 ? 10 : 20;
  await expect.poll(bottomOf).toBe(tall - 300 - gap);
  await expect.poll(pageHeight).toBe(before + 300);
});
