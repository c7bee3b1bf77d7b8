import { mkdir, stat, writeFile } from "node:fs/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { GENRE_SLUGS } from "#domain/genres.ts";
import { STORYTELLER_MODEL } from "#domain/message.ts";
import { findIdeas } from "#domain/story-ideas.ts";
import { arrive, somebodyNew } from "#tests/e2e/harness/person.ts";
import { atRest, beginStory, type NewStory, write } from "#tests/e2e/harness/story.ts";
import { keepCookieChoice } from "#tests/e2e/harness/test.ts";
import { findBrowser } from "#tests/harness/browser.ts";
import { Product } from "#tests/harness/product.ts";
import { makeAllPremium } from "#tests/harness/seed.ts";
import { inProject } from "#tools/paths.ts";

/** With this one each genre has a motif that shows what it is. */
const PREVIEW_COVER = "00000007-book.svg";

/*
 * `npm run pictures`: makes the pictures of the product for its public pages, and the preview image for shared links.
 * It starts the product with its built-in storyteller, writes in it, and takes each picture in a light and in the dark
 * theme. They are stored in app/features/site/pictures/.
 * `npm run pictures previews` makes those of reading copies alone.
 */

const FOLDER = inProject("app", "features", "site", "pictures");
const QUALITY = 0.82;
const DESKTOP = { viewport: { width: 1200, height: 750 }, deviceScaleFactor: 1 };
const PHONE = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const SHARED = { viewport: { width: 1200, height: 630 }, deviceScaleFactor: 1 };
const THEMES = { light: "literary", dark: "dark" } as const;

const MAIN_STORY: NewStory = {
  genre: "Mystery",
  character: "A relief operator on her first night at a harbour radio",
  description: "A voice on the harbour radio reads out the name of a boat that was lost years ago.",
};
const MAIN_MOVE = "I answer the voice and ask for its position.";
/** The other books of the shelf. */
const OTHER_STORIES = (["Fantasy", "Science Fiction", "Romance", "Western"] as const).flatMap((genre) =>
  findIdeas(genre).slice(0, 1),
);

async function main(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  if (process.argv[2] === "previews") return takePreviews();
  const product = await Product.start({ env: { AI_MODEL: STORYTELLER_MODEL } });
  const browser = await chromium.launch((await findBrowser()) ?? {});
  try {
    const writer = await openContext(browser, product, DESKTOP);
    const page = await writer.newPage();
    await arrive(page, somebodyNew("Nora Lindqvist"));
    await product.stop();
    makeAllPremium(product.stateDir); // a shelf with one story would look empty
    await product.startAgain();
    const story = await writeStories(page);
    const storageState = await writer.storageState();

    const phone = await (await openContext(browser, product, { ...PHONE, storageState })).newPage();
    for (const theme of ["light", "dark"] as const) {
      await takePages(page, story, theme);
      await openAtMove(phone, story, theme);
      await take(phone, `phone-${theme}`);
    }
    const visitor = await (await openContext(browser, product, SHARED)).newPage();
    // The first screen of the landing page, as PNG: not every program that shows link previews can read WebP.
    await visitor.goto("/", { waitUntil: "networkidle" });
    await save("open-graph.png", await visitor.screenshot({ animations: "disabled" }));
  } finally {
    await browser.close();
    await product.dispose();
  }
}

async function openContext(
  browser: Browser,
  product: Product,
  options: Parameters<Browser["newContext"]>[0],
): Promise<BrowserContext> {
  // With reduced motion no picture shows an unfinished animation.
  const context = await browser.newContext({ baseURL: product.origin, reducedMotion: "reduce", ...options });
  await keepCookieChoice(context);
  return context;
}

/** Writes a few stories, the main one last, so that it is the open one. Returns its path. */
async function writeStories(page: Page): Promise<string> {
  await page.goto("/home");
  for (const story of OTHER_STORIES) {
    await beginStory(page, story);
    await atRest(page);
  }
  const path = await beginStory(page, MAIN_STORY);
  await atRest(page);
  await write(page, MAIN_MOVE);
  await page.getByText(MAIN_MOVE).first().waitFor();
  await atRest(page);
  await page.getByText("New Story", { exact: true }).waitFor({ state: "hidden" }); // until its title has arrived
  return path;
}

async function takePages(page: Page, story: string, theme: keyof typeof THEMES): Promise<void> {
  await openAtMove(page, story, theme);
  await take(page, `reading-${theme}`);
  await page.getByRole("button", { name: "Story information" }).click();
  await page.getByRole("dialog").waitFor();
  await take(page, `information-${theme}`);
  await open(page, "/stories", theme);
  await take(page, `library-${theme}`);
  await open(page, "/stories/new?genre=fantasy", theme);
  const [idea] = findIdeas("Fantasy");
  await page.getByLabel("Your character").fill(idea?.character ?? "");
  await page.getByLabel("What it is about").fill(idea?.description ?? "");
  await page.locator("h1").first().click(); // no input box has the focus
  await take(page, `new-story-${theme}`);
}

/** What messengers show of a reading copy: a cover of each genre. */
async function takePreviews(): Promise<void> {
  const product = await Product.start();
  const browser = await chromium.launch((await findBrowser()) ?? {});
  const page = await browser.newPage(SHARED);
  for (const slug of Object.values(GENRE_SLUGS)) {
    const cover = await fetch(`${product.origin}/covers/${slug}/${PREVIEW_COVER}`);
    const source = `data:image/svg+xml,${encodeURIComponent(await cover.text())}`;
    await page.setContent(
      `<body style="margin:0;height:100vh;display:grid;place-items:center;background:oklch(0.962 0.011 84)">
        <img src="${source}" width="375" height="525" style="border-radius:4px 8px 8px 4px;box-shadow:0 24px 60px -16px oklch(0.3 0.04 50 / 0.5)">`,
    );
    await page.waitForFunction(() => document.images[0]?.complete);
    await save(`preview-${slug}.png`, await page.screenshot());
  }
  await browser.close();
  await product.stop();
}

async function open(page: Page, path: string, theme: keyof typeof THEMES): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await page.evaluate((name) => {
    document.documentElement.dataset["theme"] = name;
  }, THEMES[theme]);
}

/** Opens a story and scrolls until the person's message is near the top, with the reply below it. */
async function openAtMove(page: Page, story: string, theme: keyof typeof THEMES): Promise<void> {
  await open(page, story, theme);
  const move = page.getByText(MAIN_MOVE).first();
  await move.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + scrollY - 190));
  await page.mouse.move(0, 0);
}

/** The browser can encode WebP, so no other program is needed. */
async function take(page: Page, name: string): Promise<void> {
  const png = await page.screenshot({ animations: "disabled" });
  const encoded = await page.evaluate(
    async ({ source, quality }) => {
      const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
      const blob = await canvas.convertToBlob({ type: "image/webp", quality });
      return Array.from(new Uint8Array(await blob.arrayBuffer()));
    },
    { source: png.toString("base64"), quality: QUALITY },
  );
  await save(`${name}.webp`, Buffer.from(encoded));
}

async function save(name: string, picture: Buffer): Promise<void> {
  await writeFile(`${FOLDER}/${name}`, picture);
  const { size } = await stat(`${FOLDER}/${name}`);
  process.stdout.write(`${name}: ${(size / 1000).toFixed(1)} kB\n`);
}

await main();
