import { seedLibrary } from "#tests/harness/seed.ts";
import { expectAccessible } from "./harness/axe.ts";
import { shelve, shelveArchived, titles } from "./harness/library.ts";
import { drawLate, holdRequests } from "./harness/page.ts";
import { callApi, signUp } from "./harness/person.ts";
import { OPENING, storyLog } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const ARCHIVE = [
  { title: "Cedar" },
  { title: "ash", description: "Two translators share one desk and one dictionary." },
  { title: "Birch" },
];

const MANY = Array.from({ length: 60 }, (_, index) => `Story ${String(index).padStart(2, "0")}`);

test("a card is 200 px high, has all that is specified, and opens its story; Back shows what was begun since", async ({
  page,
  model,
}) => {
  model.tells(OPENING, { to: "<opening_request/>" });
  await signUp(page);
  await page.goto("/stories");
  await expect(page.getByText("Your Library Awaits")).toBeVisible();
  const description =
    "A voice on the harbour radio reads out the name of a boat lost the winter you were born, again and again.";
  const storyId = await shelve(page, { title: "The Ninth Signal", description, subGenre: "Cold Case" });
  await page.goto(`/stories/${storyId}`);
  await expect(storyLog(page)).toContainText(OPENING);
  await page.goBack(); // to a restored old copy of the page

  const card = page.getByRole("article");
  await expect(card).toContainText("Mystery");
  await expect(card).toContainText("Cold Case");
  await expect(card).toContainText("reads out the name of a boat lost the winter you…");
  await expect(card).toContainText("Today");
  await expect(card).toContainText("Continue story");
  expect((await card.boundingBox())?.height).toBe(200);
  await expectAccessible(page);

  await card.hover();
  const early = page.locator('link[rel="prefetch"][href*="/stories/"]').first();
  await expect(early, "the story's data is loaded early").toBeAttached();
  const isSameDocument = await page.evaluateHandle(() => document.documentElement);
  await card.click();
  await expect(page).toHaveURL(/\/stories\/[0-9a-f-]{36}$/);
  expect(await isSameDocument.evaluate((element) => element.isConnected), "no new document").toBe(true);
});

