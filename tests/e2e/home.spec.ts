import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe.ts";
import { findRest, setVisibility } from "./harness/page.ts";
import { arrive, signUp, somebodyNew } from "./harness/person.ts";
import { inAStory, OPENING } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const PLACES = ["Home", "Your Library", "Characters", "Help"];

test.describe("in another time zone than the server", () => {
  test.use({ timezoneId: "America/Chicago" });
  test("home greets by the browser's clock, and shows the latest story where it was left", async ({
    page,
    model,
  }) => {
    const path = await inAStory(page, model);
    await page.clock.setFixedTime(new Date("2026-11-20T20:30:00Z"));
    await expect(async () => {
      await page.goto("/home");
      await expect(page.getByRole("article").first()).toContainText(OPENING, { timeout: 1000 });
    }).toPass();
    const greeting = page.getByRole("heading", { level: 1, name: "Good afternoon, Ada." });
    await expect(greeting).toBeVisible();
    await page.reload();
    await expect(greeting).toBeVisible();
    await page.getByRole("link", { name: "Continue", exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));

    // If the browser's clock is in another year than the server's, the page has no error.
    await page.clock.setFixedTime(Date.now() + 400 * 24 * 60 * 60 * 1_000);
    await page.goto("/home");
    await expect(page.locator("[data-live]"), "the carousel of a page that is alive").toBeAttached();
    await expect(page.locator("time").first()).toContainText(/^\d+ [A-Z][a-z]+/);
  });
});

test("without JavaScript home has a greeting, the shelf and the genres", async ({ page, openPlainPage }) => {
  const person = somebodyNew("Nora Lindqvist");
  await signUp(page, person);
  const plain = await openPlainPage({
    storageState: await page.context().storageState(),
    viewport: { width: 390, height: 844 },
  });
  await plain.goto("/home");
  await expect(
    plain.getByRole("heading", { level: 1, name: /^Good (morning|afternoon|evening), Nora\.$/ }),
  ).toBeVisible();
  const musical = plain.getByRole("link", { name: "Musical Journeys" });
  await musical.scrollIntoViewIfNeeded();
  await expect(musical).toBeInViewport();
  await plain.getByRole("button", { name: "Menu", exact: true }).click();
  await plain.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Your Library" }).click();
  await expect(plain).toHaveURL(/\/stories$/);
});

