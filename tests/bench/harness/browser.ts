import { type BrowserContext, chromium } from "@playwright/test";
import { findBrowser } from "#tests/harness/browser.ts";

/** A browser with one profile, for a site. */
export async function openBrowser(baseURL: string): Promise<BrowserContext> {
  const found = await findBrowser();
  const browser = await chromium.launch(
    found === null ? {} : { executablePath: found.executablePath, env: { ...process.env, ...found.env } },
  );
  const context = await browser.newContext({ baseURL });
  context.on("close", () => void browser.close());
  return context;
}
