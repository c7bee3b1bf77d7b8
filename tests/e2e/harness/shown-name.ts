import type { Locator } from "@playwright/test";

/** The name that an icon button shows over itself now; `null`: it shows none. It is drawn by style, so that no locator finds it. */
export function findShownName(button: Locator): Promise<string | null> {
  return button.evaluate((element) =>
    getComputedStyle(element, "::before").display === "none" ? null : element.getAttribute("data-tip"),
  );
}
