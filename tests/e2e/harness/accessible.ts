import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { THEMES } from "#domain/account.ts";
import { expect } from "./test.ts";

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Finds nothing to complain of on the page as it stands, in each of the four themes. */
export async function expectAccessible(page: Page): Promise<void> {
  const root = page.locator("html");
  const own = await root.getAttribute("data-theme");
  for (const theme of THEMES) {
    await root.evaluate((html, name) => html.setAttribute("data-theme", name), theme);
    // A colour that is still on its way to the theme's is nobody's.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    const { violations } = await new AxeBuilder({ page }).withTags(WCAG_22_AA).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    expect(found, `what axe finds in ${theme}`).toEqual([]);
  }
  await root.evaluate((html, name) => html.setAttribute("data-theme", name ?? ""), own);
}
