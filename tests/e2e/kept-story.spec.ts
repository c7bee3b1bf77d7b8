import type { Page } from "@playwright/test";
import { logOut } from "./harness/person.ts";
import { inAStory, OPENING, storyLog, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

test.use({
  expectedErrors: ["Failed to load resource", "Failed to fetch", "net::ERR_FAILED", "The story is away"],
});

/** Makes every request to open a story fail, until the returned function is called. */
async function breakLoading(page: Page): Promise<() => Promise<void>> {
  const loads = /\/stories\/[0-9a-f-]{36}\.data/;
  await page.route(loads, (route) => route.abort());
  return () => page.unroute(loads);
}

test("a story that can't be loaded is shown from this browser's copy, and continues after the reconnect", async ({
  page,
  model,
}) => {
  model.tells("The voice gave a bearing and a depth.", { to: "I pull on the headset" });
  const path = await inAStory(page, model);
  await page.getByRole("link", { name: "Your Library" }).click();
  await expect(page.getByRole("heading", { name: "Your Library", exact: true })).toBeVisible();

  const mend = await breakLoading(page);
  await page.locator(`a[href="${path}"]`).first().click();
  await expect(page.getByText("Failed to load latest messages. Showing cached version.")).toBeVisible();
  await expect(storyLog(page)).toContainText(OPENING);
  await mend();
  await write(page, "I pull on the headset and answer.");
  await expect(storyLog(page)).toContainText("The voice gave a bearing and a depth.");
});

test("a story without a stored copy shows an error, and opens at the next try", async ({ page, model }) => {
  const path = await inAStory(page, model);
  await page.getByRole("link", { name: "Your Library" }).click();
  await expect(page.getByRole("heading", { name: "Your Library", exact: true })).toBeVisible();
  await forgetKept(page);

  const mend = await breakLoading(page);
  await page.locator(`a[href="${path}"]`).first().click();
  await expect(page.getByText("Failed to load story. Please try again.")).toBeVisible();
  await mend();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(storyLog(page)).toContainText(OPENING);
});

test("nothing of a story or of a payment stays in the browser after logging out", async ({ page, model }) => {
  await inAStory(page, model);
  await expect.poll(() => keptEntries(page)).toBeGreaterThan(0);
  await page.goto("/home");
  await page.evaluate(() => {
    localStorage.setItem("payment-log", "[]");
    localStorage.setItem("payment-session", "cs_1");
  });
  await logOut(page);
  await expect.poll(() => keptEntries(page)).toBe(0);
  const payment = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith("payment-")),
  );
  expect(payment).toEqual([]);
});

/** The number of stories that the browser stores. */
function keptEntries(page: Page): Promise<number> {
  return onKeptStories(page, "count");
}

async function forgetKept(page: Page): Promise<void> {
  await onKeptStories(page, "clear");
  expect(await keptEntries(page)).toBe(0);
}

function onKeptStories(page: Page, what: "count" | "clear"): Promise<number> {
  return page.evaluate(async (wanted) => {
    // To open it would create it, without what the page keeps in it.
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes("talespark")) return 0;
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open("talespark");
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const db = opening.result;
        const asked = db.transaction("stories", "readwrite").objectStore("stories")[wanted]();
        asked.onsuccess = () => {
          db.close();
          resolve(asked.result ?? 0);
        };
      };
    });
  }, what);
}
