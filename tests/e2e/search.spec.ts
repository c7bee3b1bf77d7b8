import type { Locator, Page, Route } from "@playwright/test";
import { expectAccessible } from "./harness/axe.ts";
import { messageAt } from "./harness/editing.ts";
import { findRest, holdRequests } from "./harness/page.ts";
import { callApi, signUp } from "./harness/person.ts";
import { withTwoPaths } from "./harness/sheets.ts";
import { afterLines, atRest, inAStory, LONG_ANSWER, storyLog, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const OWN = "I let the zephyr bell ring out.";
const REPLY =
  "It rang nine times. Mara Voss counted the zephyr with her lips. The reef answered, as reefs do.";
const OTHER = "I pull the plug from the wall.";
const BOX = "Search everything you have written";

/** An exchange about a zephyr on a path that is left; another first line is open. */
const LINES = { own: OWN, reply: REPLY, other: OTHER };

/** Opens the box by its key and looks for something. */
async function look(page: Page, typed: string, key = "Control+k"): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name: "Search" });
  await page.keyboard.press(key);
  await expect(dialog.getByRole("searchbox", { name: BOX })).toBeFocused();
  await dialog.getByRole("searchbox", { name: BOX }).fill(typed);
  return dialog;
}

test("a line of another path is found, marked, and left again @both", async ({ page, model }) => {
  const path = await withTwoPaths(page, model, LINES);
  await page.goto("/stories");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Search" });
  await dialog.getByRole("searchbox", { name: BOX }).fill("zephyr");
  const passages = dialog.getByRole("region", { name: "Passages" });
  await expect(passages.getByRole("link")).toHaveCount(2);
  await expect(passages.locator("mark").first()).toHaveText("zephyr");
  await expect(passages.locator('img[src^="/covers/mystery/"]')).toHaveCount(2);
  await expect(passages).toContainText("another path, passage 3");
  await expect(dialog.getByRole("status")).toHaveText("2 places");
  await expectAccessible(page);

  await passages.getByRole("link", { name: /counted the zephyr/ }).click();
  await expect(page).toHaveURL((url) => url.pathname === path);
  await expect(storyLog(page)).toContainText("counted the zephyr");
  await expect(storyLog(page).locator("article", { hasText: "counted the zephyr" })).toBeFocused();
  const bar = page.getByRole("region", { name: "Found in this text" });
  await expect(bar).toContainText("2 of 2");
  await expect.poll(() => page.evaluate(() => CSS.highlights.get("found")?.size ?? 0)).toBeGreaterThan(0);
  await expectAccessible(page);

  await bar.getByRole("button", { name: "Next place" }).click();
  await expect(bar).toContainText("1 of 2");
  await expect(storyLog(page).locator("article", { hasText: OWN })).toBeFocused();
  await bar.getByRole("button", { name: "Back to where I was" }).click();
  await expect(bar).toBeHidden();
  await expect(storyLog(page).locator("article", { hasText: OTHER })).toBeFocused();
});

