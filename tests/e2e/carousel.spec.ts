import type { Locator, Page } from "@playwright/test";
import { findRest, setVisibility } from "./harness/page.ts";
import { arrive } from "./harness/person.ts";
import { expect, test } from "./harness/test.ts";

function carousel(page: Page): Locator {
  return page.getByRole("region", { name: "Start from a genre" });
}

/** The number of slides that are completely in the carousel's view. */
async function slidesInView(page: Page): Promise<number> {
  return carousel(page).evaluate((region) => {
    const slides = [...region.querySelectorAll('[aria-roledescription="slide"]')];
    const view = slides[0]?.parentElement?.parentElement?.getBoundingClientRect();
    if (!view) throw new Error("There are no slides.");
    return slides.filter((slide) => {
      const { left, right } = slide.getBoundingClientRect();
      return left >= view.left - 1 && right <= Math.min(view.right, innerWidth) + 1;
    }).length;
  });
}

/** The index of the first slide in view. */
async function firstInView(page: Page): Promise<number> {
  return carousel(page).evaluate((region) => {
    const slides = [...region.querySelectorAll('[aria-roledescription="slide"]')];
    const view = slides[0]?.parentElement?.parentElement?.getBoundingClientRect();
    if (!view) throw new Error("There are no slides.");
    return slides.findIndex((slide) => slide.getBoundingClientRect().left >= view.left - 1);
  });
}

/** Waits until the carousel reacts to its buttons. */
async function carouselAlive(page: Page): Promise<void> {
  await expect(page.locator("[data-live]")).toBeAttached();
  await page.mouse.move(1, 1);
}

/** Signs in, and stops the page's clock before the carousel's timer has started to count. */
async function arriveAndStopTheClock(page: Page): Promise<void> {
  await page.clock.install();
  await arrive(page);
  await carouselAlive(page);
  await setVisibility(page, "hidden");
  await page.clock.pauseAt(Date.now() + 60_000);
  await setVisibility(page, "visible");
}

test("four slides are in view, three below 1200 px, two below 768, one below 640", async ({ page }) => {
  await arrive(page);
  for (const [width, count] of [
    [1440, 4],
    [1200, 4],
    [1199, 3],
    [768, 3],
    [767, 2],
    [640, 2],
    [639, 1],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => slidesInView(page), { message: `at ${width} px` }).toBe(count);
  }
});

test("the carousel moves on every 4 s by itself, and begins again after its end", async ({ page }) => {
  await arriveAndStopTheClock(page);
  await page.clock.runFor(3_900);
  expect(await firstInView(page)).toBe(0);
  await page.clock.runFor(100 + 1_300);
  expect(await firstInView(page)).toBe(1);
  const places = (await slidesInView(page)) === 4 ? 3 : 6;
  for (let place = 2; place < places; place += 1) await page.clock.runFor(4_000);
  await page.clock.runFor(4_000 + 1_300);
  expect(await firstInView(page)).toBe(0);
});

test("it does not move while the pointer or the focus is in it, and when it is stopped", async ({ page }) => {
  await arriveAndStopTheClock(page);
  const stop = carousel(page).getByRole("button", { name: "Stop the slide show" });
  await carousel(page).getByRole("heading").hover();
  await page.clock.runFor(10_000);
  expect(await firstInView(page)).toBe(0);
  await page.getByRole("heading", { level: 1 }).hover();
  await stop.focus();
  await page.clock.runFor(10_000);
  expect(await firstInView(page)).toBe(0);
  await page.keyboard.press("Enter");
  const start = carousel(page).getByRole("button", { name: "Start the slide show" });
  await start.blur();
  await page.clock.runFor(10_000);
  expect(await firstInView(page)).toBe(0);
  await start.focus();
  await page.keyboard.press("Enter");
  await stop.blur();
  await page.clock.runFor(4_000 + 1_300);
  expect(await firstInView(page)).toBe(1);
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });
  test("the carousel never moves by itself, and without animation on request", async ({ page }) => {
    await arriveAndStopTheClock(page);
    await expect(carousel(page).getByRole("button", { name: /slide show/ })).toHaveCount(0);
    await page.clock.runFor(10_000);
    expect(await firstInView(page)).toBe(0);
    await carousel(page).getByRole("button", { name: "Next slide" }).click();
    await expect.poll(() => firstInView(page)).toBe(1);
  });
});

test("its slides are reached with Tab and the arrow keys, and come into view with the focus", async ({
  page,
}) => {
  await arrive(page);
  await carouselAlive(page);
  const link = (name: string) => carousel(page).getByRole("link", { name });
  await carousel(page).getByRole("button", { name: "Next slide" }).focus();
  for (const name of [
    "Mystery Noir",
    "Romance Tales",
    "Fantasy Realms",
    "Historical Sagas",
    "Sci-Fi Frontiers",
  ]) {
    await page.keyboard.press("Tab");
    await expect(link(name)).toBeFocused();
    await expect(link(name)).toBeInViewport({ ratio: 0.9 });
  }
  await page.keyboard.press("ArrowRight");
  await expect(link("Musical Journeys")).toBeFocused();
  await expect(link("Musical Journeys")).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press("ArrowLeft");
  await expect(link("Sci-Fi Frontiers")).toBeFocused();
});

test("a swipe of 80 px turns a slide, a shorter one springs back", { tag: "@phone" }, async ({ page }) => {
  await arrive(page);
  await carouselAlive(page);
  await swipe(page, -70);
  await findRest(carousel(page).getByRole("group").first());
  expect(await firstInView(page)).toBe(0);
  await swipe(page, -110);
  await expect.poll(() => firstInView(page)).toBe(1);
});

/** The same with a finger. */
async function swipe(page: Page, distance: number): Promise<void> {
  await carousel(page).getByRole("heading").scrollIntoViewIfNeeded();
  const box = await carousel(page).getByRole("group").first().boundingBox();
  if (box === null) throw new Error("There is no slide.");
  const y = box.y + 100;
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  await touch("touchStart", 240);
  for (let step = 1; step <= 8; step += 1) await touch("touchMove", 240 + (distance * step) / 8);
  await touch("touchEnd", 240 + distance);
  await session.detach();
}
