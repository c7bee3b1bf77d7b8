import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Waits until a typed text has its copy, so that it outlives the tab. */
export async function expectCopied(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join("\n"))).toContain(text);
}
