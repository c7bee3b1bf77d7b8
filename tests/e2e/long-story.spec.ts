import type { Page } from "@playwright/test";
import { seedStories } from "#tests/harness/long-story.ts";
import { editorField, openEditor } from "./harness/editing.ts";
import { holdRequests } from "./harness/page.ts";
import { signUp } from "./harness/person.ts";
import { atRest, beginStory, storyLog } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const MESSAGES = 10_000;
/** The maximum number of messages on the page at once: some screens above and below the view. */
const ON_PAGE_MAX = 160;

// The line is cut on purpose when the product is stopped.
test.use({ expectedErrors: ["WebSocket connection", "Failed to load resource", "net::ERR"] });
test.setTimeout(120_000);

test("10,000 messages open at their end, and are read upwards without a jump", async ({ page, product }) => {
  await signUp(page);
  const path = await beginStory(page);
  await atRest(page);
  await page.goto("about:blank");
  await product.stop();
  seedStories(product.stateDir, new Map([[path.split("/").at(-1) ?? "", MESSAGES]]));
  await product.startAgain();

  await page.goto(path);
  await atRest(page); // a page that is not alive yet would scroll to its end after the first step up
  const passages = storyLog(page).getByRole("article");
  await expect(passages.last()).toBeInViewport();
  // It opens with the latest 20, and the rest of 50 arrives at once: two groups, which are far away.
  await expect(page.locator("[data-window]")).toHaveCount(3);
  await expect(passages.last()).toBeInViewport();

  // Upwards, page by page: the view does not move while older messages are inserted above it.
  for (let step = 0; step < 16 || (await loadedHeight(page)) <= 20_000; step += 1) {
    const { jump, shown } = await scrollUp(page);
    expect(jump, `the jump at step ${step}`).toBeLessThanOrEqual(2);
    expect(shown).toBeLessThanOrEqual(ON_PAGE_MAX);
  }

  // Older messages that arrive late find the reader at the very top, where no browser holds the view by itself.
  const arrive = await holdRequests(page, /\/messages\?/);
  const older = page.getByRole("link", { name: /earlier|Loading/ });
  while ((await older.getAttribute("aria-busy")) !== "true") await scrollUp(page);
  const heightBefore = await loadedHeight(page);
  const view = await watchView(page, Number.POSITIVE_INFINITY);
  arrive();
  await expect.poll(() => loadedHeight(page)).toBeGreaterThan(heightBefore);
  expect(await view.evaluate(({ findJump }) => findJump())).toBeLessThanOrEqual(2);

  // … and others that come in the very moment in which the reader gets there.
  const comeAtOnce = await holdRequests(page, /\/messages\?/);
  while ((await older.getAttribute("aria-busy")) !== "true") await scrollUp(page);
  const height = await loadedHeight(page);
  await page.evaluate(() => window.scrollTo({ top: 300, behavior: "instant" }));
  const viewAtTop = await watchView(page, Number.POSITIVE_INFINITY, { isWithOlder: true });
  comeAtOnce();
  await expect.poll(() => loadedHeight(page)).toBeGreaterThan(height);
  expect(await viewAtTop.evaluate(({ findJump }) => findJump())).toBeLessThanOrEqual(2);

  // Down to the end again. Messages far away were taken off the page, but not the one that is edited: it may wait to be saved.
  const inView = await page.evaluate(() => {
    const isInView = (article: Element) => article.getBoundingClientRect().top > 100;
    return [...document.querySelectorAll("article")].find(isInView)?.dataset["message"];
  });
  await openEditor(page, storyLog(page).locator(`[data-message="${inView}"]`));
  await editorField(page).blur();
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
  await expect(passages.last()).toBeInViewport();
  await expect.poll(() => passages.count()).toBeLessThanOrEqual(ON_PAGE_MAX);
  await expect(editorField(page)).toBeAttached();
});

/** Scrolls up by more than a screen. Returns what moved beside that, in px, and how many messages are on the page. */
async function scrollUp(page: Page): Promise<{ jump: number; shown: number }> {
  const view = await watchView(page, 1.5);
  return view.evaluate(async ({ findJump }) => {
    const jump = await findJump();
    return { jump, shown: document.querySelectorAll("article").length };
  });
}

/**
 * Scrolls up by a part of a screen, and measures from then on where the first message in view is drawn, in each frame. (An
 * intersection observer's measure is that of a drawn frame; a script may run between a change and what corrects it.)
 * `isWithOlder`: it scrolls in the frame in which older messages come in.
 */
function watchView(page: Page, screens: number, { isWithOlder = false } = {}) {
  return page.evaluateHandle(
    async ([part, isLater]) => {
      const drawn = await new Promise<IntersectionObserverEntry[]>((resolve) => {
        const observer = new IntersectionObserver((entries) => {
          observer.disconnect();
          resolve(entries);
        });
        for (const article of document.querySelectorAll("article")) observer.observe(article);
      });
      const first = drawn.find(({ boundingClientRect }) => boundingClientRect.bottom > 100);
      if (first === undefined) throw new Error("There is no message in view.");
      const message = first.target;
      const by = Math.min(window.innerHeight * part, window.scrollY);
      const expected = first.boundingClientRect.top + by;
      const jumps: number[] = [];
      let watching = true;
      const watch = () => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          jumps.push(Math.abs((entry?.boundingClientRect.top ?? Number.NaN) - expected));
          if (watching) watch();
        });
        observer.observe(message);
      };
      const begin = () => {
        window.scrollBy({ top: -by, behavior: "instant" });
        watch();
      };
      if (isLater) {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          begin();
        });
        observer.observe(document.querySelector("[role=log]") ?? document.body, { childList: true });
      } else begin();
      return {
        /** Resolves to the largest distance from the expected place, in px, after a few more frames. */
        findJump: async () => {
          const end = jumps.length + 8;
          while (jumps.length < end) await new Promise(requestAnimationFrame);
          watching = false;
          return Math.max(...jumps);
        },
      };
    },
    [screens, isWithOlder] as const,
  );
}

function loadedHeight(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight);
}
