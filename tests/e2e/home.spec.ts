import { expectAccessible } from "./harness/axe.ts";
import { expectNewTab, setVisibility } from "./harness/page.ts";
import { arrive, logOut, signUp, somebodyNew } from "./harness/person.ts";
import { putOnShelf, type ShelvedStory } from "./harness/shelf.ts";
import { inAStory, OPENING } from "./harness/story.ts";
import { expect, onDesktopAlone, test } from "./harness/test.ts";

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

test.describe("the greeting", () => {
  test.use({ timezoneId: "America/Chicago" });
  test("follows the clock of the browser, not of the server", async ({ page }) => {
    onDesktopAlone();
    await page.clock.setFixedTime(new Date("2026-11-20T20:30:00Z"));
    await arrive(page, somebodyNew("Nora Lindqvist"));
    const greeting = page.getByRole("heading", { level: 1, name: "Good afternoon, Nora." });
    await expect(greeting).toBeVisible();
    await page.reload();
    await expect(greeting).toBeVisible();
  });
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
  onDesktopAlone();
  const path = await inAStory(page, model);
  await expect(async () => {
    await page.goto("/home");
    await expect(page.getByRole("article").first()).toContainText(OPENING, { timeout: 1000 });
  }).toPass();
  await page.getByRole("link", { name: "Continue", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
});

test("of five hundred stories the first six are on the shelf with covers that load, the rest in the library", async ({
  page,
  product,
}) => {
  onDesktopAlone();
  const person = await signUp(page);
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
  for (const image of await page.getByRole("main").locator("img").all()) {
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveJSProperty("complete", true);
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300);
    await expect(image).toHaveAttribute("alt", "");
  }
  await shelf.getByRole("link", { name: "Your Library" }).click();
  await expect(page).toHaveURL(/\/stories$/);
  await expect(page.getByText("Nobody Orders the Soup")).toBeVisible();
});

test("without JavaScript home is whole: a greeting, the shelf, and a row of genres that scrolls", async ({
  page,
  openPlainPage,
}) => {
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

test("the navigation links to all existing pages, and marks the current one", async ({ page, isMobile }) => {
  await arrive(page);
  if (isMobile) await page.getByRole("button", { name: "Menu", exact: true }).click();
  const main = page.getByRole("navigation", { name: "Main" });
  const places = ["Home", "Your Library", "Characters", "Help"];
  await expect(main.getByRole("link")).toHaveText(isMobile ? [...places, "Upgrade"] : places);
  await expect(main.getByRole("link", { name: "Home" })).toHaveAttribute("aria-current", "page");
  const isSameDocument = await page.evaluateHandle(() => document.documentElement);
  await main.getByRole("link", { name: "Your Library" }).click();
  await expect(page).toHaveURL(/\/stories$/);
  if (isMobile) {
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.getByRole("button", { name: "Menu", exact: true }).click();
  }
  await expect(main.getByRole("link", { name: "Your Library" })).toHaveAttribute("aria-current", "page");
  await expect(main.getByRole("link", { name: "Home" })).not.toHaveAttribute("aria-current");

  const help = main.getByRole("link", { name: "Help" });
  await expectNewTab(page, () => help.click({ modifiers: ["ControlOrMeta"] }), /\/help$/);
  await expect(page).toHaveURL(/\/stories$/);
  if (isMobile) await page.getByRole("button", { name: "Menu", exact: true }).click();
  await main.getByRole("link", { name: "Your Library" }).click();
  await page.goBack();
  await expect(page, "the link of the open page has added nothing to the history").toHaveURL(/\/home$/);
  expect(await isSameDocument.evaluate((element) => element.isConnected), "no new document").toBe(true);
});

test("the first thing that Tab reaches leads past the navigation", async ({ page }) => {
  onDesktopAlone();
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

test("the app has a manifest for its installation", async ({ page, request }) => {
  onDesktopAlone();
  await page.goto("/");
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await request.get(href ?? "");
  expect(manifest.headers()["content-type"]).toContain("application/manifest+json");
  const icon = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
  expect((await request.get(icon ?? "")).headers()["content-type"]).toBe("image/png");
});
