import type { Page } from "@playwright/test";
import { signUp, somebodyNew } from "./harness/person.ts";
import { expect, test } from "./harness/test.ts";

/** The narrowest screen that a page must fit. It also equals 1280 px at a zoom of 400 %. */
const NARROW = { width: 320, height: 640 };

const PUBLIC_PAGES = [
  "/",
  "/features",
  "/pricing",
  "/terms",
  "/privacy-policy",
  "/cookie-policy",
  "/api/docs",
  "/login",
];
const SIGNED_IN_PAGES = [
  "/home",
  "/stories",
  "/stories/new",
  "/stories/deleted",
  "/characters",
  "/characters/deleted",
  "/settings",
  "/help",
  "/upgrade",
  "/upgrade-success",
  "/payment/success",
  "/age-confirmation",
  "/account/delete",
  "/account/deleted",
];

test.use({ viewport: NARROW });
test.skip(({ isMobile }) => isMobile, "the same width on both");

test("no page scrolls sideways on a screen of 320 px, for a visitor and for a person with a long name", async ({
  page,
}) => {
  for (const path of PUBLIC_PAGES) await expectToFit(page, path);
  const { email, name } = somebodyNew("Augusta Ada King, Countess of Lovelace, Keeper-of-the-Harbour-Radio");
  await signUp(page, { name, email: email.replace("reader", "somebody-with-a-rather-long-address") });
  for (const path of SIGNED_IN_PAGES) await expectToFit(page, path);
});

async function expectToFit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("main").first()).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `the width of ${path}`).toBeLessThanOrEqual(NARROW.width);
}
