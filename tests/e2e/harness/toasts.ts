import { expect, type Page } from "@playwright/test";

/** Closes all toasts, which lie on the lower part of a phone's page and stay while the pointer is on one of them. */
export async function closeToasts(page: Page): Promise<void> {
  const close = page.getByRole("button", { name: "Close toast" });
  await close.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click();
  });
  await expect(close).toHaveCount(0);
}
