import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe.ts";
import { arrive, logOut, signIn, somebodyNew } from "./harness/person.ts";
import { putOnShelf, type ShelvedStory } from "./harness/shelf.ts";
import { beginStory, storyLog } from "./harness/story.ts";
import { expect, onDesktopAlone, test } from "./harness/test.ts";

const OPENING = "The radio hissed at nine, as it had every night since the ferry stopped running.";
const SHELF: ShelvedStory[] = [
  { title: "The Ninth Signal", genre: "Mystery", lastMessage: OPENING, location: "Harrow Light, night" },
  { title: "Salt Between the Pages", genre: "Romance" },
  { title: "A Crown of Borrowed Light", genre: "Fantasy" },
  { title: "Perihelion, Again", genre: "Science Fiction" },
  { title: "The Cartographer of Lisbon", genre: "Historical Fiction" },
  {
    title: "Last House on Fallow Hill, by the Donaudampfschifffahrtsgesellschaftskapitänswitwe",
    genre: "Horror",
    isNSFW: true,
  },
  { title: "Nobody Orders the Soup", genre: "Comedy" },
];

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
  await expect(carousel(page).getByRole("button", { name: "Next slide" })).toBeVisible();
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

test("after signing in one is at home", async ({ page }) => {
  await arrive(page);
  await expect(page).toHaveURL(/\/home$/);
});

test("a signed-in person is redirected from the landing page and from sign-in to home", async ({ page }) => {
  onDesktopAlone();
  await arrive(page);
  for (const path of ["/", "/login", "/nowhere"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/home$/);
  }
});

test("without a session home leads to sign-in and back", async ({ page }) => {
  onDesktopAlone();
  await page.goto("/home");
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fhome$/);
});

test.describe("the greeting", () => {
  for (const [timeZone, greeting] of [
    ["Asia/Tokyo", "Good morning, Nora."],
    ["America/Chicago", "Good afternoon, Nora."],
    ["Europe/London", "Good evening, Nora."],
  ] as const) {
    test.describe(() => {
      test.use({ timezoneId: timeZone });
      test(`at 20:30 UTC in ${timeZone} is ${greeting}`, async ({ page }) => {
        await page.clock.setFixedTime(new Date("2026-11-20T20:30:00Z"));
        await arrive(page, somebodyNew("Nora Lindqvist"));
        await expect(page.getByRole("heading", { level: 1, name: greeting })).toBeVisible();
        await page.reload();
        await expect(page.getByRole("heading", { level: 1, name: greeting })).toBeVisible();
      });
    });
  }
});