test("a session that has ended is told, and leads to sign-in", async ({ page, context, expectedErrors }) => {
  expectedErrors.push("401");
  await arrive(page);
  await context.clearCookies(); // a logout in another tab takes the page away
  await setVisibility(page, "visible");
  await expect(page.getByText("Please log in to view your adventures.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fhome$/);
});

test("the navigation links to all existing pages, and marks the current one", async ({ page }) => {
  await arrive(page);
  const main = page.getByRole("navigation", { name: "Main" });
  await expect(main.getByRole("link")).toHaveText(PLACES);
  await expect(main.getByRole("link", { name: "Home" })).toHaveAttribute("aria-current", "page");
  const isSameDocument = await page.evaluateHandle(() => document.documentElement);
  await main.getByRole("link", { name: "Your Library" }).click();
  await expect(page).toHaveURL(/\/stories$/);
  await expect(main.getByRole("link", { name: "Your Library" })).toHaveAttribute("aria-current", "page");
  await expect(main.getByRole("link", { name: "Home" })).not.toHaveAttribute("aria-current");
  await main.getByRole("link", { name: "Your Library" }).click();
  await page.goBack();
  await expect(page, "the link of the open page has added nothing to the history").toHaveURL(/\/home$/);
  expect(await isSameDocument.evaluate((element) => element.isConnected), "no new document").toBe(true);
});

test("by keyboard the user menu opens and closes, and the first link leads past the navigation", async ({
  page,
}) => {
  const person = await arrive(page, somebodyNew("Nora Lindqvist"));
  const opener = page.getByRole("button", { name: "Your account" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("dialog", { name: "Your account" });
  await expect(menu.getByText(person.email)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "Settings" })).toBeFocused();
  for (const entry of [
    page.getByRole("link", { name: "Subscription" }),
    page.getByRole("button", { name: "Logout" }),
  ]) {
    await page.keyboard.press("Tab");
    await expect(entry).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();

  await page.reload();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("link", { name: "Begin a New Story" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Begin Your Story");
  await expect(page.getByRole("main"), "what had the focus is gone").toBeFocused();
});

test("a phone's menu takes focus and scroll, and gives both back; a swipe turns a slide @phone", async ({
  page,
}) => {
  const person = await arrive(page);
  await test.step("a swipe of 80 px turns a slide, a shorter one springs back", async () => {
    await carousel(page).getByRole("button", { name: "Stop the slide show" }).click();
    await swipe(page, -70);
    await findRest(carousel(page).getByRole("group").first());
    expect(await firstInView(page)).toBe(0);
    await swipe(page, -110);
    await expect.poll(() => firstInView(page)).toBe(1);
    await page.evaluate(() => window.scrollTo(0, 0));
  });

  const opener = page.getByRole("button", { name: "Menu", exact: true });
  const menu = page.getByRole("dialog", { name: "Menu" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(menu.getByText(person.email)).toBeVisible();
  const main = page.getByRole("navigation", { name: "Main" });
  await expect(main.getByRole("link")).toHaveText([...PLACES, "Upgrade"]);
  await expect(main.getByRole("link", { name: "Home" })).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);
  const scroll = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  await expect.poll(scroll).toBe("hidden");
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press("Tab");
    const isOutside = await page.evaluate(
      () => document.activeElement !== document.body && document.activeElement?.closest("dialog") === null,
    );
    expect(isOutside).toBe(false);
  }
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await expect.poll(scroll).not.toBe("hidden");

  await opener.click();
  await menu.getByRole("button", { name: "Close" }).click();
  await expect(menu).toBeHidden();
  await opener.click();
  await expect(menu).toBeVisible();
  await page.mouse.click(20, 400);
  await expect(menu).toBeHidden();

  await opener.click();
  await menu.getByRole("link", { name: "Your Library" }).click();
  await expect(page).toHaveURL(/\/stories$/);
  await opener.click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/stories$/);
});

function carousel(page: Page): Locator {
  return page.getByRole("region", { name: "Start from a genre" });
}

/** The indexes of the slides that are completely in the carousel's view. */
async function slidesInView(page: Page): Promise<number[]> {
  return carousel(page).evaluate((region) => {
    const slides = [...region.querySelectorAll('[aria-roledescription="slide"]')];
    const view = slides[0]?.parentElement?.parentElement?.getBoundingClientRect();
    if (!view) throw new Error("There are no slides.");
    return [...slides.keys()].filter((index) => {
      const { left = Number.NaN, right = Number.NaN } = slides[index]?.getBoundingClientRect() ?? {};
      return left >= view.left - 1 && right <= Math.min(view.right, innerWidth) + 1;
    });
  });
}

async function firstInView(page: Page): Promise<number | undefined> {
  const [first] = await slidesInView(page);
  return first;
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

test("the carousel moves every 4 s, unless it is pointed at, focused or stopped, or nothing is to move", async ({
  page,
}) => {
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
  await page.clock.runFor(3_900);
  expect(await firstInView(page)).toBe(0);
  await page.clock.runFor(100 + 1_300);
  expect(await firstInView(page)).toBe(1);
  await page.clock.runFor(4_000); // to the last place: four of six slides are in view
  await page.clock.runFor(4_000 + 1_300);
  expect(await firstInView(page)).toBe(0);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(carousel(page).getByRole("button", { name: /slide show/ })).toHaveCount(0);
  await page.clock.runFor(10_000);
  expect(await firstInView(page)).toBe(0);
  await carousel(page).getByRole("button", { name: "Next slide" }).click();
  await expect.poll(() => firstInView(page)).toBe(1);
});

test("the window's width says how many slides are in view; Tab and arrow keys reach all", async ({
  page,
}) => {
  await arrive(page);
  for (const [width, count] of [
    [639, 1],
    [640, 2],
    [767, 2],
    [768, 3],
    [1199, 3],
    [1200, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await slidesInView(page)).length, `at ${width} px`).toBe(count);
  }
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

/** Swipes over the carousel by so many pixels. */
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
