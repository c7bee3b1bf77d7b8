import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { Theme } from "#domain/themes.ts";
import { expect } from "./test.ts";

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Loaded once into a page. The builder by itself loads a larger one, twice for each theme, which takes longer than all rules. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules whose result depends on colours. They are checked in each theme, all others once. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Fails if axe finds a violation of WCAG 2.2 AA on the page as it is, or in a part of it, in any of `themes`: a light one and the
 * dark one; `THEMES` where the main parts of a screen are first on a page.
 */
export async function expectAccessible(
  page: Page,
  part = "html",
  themes: readonly Theme[] = ["literary", "dark"],
): Promise<void> {
  // What has opened just now is transparent until its first frame: axe would not look at it.
  await expect(page.locator("[data-starting-style], [data-ending-style]")).toHaveCount(0);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const chosen = await page.locator("html").getAttribute("data-theme");
  for (const [index, theme] of themes.entries()) {
    await wear(page, theme, { isStill: true });
    const axe = new AxeBuilder({ page, axeSource: "undefined" })
      .setLegacyMode(true) // a fifth of the time; the other mode is for frames, and there are none
      .options({ resultTypes: ["violations"] })
      .include(part)
      // The library's guards at both ends of a popup pass the focus on; axe takes them for places where it gets lost.
      .exclude("[data-base-ui-focus-guard]");
    const { violations } = await (index === 0
      ? axe.withTags(WCAG_22_AA)
      : axe.withRules(COLOUR_RULES)
    ).analyze();
    expect(
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`)),
      `violations in the theme ${theme}`,
    ).toEqual([]);
  }
  if (chosen !== null) await wear(page, chosen, { isStill: false });
}

/** Sets the theme, and whether things move: axe would measure colours in the middle of a transition, also of one that begins meanwhile. */
async function wear(page: Page, theme: string, { isStill }: { isStill: boolean }): Promise<void> {
  await page.locator("html").evaluate(
    (html, [name, still]) => {
      html.dataset["theme"] = name;
      const motionless = new CSSStyleSheet();
      if (still)
        motionless.replaceSync(
          "*, ::before, ::after { transition: none !important; animation: none !important }",
        );
      document.adoptedStyleSheets = [motionless];
    },
    [theme, isStill] as const,
  );
}
