import { PUBLIC_PAGES } from "#domain/public-pages.ts";
import { VISITOR_THEME } from "#domain/themes.ts";
import { expectAccessible } from "./harness/axe.ts";
import { giveConsent, signInAtIssuer, somebodyNew } from "./harness/person.ts";
import { expect, test } from "./harness/test.ts";

const LEGAL_PAGES = ["/terms", "/privacy-policy", "/cookie-policy"];
const VISITORS_PAGES = PUBLIC_PAGES.filter((path) => !LEGAL_PAGES.includes(path));

test("every public page is whole, with its pictures, also on a phone", async ({ page }) => {
  test.slow(); // a dozen pages in two sizes
  const wide = page.viewportSize() ?? { width: 1440, height: 900 };
  const pictures = new Set<string>();
  for (const path of PUBLIC_PAGES) {
    await page.setViewportSize(wide);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("contentinfo")).toContainText(
      "By continuing you confirm that you are 13 or older and agree to the Terms and the Privacy Policy.",
    );
    for (const size of [wide, { width: 390, height: 844 }]) {
      await page.setViewportSize(size);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `pixels beside ${path}`).toBeLessThanOrEqual(0);
      await expectAccessible(page, "html", [VISITOR_THEME]);
    }
    const found = await page.evaluate(() => [
      ...Array.from(document.images, ({ src }) => src),
      ...Array.from(document.querySelectorAll("source"), ({ srcset }) => new URL(srcset, location.href).href),
      ...Array.from(
        document.querySelectorAll<HTMLMetaElement>('meta[property="og:image"]'),
        ({ content }) => content,
      ),
    ]);
    for (const address of found) pictures.add(address);
  }
  expect(pictures.size).toBeGreaterThan(10);
  for (const address of pictures) {
    const response = await page.request.get(address);
    expect(response.headers()["content-type"], address).toMatch(/^image\//);
  }

  await page.goto("/cookie-policy");
  const lines = await page.getByRole("cell", { name: "Necessary", exact: true }).evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    }),
  );
  expect(new Set(lines), "lines of a cell with one word, on a phone").toEqual(new Set([1]));
});

test("a visitor looks around, picks a genre and finds it in the form after signing up", async ({
  page,
  context,
}) => {
  const openBefore = await context.newPage();
  await openBefore.goto("/");
  await page.goto("/");
  const main = page.getByRole("navigation", { name: "Main" });
  await expect(main.getByRole("link")).toHaveText(["Home", "Features", "Pricing"]);
  await main.getByRole("link", { name: "Features" }).click();
  await expect(page).toHaveURL(/\/features$/);
  await main.getByRole("link", { name: "Pricing" }).click();
  const plans = page.getByRole("region", { name: "Plans" });
  await expect(plans).toContainText("9.99 per month");
  await expect(plans).toContainText("19.99 coming soon");
  await main.getByRole("link", { name: "Home" }).click();

  await page.getByRole("button", { name: "Fantasy Realms" }).click();
  await signInAtIssuer(page, somebodyNew());
  await giveConsent(page);
  await expect(page).toHaveURL(/\/stories\/new\?genre=fantasy$/);
  await expect(page.getByRole("radio", { name: "Fantasy", exact: true })).toBeChecked();

  await openBefore.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Pricing" }).click();
  await expect(openBefore, "a page that was open before the sign-in in another tab").toHaveURL(/\/home$/);
  await openBefore.close();

  // A signed-in person must not get the visitor's page from the browser's cache.
  for (const path of VISITORS_PAGES) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/home$/);
  }
  for (const path of LEGAL_PAGES) {
    await page.goto(path);
    await expect(page.getByRole("link", { name: "Back to your stories" })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
  await expectAccessible(page);
});

test("without JavaScript the public pages can be read, and the sign-in works", async ({ openPlainPage }) => {
  const page = await openPlainPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "A story that waits for your next line." })).toBeVisible();
  await page.getByText("What is a Spark?").click();
  await expect(page.getByText("One piece of writing that you ask for")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cookie Settings" })).toBeHidden();
  await page.getByRole("link", { name: "Pricing" }).click();
  await expect(page.getByText("14-day satisfaction guarantee").first()).toBeVisible();
  await page.getByRole("link", { name: "Terms", exact: true }).last().click();
  await expect(page.getByText("18 or older").first()).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("form", { name: "Try it" })).toBeHidden();
  // Playwright finds no text inside a noscript.
  await expect(page.locator("noscript p")).toContainText("The demo writes itself live");
  await page.getByRole("main").getByRole("button", { name: "Try for Free" }).first().click();
  await expect(page.getByLabel("E-mail")).toBeVisible();
});

test("the reference of the API is read without a script, and by keyboard", async ({ page }) => {
  await page.goto("/api/docs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API reference");
  expect(await page.evaluate(() => document.scripts.length)).toBe(0);
  await page.getByRole("navigation").getByRole("link", { name: "Begin a story POST" }).press("Enter");
  await expect(page).toHaveURL(/#createStory$/);
  const operation = page.getByRole("article", { name: "Begin a story", exact: true });
  await expect(operation.getByRole("heading", { level: 3 })).toBeInViewport();
  await operation.locator("summary", { hasText: "Errors" }).press("Enter");
  await expect(operation.getByText("STORY_LIMIT_EXCEEDED")).toBeVisible();
  // All operations are made alike; to check all of them in every theme takes a minute.
  await expectAccessible(page, "#createStory");
});
