import type { BrowserContext, Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe.ts";
import { chooseInMenu, onKeptStories } from "./harness/page.ts";
import { callApi, logOut, signUp } from "./harness/person.ts";
import { inAStory, inputBox, OPENING, openBox, storyLog, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

test.use({
  serviceWorkers: "allow",
  expectedErrors: ["net::ERR", "Failed to fetch", "Failed to load resource", "WebSocket connection"],
});

/** Waits until this browser could open the app without a network. */
async function untilKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => caches.match("/offline").then(Boolean))).toBe(true);
}

/** Closes the tab, and opens the app anew at an address. */
async function openAnew(context: BrowserContext, page: Page, path: string): Promise<Page> {
  await page.close();
  const next = await context.newPage();
  await next.goto(path);
  return next;
}

test("offline the app opens and reads; what is typed is sent later", async ({ page, context, model }) => {
  test.slow();
  model.tells("The voice gave a bearing.", { to: "I pull on the headset." });
  const path = await inAStory(page, model);
  await untilKept(page);
  await context.setOffline(true);

  const later = await openAnew(context, page, "about:blank");
  await later.clock.setSystemTime(Date.now() + 24 * 60 * 60 * 1_000);
  await later.goto("/home");
  await expect(later.getByRole("heading", { name: "Your Library" })).toBeVisible();
  await expectAccessible(later, "main");
  // The network comes back for a moment just then.
  await later.evaluate(() => {
    document.addEventListener("click", () => setTimeout(() => window.dispatchEvent(new Event("online"))));
  });
  await later.locator(`a[href="${path}"]`).click();
  await expect(later).toHaveURL(/from=%2Fstories/);
  await expect(storyLog(later)).toContainText(OPENING);
  await expect(later.getByText("You are offline. What you wrote is kept and will be sent.")).toBeVisible();
  await later.getByRole("button", { name: "Text settings" }).click(); // it has never been opened in this browser
  await expect(later.getByRole("radio", { name: "Literary" })).toBeChecked();
  await later.keyboard.press("Escape");

  await write(later, "I pull on the headset.");
  await expect(storyLog(later)).toContainText("I pull on the headset.");
  await context.setOffline(false);
  await expect(later).toHaveURL(new RegExp(`${path}$`));
  await expect(storyLog(later)).toContainText("The voice gave a bearing.", { timeout: 30_000 });
  await expect(storyLog(later).getByText("I pull on the headset.")).toHaveCount(1);

  const count = await onKeptStories(later, "count");
  await callApi(later, "DELETE", `/api${path}`);
  await expect.poll(() => onKeptStories(later, "count"), "a deleted story is not kept").toBe(count - 1);
});

test("offline a story reads as far back as it was read here", async ({ page, context }) => {
  await signUp(page);
  await page.goto("/stories/bring-in");
  const lines = Array.from({ length: 120 }, (_, index) => {
    const isOwn = index % 2 === 1;
    return JSON.stringify({ name: isOwn ? "Nel" : "Mara Voss", is_user: isOwn, mes: `Line ${index} of it.` });
  });
  const buffer = Buffer.from(lines.join("\n"));
  await page.getByLabel("Files").setInputFiles({ name: "Mara Voss.jsonl", mimeType: "", buffer });
  await page.getByRole("button", { name: "Bring it in" }).click();
  await page.getByRole("link", { name: "Open the story" }).click();
  await expect(page).toHaveURL(/\/stories\/[0-9a-f-]{36}/);
  const { pathname: path } = new URL(page.url());
  await page.goto(path);
  await untilKept(page);
  const left = (tab: Page) => storyLog(tab).getByText("Line 40 of it.");
  await expect(async () => {
    await page.mouse.wheel(0, -400);
    await expect(left(page)).toBeInViewport({ timeout: 200 });
  }).toPass();
  await expect(async () => {
    const place = await page.evaluate(() => localStorage.getItem("talespark:places"));
    const [, messageId] = /"messageId":"([^"]+)"/.exec(place ?? "") ?? [];
    await expect(page.locator(`[data-message="${messageId}"]`)).toBeInViewport({ timeout: 200 });
  }, "the place is kept").toPass();
  await context.setOffline(true);
  const later = await openAnew(context, page, path);
  await expect(left(later)).toBeInViewport();
});

