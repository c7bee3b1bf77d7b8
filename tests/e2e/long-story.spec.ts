import type { Page } from "@playwright/test";
import { seedStories } from "#tools/seed/long-story.ts";
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

test("a story of 10,000 messages opens at its end, and is read upwards without a jump and without filling the page", async ({
  page,
  product,
}) => {
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
  for (let step = 0; step < 40; step += 1) {
    const jump = await scrollUp(page);
    expect(Math.abs(jump), `the jump at step ${step}`).toBeLessThanOrEqual(2);
    expect(await passages.count()).toBeLessThanOrEqual(ON_PAGE_MAX);
  }
  expect(await loadedHeight(page)).toBeGreaterThan(20_000);

  // Older messages that arrive late find the reader further up, and do not bring them back.
  const arrive = await holdRequests(page, /\/messages\?/);
  const older = page.getByRole("link", { name: /earlier|Loading/ });
  while ((await older.getAttribute("aria-busy")) !== "true") await scrollUp(page);
  const heightBefore = await loadedHeight(page);
  await scrollUp(page);
  const before = await passages.first().boundingBox();
  const first = await passages.first().elementHandle();
  arrive();
  await expect.poll(() => loadedHeight(page)).toBeGreaterThan(heightBefore);
  const after = await first?.boundingBox();
  expect(Math.abs((after?.y ?? Number.NaN) - (before?.y ?? 0))).toBeLessThanOrEqual(2);

  // And down to the end again, through messages that were removed from the page meanwhile.
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(passages.last()).toBeInViewport();
  expect(await passages.count()).toBeLessThanOrEqual(ON_PAGE_MAX);
});

/** Scrolls up by most of a screen and waits. Returns how far the view has moved beyond that. */
function scrollUp(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const inView = [...document.querySelectorAll("article")].find(
      (article) => article.getBoundingClientRect().bottom > 100,
    );
    if (inView === undefined) throw new Error("There is no message in view.");
    const before = inView.getBoundingClientRect().top;
    const by = Math.min(window.innerHeight * 0.6, window.scrollY);
    window.scrollBy({ top: -by, behavior: "instant" });
    await new Promise((resolve) => setTimeout(resolve, 150));
    return inView.getBoundingClientRect().top - before - by;
  });
}

function loadedHeight(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight);
}
