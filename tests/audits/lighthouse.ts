import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import lighthouse, { desktopConfig } from "lighthouse";
import { arrive } from "#tests/e2e/harness/person.ts";
import { atRest, beginStory } from "#tests/e2e/harness/story.ts";
import { findBrowser } from "#tests/harness/browser.ts";
import { Product } from "#tests/harness/product.ts";
import { anyFreePort } from "#tools/ports.ts";
import { STORYTELLER_MODEL } from "#tools/settings.ts";

/*
 * `npm run lighthouse`: home, library and reading screen of somebody who is signed in, as Lighthouse sees them. Ends with 1
 * when accessibility or best practices are under 100 anywhere.
 */

const CATEGORIES = ["accessibility", "best-practices"] as const;

async function main(): Promise<void> {
  const profile = await mkdtemp(path.join(tmpdir(), "talespark-lighthouse-"));
  const product = await Product.start({ env: { AI_MODEL: STORYTELLER_MODEL } });
  const browser = await findBrowser();
  const port = await anyFreePort();
  // Lighthouse opens its own tab in the browser's first profile: that is the one that signs in.
  const context = await chromium.launchPersistentContext(profile, {
    baseURL: product.origin,
    args: [`--remote-debugging-port=${port}`],
    ...(browser === null
      ? {}
      : { executablePath: browser.executablePath, env: { ...process.env, ...browser.env } }),
  });
  try {
    const page = await context.newPage();
    await arrive(page);
    const story = await beginStory(page);
    await atRest(page);
    let perfect = true;
    for (const address of ["/home", "/stories", story]) {
      for (const form of ["mobile", "desktop"] as const) {
        perfect = (await audit(page, new URL(address, product.origin).href, port, form)) && perfect;
      }
    }
    process.exitCode = perfect ? 0 : 1;
  } finally {
    await context.close();
    await product.dispose();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Prints the scores and what took from them; whether they are all 100. */
async function audit(page: Page, url: string, port: number, form: "mobile" | "desktop"): Promise<boolean> {
  await page.goto("about:blank");
  const result = await lighthouse(
    url,
    { port, disableStorageReset: true, onlyCategories: [...CATEGORIES], logLevel: "error" },
    form === "desktop" ? desktopConfig : undefined,
  );
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`);
  const { categories, audits, finalDisplayedUrl } = result.lhr;
  const scores = CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100));
  process.stdout.write(`${form} ${new URL(finalDisplayedUrl).pathname}: ${scores.join(" / ")}\n`);
  for (const name of CATEGORIES) {
    for (const { id, weight } of categories[name]?.auditRefs ?? []) {
      const { score, title } = audits[id] ?? {};
      if (weight > 0 && typeof score === "number" && score < 1) {
        process.stdout.write(
          `  ${id}: ${title}\n${JSON.stringify(audits[id]?.details ?? {}).slice(0, 1_500)}\n`,
        );
      }
    }
  }
  return scores.every((score) => score === 100);
}

await main();