test("what is found in the notes of the open story opens them, and in its lore the entry, each time", async ({
  page,
  model,
}) => {
  const path = await inAStory(page, model);
  await callApi(page, "PATCH", `/api${path}/notes`, { note: "The simoom bell is cracked." });
  const book = { name: "This story", storyId: path.split("/").at(-1) };
  const { lorebookId } = await callApi(page, "POST", "/api/lorebooks", book);
  const names = ["The Sowback", "Low Bell"];
  const sheet = page.getByRole("dialog", { name: /Story notes$/ });
  for (const tab of ["Notes", "Memory"]) {
    const dialog = await look(page, "simoom");
    await dialog.getByRole("link").click();
    await expect(sheet.getByRole("tab", { name: "Notes" })).toHaveAttribute("aria-selected", "true");
    await sheet.getByRole("tab", { name: tab }).click();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
  }
  for (const name of names) {
    await callApi(page, "POST", `/api/lorebooks/${lorebookId}/entries`, { name, text: "A zephyr is heard." });
  }
  for (const name of [...names, ...names]) {
    const dialog = await look(page, "zephyr");
    await dialog.getByRole("link", { name }).click();
    const entry = page.getByRole("dialog", { name: new RegExp(`Lore: ${name}$`) });
    await expect(entry.getByRole("textbox", { name: "Name" })).toHaveValue(name);
    await page.keyboard.press("Escape");
    await expect(entry).toBeHidden();
    // It was opened: another tab, or an Undo, does not open it again.
    await sheet.getByRole("tab", { name: "Notes" }).click();
    await sheet.getByRole("tab", { name: /^Lore/ }).click();
    await sheet.getByRole("button", { name: "Books" }).click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
  }

  // Lore of a world that nothing uses leads to where it can be chosen.
  const world = await callApi(page, "POST", "/api/lorebooks", { name: "Kestrel Island" });
  const ferry = { name: "The ferry", text: "It has no bell." };
  await callApi(page, "POST", `/api/lorebooks/${world.lorebookId}/entries`, ferry);
  await page.goto("/stories");
  await (await look(page, "ferry")).getByRole("link", { name: "The ferry" }).click();
  await expect(page.getByRole("button", { name: "Use: Kestrel Island" })).toBeVisible();
});

test("a place that was found is gone to once: what is written later stays in view", async ({
  page,
  model,
  expectedErrors,
}) => {
  expectedErrors.push("net::ERR_FAILED");
  model.tells(`The zephyr came. ${LONG_ANSWER}`, { to: OWN });
  const path = await afterLines(page, model, [OWN]);
  const own = messageAt(page, 1);
  await page.route("**/api/search?*", (route) => route.abort(), { times: 1 });
  await page.goto(`${path}?find=zephyr&at=${await own.getAttribute("data-message")}`);
  await expect(own).toBeFocused();
  const bar = page.getByRole("region", { name: "Found in this text" });
  await bar.getByRole("button", { name: "Next place" }).click();
  await expect(page.getByText("The other places could not be looked up.")).toBeVisible();
  await expect(bar).toContainText("1 of 2");
  model.tells("The reef answered at last.", { to: OTHER });
  await write(page, OTHER);
  await expect(storyLog(page)).toContainText("The reef answered at last.");
  await atRest(page);
  await findRest(messageAt(page, 3));
  await expect(messageAt(page, 3)).toBeInViewport();
});