test("a name without a space, of fifty characters, stays inside the page", async ({ page }) => {
  await arrive(page, somebodyNew("N".repeat(50)));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test("without a story the page offers Begin a New Story, and Booky sleeps on the empty shelf", async ({
  page,
}) => {
  await arrive(page);
  await expect(page.getByRole("heading", { name: "Continue Your Adventures" })).toBeVisible();
  await expect(page.getByText("No adventures yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Begin a New Story" }).click();
  await expect(page).toHaveURL(/\/stories\/new$/);
});

test("the latest story is shown where the person left off, and continues with one press", async ({
  page,
  model,
}) => {
  model.tells(OPENING, { to: "<opening_request/>" });
  await arrive(page);
  const path = await beginStory(page);
  await expect(storyLog(page)).toContainText(OPENING);
  await expect(async () => {
    await page.goto("/home");
    await expect(page.getByRole("article").first()).toContainText(OPENING, { timeout: 1000 });
  }).toPass();
  await page.getByRole("link", { name: "Continue", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
});

test("of five hundred stories the first six are on the shelf, the rest in the library", async ({
  page,
  product,
}) => {
  onDesktopAlone();
  const person = await arrive(page);
  const older = Array.from({ length: 493 }, (_, index) => ({
    title: `Story ${index}`,
    genre: "Drama" as const,
  }));
  await putOnShelf(page, product, person, [...SHELF, ...older]);
  await page.goto("/home");
  const shelf = page.getByRole("region", { name: "Continue Your Adventures" });
  await expect(shelf.getByRole("article")).toHaveCount(6);
  await expect(shelf.getByRole("link", { name: "The Ninth Signal" })).toBeVisible();
  await expect(shelf.getByText("Nobody Orders the Soup")).toHaveCount(0);
  await expect(page.getByText("Harrow Light, night")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(page);
  await shelf.getByRole("link", { name: "Your Library" }).click();
  await expect(page).toHaveURL(/\/stories$/);
  await expect(page.getByText("Nobody Orders the Soup")).toBeVisible();
});

test("every cover on home is a picture that loads", async ({ page, product }) => {
  onDesktopAlone();
  const person = await arrive(page);
  await putOnShelf(page, product, person, SHELF);
  await page.goto("/home");
  for (const image of await page.getByRole("main").locator("img").all()) {
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveJSProperty("complete", true);
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300);
    await expect(image).toHaveAttribute("alt", "");
  }
});

test("the carousel has the specification's six genres, each beginning a story of its own", async ({
  page,
}) => {
  await arrive(page);
  const slides = carousel(page).getByRole("group");
  await expect(slides).toHaveCount(6);
  const cards = [
    ["Mystery Noir", "mystery", "Mystery"],
    ["Romance Tales", "romance", "Romance"],
    ["Fantasy Realms", "fantasy", "Fantasy"],
    ["Historical Sagas", "historical-fiction", "Historical Fiction"],
    ["Sci-Fi Frontiers", "science-fiction", "Science Fiction"],
    ["Musical Journeys", "open-genre", "Open Genre"],
  ] as const;
  for (const [index, [title, slug]] of cards.entries()) {
    const slide = slides.nth(index);
    await expect(slide).toHaveAccessibleName(`${index + 1} of 6`);
    await expect(slide.getByRole("link", { name: title })).toHaveAttribute(
      "href",
      `/stories/new?genre=${slug}`,
    );
  }
  for (const [, slug, genre] of cards) {
    await page.goto(`/stories/new?genre=${slug}`);
    await expect(page.getByRole("radio", { name: genre, exact: true })).toBeChecked();
  }
});

test("four slides are in view, three below 1200 px, two below 768, one below 640", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "the widths are set here");
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

test("a step of the carousel takes 1200 ms", async ({ page }) => {
  await arrive(page);
  await carouselAlive(page);
  const moving = await carousel(page).evaluate(async (region) => {
    const slide = region.querySelector('[aria-roledescription="slide"]');
    const next = region.querySelector<HTMLElement>('button[aria-label="Next slide"]');
    if (!slide || !next) throw new Error("There is no carousel.");
    const left = () => slide.getBoundingClientRect().left;
    const start = left();
    next.click();
    const began = performance.now();
    let last = start;
    let lastMoved = began;
    while (performance.now() - began < 2_000) {
      await new Promise(requestAnimationFrame);
      if (left() !== last) lastMoved = performance.now();
      last = left();
    }
    return { ms: lastMoved - began, distance: start - last };
  });
  expect(moving.distance).toBeGreaterThan(100);
  expect(moving.ms).toBeGreaterThan(1_000);
  expect(moving.ms).toBeLessThan(1_400);
});

test("the carousel moves on every 4 s by itself, and begins again after its end", async ({ page }) => {
  onDesktopAlone();
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

test("it does not move while the pointer or the focus is in it, and when it is stopped", async ({
  page,
  isMobile,
}) => {
  await arriveAndStopTheClock(page);
  const stop = carousel(page).getByRole("button", { name: "Stop the slide show" });
  if (!isMobile) {
    await carousel(page).getByRole("heading").hover();
    await page.clock.runFor(10_000);
    expect(await firstInView(page)).toBe(0);
    await page.getByRole("heading", { level: 1 }).hover();
  }
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

test("it does not move in a hidden tab", async ({ page }) => {
  onDesktopAlone();
  await arriveAndStopTheClock(page);
  await setVisibility(page, "hidden");
  await page.clock.runFor(10_000);
  expect(await firstInView(page)).toBe(0);
  await setVisibility(page, "visible");
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
    expect(await firstInView(page)).toBe(1);
  });
});

test("its buttons move it, also past its ends, and announce the new slide", async ({ page }) => {
  await arrive(page);
  await carouselAlive(page);
  await carousel(page).getByRole("button", { name: "Next slide" }).click();
  await expect(carousel(page).getByRole("status")).toHaveText("Slide 2 of 6: Romance Tales");
  await expect.poll(() => firstInView(page)).toBe(1);
  await carousel(page).getByRole("button", { name: "Previous slide" }).click();
  await expect.poll(() => firstInView(page)).toBe(0);
  await carousel(page).getByRole("button", { name: "Previous slide" }).click();
  await expect.poll(() => firstInView(page)).toBeGreaterThan(1);
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

test("a drag of 80 px turns a slide, a shorter one springs back", async ({ page, isMobile }) => {
  test.skip(isMobile, "a phone has no mouse");
  await arrive(page);
  await carouselAlive(page);
  await drag(page, -78);
  await page.waitForTimeout(1_400);
  expect(await firstInView(page)).toBe(0);
  await drag(page, -82);
  await expect.poll(() => firstInView(page)).toBe(1);
  await page.waitForTimeout(1_400);
  await drag(page, 82);
  await expect.poll(() => firstInView(page)).toBe(0);
  await expect(page).toHaveURL(/\/home$/);
});

test("a swipe of 80 px turns a slide, a shorter one springs back", async ({ page, isMobile }) => {
  test.skip(!isMobile, "a desktop has no touch");
  await arrive(page);
  await carouselAlive(page);
  await swipe(page, -70);
  await page.waitForTimeout(1_400);
  expect(await firstInView(page)).toBe(0);
  await swipe(page, -110);
  await expect.poll(() => firstInView(page)).toBe(1);
});

test("without JavaScript home is whole: a greeting, the shelf, and a row of genres that scrolls", async ({
  page,
  browser,
  baseURL,
}) => {
  const person = somebodyNew("Nora Lindqvist");
  await arrive(page, person);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    ...(baseURL ? { baseURL } : {}),
    viewport: { width: 390, height: 844 },
  });
  const plain = await context.newPage();
  await plain.goto("/home");
  await expect(
    plain.getByRole("heading", { level: 1, name: /^Good (morning|afternoon|evening), Nora\.$/ }),
  ).toBeVisible();
  const musical = plain.getByRole("link", { name: "Musical Journeys" });
  await musical.scrollIntoViewIfNeeded();
  await expect(musical).toBeInViewport();
  await plain.getByRole("button", { name: "Menu", exact: true }).click();
  await plain.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "My Stories" }).click();
  await expect(plain).toHaveURL(/\/stories$/);
  await context.close();
});

test("when the session has ended under the open page, the page says so and leads to sign-in", async ({
  page,
  context,
  expectedErrors,
}) => {
  onDesktopAlone();
  expectedErrors.push("401");
  await arrive(page);
  const other = await context.newPage();
  await other.goto("/home");
  await logOut(other);
  await setVisibility(page, "visible");
  await expect(page.getByText("Please log in to view your adventures.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fhome$/);
});

test("a pending checkout is forgotten on arrival", async ({ page }) => {
  onDesktopAlone();
  await arrive(page);
  await page.evaluate(() => localStorage.setItem("pending-checkout", "1"));
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("pending-checkout"))).toBeNull();
});

test("the navigation links to all existing pages, and marks the current one", async ({ page, isMobile }) => {
  await arrive(page);
  if (isMobile) await page.getByRole("button", { name: "Menu", exact: true }).click();
  const main = page.getByRole("navigation", { name: "Main" });
  const places = ["Home", "My Stories", "Characters", "Help"];
  await expect(main.getByRole("link")).toHaveText(isMobile ? [...places, "Upgrade"] : places);
  await expect(main.getByRole("link", { name: "Home" })).toHaveAttribute("aria-current", "page");
  await main.getByRole("link", { name: "My Stories" }).click();
  await expect(page).toHaveURL(/\/stories$/);
  if (isMobile) {
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.getByRole("button", { name: "Menu", exact: true }).click();
  }
  await expect(main.getByRole("link", { name: "My Stories" })).toHaveAttribute("aria-current", "page");
  await expect(main.getByRole("link", { name: "Home" })).not.toHaveAttribute("aria-current");
});

test("the first thing that Tab reaches leads past the navigation", async ({ page }) => {
  await arrive(page);
  await page.reload();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the user menu opens with the keyboard, shows who is signed in, and closes on Escape", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "a phone has it in the menu that slides in");
  const person = await arrive(page, somebodyNew("Nora Lindqvist"));
  const opener = page.getByRole("button", { name: "Your account" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const menu = page.locator("#user-menu");
  await expect(menu.getByText(person.email)).toBeVisible();
  await expectAccessible(page);
  for (const name of ["Settings", "Subscription"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name })).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Logout" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
});

test("a phone's menu slides in, keeps the focus, locks the scroll, and gives both back", async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, "there is room for a row");
  const person = await arrive(page);
  const opener = page.getByRole("button", { name: "Menu", exact: true });
  const menu = page.getByRole("dialog", { name: "Menu" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(menu.getByText(person.email)).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe("hidden");
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
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe("hidden");

  await opener.click();
  await menu.getByRole("button", { name: "Close" }).click();
  await expect(menu).toBeHidden();
  await opener.click();
  await expect(menu).toBeVisible();
  await page.mouse.click(20, 400);
  await expect(menu).toBeHidden();
});

test("logging out ends on the site's first page, and home asks for a sign-in again", async ({ page }) => {
  onDesktopAlone();
  const person = await arrive(page);
  await logOut(page);
  await page.goto("/home");
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fhome$/);
  await signIn(page, person, "/home");
  await expect(page).toHaveURL(/\/home$/);
});

test("the app has a manifest for its installation", async ({ page, request }) => {
  onDesktopAlone();
  await page.goto("/");
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await request.get(href ?? "");
  expect(manifest.headers()["content-type"]).toContain("application/manifest+json");
  const icon = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
  expect((await request.get(icon ?? "")).headers()["content-type"]).toBe("image/png");
});

/** Simulates that another tab was in front of this one, or is no longer. */
async function setVisibility(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}

/** Drags the carousel's first visible cover with the mouse by `distance` px and releases it. */
async function drag(page: Page, distance: number): Promise<void> {
  const box = await carousel(page).getByRole("group").nth(2).boundingBox();
  if (box === null) throw new Error("There is no slide.");
  const from = { x: box.x + box.width / 2, y: box.y + 80 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + distance, from.y, { steps: 8 });
  await page.mouse.up();
}

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