test("a library is sorted, also before it is alive; a search narrows it, and keeps the list where it fails", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push("ERR_FAILED");
  await signUp(page);
  await shelveArchived(page, ARCHIVE);
  const release = await holdRequests(page, /\/assets\/.*\.js/);
  await page.goto("/stories?status=archived", { waitUntil: "commit" });
  const sort = page.getByRole("combobox", { name: "Sort by" });
  const orders = ["Most Recent", "Oldest First", "Title A-Z", "Title Z-A"];
  await expect(sort.getByRole("option")).toHaveText(orders);
  await sort.selectOption("Title A-Z");
  await expect(titles(page)).toHaveText(["Birch", "ash", "Cedar"]);
  release();
  await expect(titles(page)).toHaveText(["ash", "Birch", "Cedar"]);
  await expect(sort).toHaveValue("name-asc");

  await page.goto("/stories?status=archived");
  const box = page.getByRole("searchbox", { name: "Search your stories" });
  await box.fill("TRANSLATORS desk");
  await expect(page.getByText("1 story found")).toBeAttached();
  await page.reload();
  await expect(box).toHaveValue("TRANSLATORS desk");
  await expect(titles(page)).toHaveText(["ash"]);

  await box.fill("zeppelin");
  await expect(page.getByRole("heading", { name: "No stories match “zeppelin”" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Clear the search" }).click();
  await expect(titles(page)).toHaveText(["Birch", "ash", "Cedar"]);
  await expect(box).toHaveValue("");

  await page.route(/\/stories\.data/, (route) => route.abort());
  await box.fill("ash");
  await expect(page.getByText("Failed to load stories. Please try again.")).toBeVisible();
  await expect(titles(page)).toHaveText(["Birch", "ash", "Cedar"]);
  await page.unroute(/\/stories\.data/);
  await box.fill("birch");
  await expect(titles(page)).toHaveText(["Birch"]);

  // The story comes later than the search would begin.
  await page.route(/\/stories\/[^/]+\.data/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await box.fill("birc");
  await page.getByRole("link", { name: "Birch" }).click();
  await expect(page).toHaveURL(/\/stories\/[\w-]+$/);

  // On a slow machine the search would begin before React has rendered that a navigation is going on.
  await drawLate(page);
  await page.goto("/stories?status=archived&search=bir");
  await expect(titles(page)).toHaveText(["Birch"]);
  await box.press("End");
  await page.getByRole("link", { name: "Birch" }).evaluate((link: HTMLElement) => {
    document.execCommand("insertText", false, "c");
    setTimeout(() => link.click(), 240);
  });
  await expect(page).toHaveURL(/\/stories\/[\w-]+$/);
});

test("more stories come below, without JavaScript page by page", async ({ page, product, openPlainPage }) => {
  test.slow(); // during the restart
  await signUp(page);
  const [title = "", ...others] = MANY;
  const [storyId = ""] = await shelveArchived(page, [{ title }]);
  const deleted = await shelve(page, { title: "The Ninth Signal" });
  await callApi(page, "DELETE", `/api/stories/${deleted}`);
  // More than one person may begin within an hour.
  await page.goto("about:blank");
  await product.stop();
  seedLibrary(product.stateDir, storyId, MANY.length, (index) => others[index] ?? "");
  await product.startAgain();

  await test.step("also to a reader who is at the end as soon as they have come", async () => {
    await page.goto("/stories?status=archived&sort=oldest");
    await page.evaluate(() => {
      const list = document.querySelector("main ul");
      if (list === null) throw new Error("The library has no list.");
      const scrollToEnd = () => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" });
      new MutationObserver(scrollToEnd).observe(list, { childList: true });
      scrollToEnd();
    });
    await expect(titles(page)).toHaveCount(60);
    await page.goto("about:blank");
  });

  await test.step("when pressed: the focus goes to the first new story", async () => {
    await page.setViewportSize({ width: 390, height: 844 }); // one book in a row: the end of the page is far away
    await page.goto("/stories?status=archived&sort=name-asc");
    await expect(titles(page)).toHaveCount(12);
    await page.getByRole("link", { name: "More stories" }).focus();
    await page.keyboard.press("Enter");
    await expect(titles(page)).toHaveCount(36);
    await expect(page.getByRole("link", { name: "Story 12" })).toBeFocused();
  });

  await test.step("before they are scrolled to, and coming back finds all of them", async () => {
    await page.getByRole("link", { name: "Story 35" }).scrollIntoViewIfNeeded();
    await expect(titles(page)).toHaveCount(60);
    await expect(page.getByRole("link", { name: "More stories" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Story 12" })).toBeFocused();

    await page.getByRole("link", { name: "Story 59" }).click();
    await expect(page).toHaveURL(/\/stories\/[0-9a-f-]{36}$/);
    await page.goBack();
    await expect(titles(page)).toHaveCount(60);
    await expect(page.getByRole("link", { name: "Story 59" })).toBeInViewport();
  });

  await test.step("without JavaScript the library can be sorted, searched and paged", async () => {
    const plain = await openPlainPage({ storageState: await page.context().storageState() });

    await plain.goto("/stories?status=archived");
    await plain.getByRole("combobox", { name: "Sort by" }).selectOption("Title A-Z");
    await plain.getByRole("button", { name: "Show" }).click();
    await expect(titles(plain).first()).toHaveText("Story 00");
    await plain.getByRole("link", { name: "More stories" }).click();
    await expect(titles(plain)).toHaveText(MANY.slice(12, 36));
    await plain.getByRole("link", { name: "Back to the beginning" }).click();
    await plain.getByRole("searchbox").fill("story 17");
    await plain.getByRole("button", { name: "Show" }).click();
    await expect(titles(plain)).toHaveText(["Story 17"]);
  });
});