test("by keyboard alone the box opens, leads to what was found, and closes", async ({ page, model }) => {
  await withTwoPaths(page, model, LINES);
  await page.goto("/stories");
  const dialog = await look(page, "zephy", "/");
  await expect(dialog.getByRole("link")).toHaveCount(2);
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("link").first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("link").nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(dialog.getByRole("searchbox")).toBeFocused();
  // Both choose among an input method's candidates.
  for (const key of ["ArrowDown", "Escape"])
    await dialog.getByRole("searchbox").dispatchEvent("keydown", { key, keyCode: 229, bubbles: true });
  await expect(dialog.getByRole("searchbox")).toBeFocused();
  await expect(dialog.getByRole("searchbox")).toHaveValue("zephy");
  await dialog.getByRole("searchbox").fill("zephyr xylophone");
  await dialog
    .getByRole("region", { name: "Near it" })
    .getByRole("button", { name: "zephyr 2 places" })
    .click();
  await expect(dialog.getByRole("link")).toHaveCount(2);
  const asked = page.waitForRequest((request) => request.url().includes("withoutArchived=true"));
  await dialog.getByRole("checkbox", { name: "Archived too" }).uncheck();
  await asked;
  await expect(dialog.getByRole("link")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("searchbox")).toHaveValue("");
  await expect(dialog.getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  const again = await look(page, "reef answered");
  await expect(again.getByRole("link")).toHaveCount(1);
  await page.keyboard.press("Enter");
  const found = storyLog(page).locator("article", { hasText: "The reef answered" });
  await expect(found).toBeFocused();
  const countMarks = () => page.evaluate(() => CSS.highlights.get("found")?.size);
  await expect.poll(countMarks, "whole words alone, not those that begin so").toBe(2);
  await page.getByRole("button", { name: "Read on from here" }).press("Enter");
  await expect(found).toBeFocused();
});

test("Enter opens what was looked for last, the same character once more, and more of one search is not added to the next", async ({
  page,
}) => {
  await signUp(page);
  for (const name of ["Mara Voss", "Tobiah Renn"]) {
    await callApi(page, "POST", "/api/characters", { name, description: "Keeps the light of Harrow." });
  }
  await page.goto("/characters");
  const dialog = await look(page, "Mara");
  await expect(dialog.getByRole("region", { name: "Characters" }).getByRole("link")).toHaveCount(1);
  const release = await holdRequests(page, /api\/search\?q=Tobiah/);
  await dialog.getByRole("searchbox").fill("Tobiah");
  await page.keyboard.press("Enter");
  await expect(dialog.locator("[aria-busy=true]")).toBeVisible();
  release();
  const sheet = page.getByRole("dialog", { name: "Tobiah Renn" });
  await expect(sheet).toBeVisible();
  await sheet.getByRole("button", { name: "Back to Characters" }).click();
  await expect(sheet).toBeHidden();
  await look(page, "Tobiah");
  await dialog.getByRole("link", { name: /Tobiah Renn/ }).click();
  await expect(sheet).toBeVisible();
  await sheet.getByRole("button", { name: "Back to Characters" }).click();
  await expect(sheet).toBeHidden();

  /** Each search has more places after its first ones. */
  const answer = async (route: Route, id?: string) => {
    const found = await (await route.fetch({ url: route.request().url().replace("&cursor=20", "") })).json();
    const items = id === undefined ? found.items : [{ ...found.items[0], id }];
    await route.fulfill({ json: { ...found, items, next: "20" } });
  };
  await page.route("**/api/search?*", (route) => answer(route));
  const sendMore = await holdRequests(page, /&cursor=20/, (route) => answer(route, "more"));
  await look(page, "Mara");
  await dialog.getByRole("button", { name: "Characters 1" }).click();
  await dialog.getByRole("button", { name: "Show more" }).click();
  await dialog.getByRole("searchbox").fill("Tobiah");
  await expect(dialog.locator("mark")).toHaveText("Tobiah");
  const more = page.waitForResponse(/&cursor=20/);
  sendMore();
  await (await more).finished();
  await findRest(dialog);
  await expect(dialog.getByRole("link")).toHaveCount(1);
});

test("nothing found, slow, failed and offline are each said", async ({ page, context, expectedErrors }) => {
  expectedErrors.push("net::ERR_FAILED", "net::ERR_INTERNET_DISCONNECTED", "status of 500");
  await signUp(page);
  // A page that was told that the index is being built asks again by itself.
  const readIsBuilding = async () => (await page.request.get("/api/search?q=coat")).json();
  await expect.poll(readIsBuilding).toMatchObject({ isBuilding: false });
  await page.goto("/stories");
  let isFailing = false;
  const answer = Promise.withResolvers<void>();
  await page.route("**/api/search?*", async (route) => {
    if (isFailing) return route.abort();
    await answer.promise;
    return route.continue();
  });
  const dialog = await look(page, "green coat");
  await expect(dialog.getByText("Looking…")).toBeVisible();
  answer.resolve();
  await expect(dialog.getByRole("heading", { name: "Nothing says “green coat”" })).toBeVisible();
  await expectAccessible(page);
  isFailing = true;
  await dialog.getByRole("searchbox").fill("blue coat");
  await expect(dialog.getByRole("heading", { name: "Nothing could be looked up" })).toBeVisible();
  await context.setOffline(true);
  isFailing = false;
  const failed = page.waitForEvent("requestfailed");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await failed;
  await expect(dialog.getByRole("heading", { name: "Nothing could be looked up" })).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByRole("heading", { name: "Nothing says “blue coat”" })).toBeVisible();
});