test("a new version arrives in two open stories without a lost word", async ({ page, context, model }) => {
  const path = await inAStory(page, model);
  await untilKept(page);
  const other = await context.newPage();
  await other.goto(path);
  await (await openBox(page)).fill("A line that is not sent yet");
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  // As after a deployment: the frame that is kept is of another version.
  await page.evaluate(async () => {
    const [name = ""] = await caches.keys();
    const older = await caches.open("talespark-frame-older");
    const frame = await caches.match("/offline");
    if (frame) await older.put("/offline", frame);
    await older.put("/assets/only-of-the-older.js", new Response("older"));
    await caches.delete(name);
  });
  const browser = await context.newCDPSession(page);
  await browser.send("ServiceWorker.enable");
  await browser.send("ServiceWorker.stopAllWorkers");
  await other.reload();
  await expect.poll(() => page.evaluate(() => caches.keys().then((names) => names.length))).toBe(2);
  await untilKept(page);
  const readOlder = () =>
    page.evaluate(() => fetch("/assets/only-of-the-older.js").then((file) => file.text()));
  expect(await readOlder(), "files of the version that is open").toBe("older");
  for (const tab of [page, other]) await expect(storyLog(tab)).toContainText(OPENING);
  expect(await page.evaluate(() => Reflect.get(window, "isSame"))).toBe(true);
  await expect(inputBox(page)).toHaveValue("A line that is not sent yet");
  await page.reload();
  await expect(await openBox(page)).toHaveValue("A line that is not sent yet");
});

test("after a logout nothing of a person is left, nor opens offline", async ({ page, context, model }) => {
  const path = await inAStory(page, model);
  await untilKept(page);
  await expect.poll(() => onKeptStories(page, "count")).toBeGreaterThan(0);
  const count = await onKeptStories(page, "count");
  await page.goto("/stories");
  await chooseInMenu(page, /^Story menu/, "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => onKeptStories(page, "count"), "a deleted story is not kept").toBe(count - 1);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("article").click();
  await expect.poll(() => onKeptStories(page, "count")).toBe(count);
  await page.goto("/home");
  const payment = ["payment-log", "payment-session", "pending-checkout"];
  await page.evaluate((keys) => keys.map((key) => localStorage.setItem(key, "[]")), payment);
  await logOut(page);
  await expect.poll(() => onKeptStories(page, "count")).toBe(0);
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => payment.includes(key))).toEqual([]);
  const kept = await page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? "");
      }
    }
    return texts.join("\n");
  });
  expect(kept).not.toContain("radio hissed");
  expect(kept).not.toContain(path);
  expect(kept).not.toMatch(/@example\.com/);
  await context.setOffline(true);
  const next = await openAnew(context, page, path);
  await expect(next.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(next.locator("body")).not.toContainText("radio hissed");
});

test("a browser with full storage opens and writes as before", async ({ page, context, model, baseURL }) => {
  const browser = await context.newCDPSession(page);
  await browser.send("Storage.overrideQuotaForOrigin", { origin: baseURL ?? "", quotaSize: 1_000 });
  model.tells("The voice gave a bearing.", { to: "I answer." });
  await inAStory(page, model);
  await page.evaluate(() => navigator.serviceWorker.register("/service-worker.js").catch(() => undefined));
  await write(page, "I answer.");
  await expect(storyLog(page)).toContainText("The voice gave a bearing.");
  await page.reload();
  await expect(storyLog(page)).toContainText("The voice gave a bearing.");
  expect(await page.evaluate(() => caches.match("/offline").then(Boolean))).toBe(false);
});
