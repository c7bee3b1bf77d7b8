import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import lighthouse, { desktopConfig, type Result } from "lighthouse";
import { chromium, type Page } from "playwright";
import { STORYTELLER_MODEL } from "#domain/message.ts";
import { arrive } from "#tests/e2e/harness/person.ts";
import { atRest, beginStory, createChat, shareCopy } from "#tests/e2e/harness/story.ts";
import { findBrowser } from "#tests/harness/browser.ts";
import { Product } from "#tests/harness/product.ts";
import { anyFreePort } from "#tools/ports.ts";

/*
 * `npm run lighthouse`: scores of the landing page for a visitor, on a phone and a desktop, then of the main pages of a
 * signed-in person, on a phone, and of a reading copy. Exits with 1 if a score is below its minimum or a figure above its maximum.
 * `npm run lighthouse landing` stops after the first.
 */

type Category = "performance" | "accessibility" | "best-practices" | "seo";
/** The minimum score of each category. */
type Minimums = Partial<Record<Category, number>>;

const FOR_VISITORS: Minimums = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
/** Search engines don't see these pages. */
const SIGNED_IN: Minimums = { performance: 95, accessibility: 100, "best-practices": 100 };
/** How far the page moves by itself (a share), and how long it does not answer while it loads (milliseconds). */
const MAXIMUMS = { "cumulative-layout-shift": 0.02, "total-blocking-time": 150 } as const;
type Form = "mobile" | "desktop";
/** Other programs on the machine change a score by ten points, so the run with the median performance counts. */
const RUNS = 5;

async function main(): Promise<void> {
  const profile = await mkdtemp(path.join(tmpdir(), "talespark-lighthouse-"));
  const product = await Product.start({ env: { AI_MODEL: STORYTELLER_MODEL } });
  const browser = await findBrowser();
  const port = await anyFreePort();
  // Lighthouse opens its tab in the browser's first profile, so that profile signs in.
  const context = await chromium.launchPersistentContext(profile, {
    baseURL: product.origin,
    args: [`--remote-debugging-port=${port}`],
    ...(browser === null
      ? {}
      : { executablePath: browser.executablePath, env: { ...process.env, ...browser.env } }),
  });
  try {
    const page = await context.newPage();
    const auditAll = async (addresses: string[], forms: readonly Form[], minimums: Minimums) => {
      let isGood = true;
      for (const address of addresses) {
        for (const form of forms) {
          const url = new URL(address, product.origin).href;
          isGood = (await audit(page, { url, port, form, minimums })) && isGood;
        }
      }
      return isGood;
    };
    let isGood = await auditAll(["/"], ["mobile", "desktop"], FOR_VISITORS);
    if (process.argv[2] !== "landing") {
      await arrive(page);
      const chat = await createChat(page);
      const story = await beginStory(page);
      await atRest(page);
      const pages = ["/home", "/stories", story, "/characters", chat];
      isGood = (await auditAll(pages, ["mobile"], SIGNED_IN)) && isGood;
      const copy = await shareCopy(page, story, { isIndexed: true });
      isGood =
        (await auditAll([copy], ["mobile", "desktop"], { ...FOR_VISITORS, performance: 100 })) && isGood;
    }
    process.exitCode = isGood ? 0 : 1;
  } finally {
    await context.close();
    await product.dispose();
    await rm(profile, { recursive: true, force: true });
  }
}

type Audit = { url: string; port: number; form: Form; minimums: Minimums };

/** Prints the scores and the failed audits. Returns whether all scores are high enough, and all figures low enough. */
async function audit(page: Page, { url, port, form, minimums }: Audit): Promise<boolean> {
  await page.goto("about:blank");
  const names = Object.keys(minimums);
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    const result = await lighthouse(
      url,
      { port, disableStorageReset: true, onlyCategories: names, logLevel: "error" },
      form === "desktop" ? desktopConfig : undefined,
    );
    if (!result) throw new Error(`Lighthouse gave no result for ${url}.`);
    runs.push(result.lhr);
  }
  const { categories, audits, finalDisplayedUrl } = takeMedian(runs);
  const scores = new Map(names.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]));
  const measured = Object.entries(MAXIMUMS).map(([name, maximum]) => ({
    name,
    maximum,
    value: audits[name]?.numericValue ?? Number.NaN,
  }));
  const summary = [
    ...[...scores].map(([name, score]) => `${name} ${score}`),
    ...measured.map(({ name, value }) => `${name} ${Number(value.toFixed(3))}`),
  ].join(", ");
  process.stdout.write(`${form} ${new URL(finalDisplayedUrl).pathname}: ${summary}\n`);
  for (const name of names) {
    for (const { id, weight } of categories[name]?.auditRefs ?? []) {
      const { score, title, displayValue = "" } = audits[id] ?? {};
      if (weight > 0 && typeof score === "number" && score < 1) {
        process.stdout.write(
          `  ${id}: ${title} ${displayValue}\n${JSON.stringify(audits[id]?.details ?? {}).slice(0, 1_500)}\n`,
        );
      }
    }
  }
  return (
    Object.entries(minimums).every(([name, minimum]) => (scores.get(name) ?? 0) >= minimum) &&
    measured.every(({ value, maximum }) => value <= maximum)
  );
}

/** The run with the median performance. */
function takeMedian<Run extends Pick<Result, "categories">>(runs: readonly Run[]): Run {
  const scoreOf = ({ categories }: Run) => categories["performance"]?.score ?? 0;
  const sorted = runs.toSorted((one, other) => scoreOf(one) - scoreOf(other));
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error("Lighthouse has not run.");
  return median;
}

await main();
