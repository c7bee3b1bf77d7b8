import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe.ts";
import { openStoryMenu, shelve, shelveArchived, titles } from "./harness/library.ts";
import { findOrigin, signUp, somebodyNew } from "./harness/person.ts";
import { putOnShelf, type ShelvedStory } from "./harness/shelf.ts";
import { beginStory, storyLog } from "./harness/story.ts";
import { expect, onDesktopAlone, test } from "./harness/test.ts";

const OPENING = "The radio hissed at nine, as it had every night since the Ninth went down.";
const ARCHIVE = [
  {
    title: "Cedar",
    description: "The estate agent left the keys, the kettle warm, and a note that says do not go up.",
  },
  {
    title: "ash",
    description: "Two translators share one desk, one dictionary and a letter neither will finish.",
  },
  {
    title: "Birch",
    description: "Every eleven years the ship wakes one passenger to decide whether to turn back.",
  },
];

/** A library with these three archived stories. */
async function withArchive(page: Page): Promise<void> {
  await signUp(page);
  await shelveArchived(page, ARCHIVE);
  await page.goto("/stories?status=archived");
  await expect(titles(page)).toHaveText(["Birch", "ash", "Cedar"]);
}

/** More stories than one person may begin within an hour, so they are written into the database. */
function archivedStories(count: number): ShelvedStory[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `Story ${String(index).padStart(2, "0")}`,
    genre: "Mystery",
    status: "archived",
  }));
}

test("an empty library says so, and leads to a first story", async ({ page }) => {
  await signUp(page);
  await page.goto("/stories");
  await expect(page).toHaveTitle(/Your Library/);
  await expect(page.getByRole("heading", { level: 1, name: "Your Library", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your Library Awaits" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Start Your First Story" }).click();
  await expect(page.getByRole("heading", { name: "Begin Your Story" })).toBeVisible();
});

test("a card is 200 px high, has what the specification names, and opens the story", async ({
  page,
  model,
}) => {
  model.tells(OPENING, { to: "<opening_request/>" });
  await signUp(page);
  const description =
    "A voice on the harbour radio reads out the name of a boat lost the winter you were born, again and again.";
  await shelve(page, { title: "The Ninth Signal", description, subGenre: "Cold Case" });
  await page.goto("/stories");

  const card = page.getByRole("article");
  await expect(card).toContainText("Mystery");
  await expect(card).toContainText("Cold Case");
  await expect(card).toContainText(
    "A voice on the harbour radio reads out the name of a boat lost the winter you…",
  );
  await expect(card).toContainText("Today");
  await expect(card).toContainText("Continue story");
  await expect(page.getByRole("link", { name: "Begin New Story" }).last()).toBeVisible();
  expect((await card.boundingBox())?.height).toBe(200);
  await card.click();
  await expect(page).toHaveURL(/\/stories\/[0-9a-f-]{36}$/);
});

test("the library is sorted in four ways, by its address", async ({ page }) => {
  onDesktopAlone();
  await withArchive(page);
  const sort = page.getByRole("combobox", { name: "Sort by" });
  await expect(sort.getByRole("option")).toHaveText([
    "Most Recent",
    "Oldest First",
    "Title A-Z",
    "Title Z-A",
  ]);

  await sort.selectOption("Title A-Z");
  await expect(titles(page)).toHaveText(["ash", "Birch", "Cedar"]);
  await expect(page).toHaveURL(/sort=name-asc/);
  await sort.selectOption("Title Z-A");
  await expect(titles(page)).toHaveText(["Cedar", "Birch", "ash"]);
  await expect(page).toHaveURL(/sort=name-desc/);
  await sort.selectOption("Oldest First");
  await expect(titles(page)).toHaveText(["Cedar", "ash", "Birch"]);
  await expect(page).toHaveURL(/sort=oldest/);
  await page.reload();
  await expect(titles(page)).toHaveText(["Cedar", "ash", "Birch"]);
  await sort.selectOption("Most Recent");
  await expect(titles(page)).toHaveText(["Birch", "ash", "Cedar"]);
});

test("an order that is chosen before the page is alive counts", async ({ page }) => {
  onDesktopAlone();
  await withArchive(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/stories?status=archived", { waitUntil: "commit" });
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Title A-Z");
  await expect(titles(page)).toHaveText(["Birch", "ash", "Cedar"]);
  release();
  await expect(titles(page)).toHaveText(["ash", "Birch", "Cedar"]);
  await expect(page.getByRole("combobox", { name: "Sort by" })).toHaveValue("name-asc");
});

test("a search narrows the library while one types, and can be cleared", async ({ page }) => {
  onDesktopAlone();
  await withArchive(page);
  const box = page.getByRole("searchbox", { name: "Search your stories" });
  await box.fill("TRANSLATORS desk");
  await expect(titles(page)).toHaveText(["ash"]);
  await expect(page).toHaveURL(/search=TRANSLATORS\+desk/);
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
});

test("a failed search shows a message and keeps the list", async ({ page, expectedErrors }) => {
  onDesktopAlone();
  expectedErrors.push("ERR_FAILED");
  await withArchive(page);
  await page.route(/\/stories\.data/, (route) => route.abort());
  await page.getByRole("searchbox").fill("ash");
  await expect(page.getByText("Failed to load stories. Please try again.")).toBeVisible();
  await expect(titles(page)).toHaveText(["Birch", "ash", "Cedar"]);
  await page.unroute(/\/stories\.data/);
  await page.getByRole("searchbox").fill("birch");
  await expect(titles(page)).toHaveText(["Birch"]);
});

test("while the library is loading a skeleton is shown", async ({ page, model }) => {
  onDesktopAlone();
  model.tells(OPENING, { to: "<opening_request/>" });
  await signUp(page);
  await beginStory(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/stories\.data\?.*library/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "Back to your library" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your Library", exact: true })).toBeVisible();
  await expect(page.getByText("Loading your stories…")).toBeAttached();
  release();
  await expect(page.getByRole("article")).toBeVisible();
  await expect(page.getByText("Loading your stories…")).not.toBeAttached();
});

test("more stories than a page has come below, or without JavaScript page by page", async ({
  page,
  product,
  openPlainPage,
}) => {
  onDesktopAlone();
  const person = somebodyNew("Nora Lindqvist");
  await signUp(page, person);
  await putOnShelf(page, product, person, archivedStories(60));

  await test.step("the focus goes to the first new story, and coming back finds all of them", async () => {
    await page.goto("/stories?status=archived&sort=name-asc");
    await expect(titles(page)).toHaveCount(48);
    const more = page.getByRole("link", { name: "More stories" });
    await more.focus();
    await page.keyboard.press("Enter");
    await expect(titles(page)).toHaveCount(60);
    await expect(page.getByRole("link", { name: "Story 48" })).toBeFocused();
    await expect(more).toHaveCount(0);

    await page.getByRole("link", { name: "Story 59" }).click();
    await expect(page).toHaveURL(/\/stories\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("link", { name: "Back to your library" })).toBeVisible();
    await page.goBack();
    await expect(titles(page)).toHaveCount(60);
    await expect(page.getByRole("link", { name: "Story 59" })).toBeInViewport();
  });

  await test.step("without JavaScript the library can be sorted, searched and paged, and deleted stories restored", async () => {
    const deleted = await shelve(page, { title: "The Ninth Signal" });
    await page.request.delete(`/api/stories/${deleted}`, { headers: { Origin: await findOrigin(page) } });
    const plain = await openPlainPage({ storageState: await page.context().storageState() });

    await plain.goto("/stories?status=archived");
    await plain.getByRole("combobox", { name: "Sort by" }).selectOption("Title A-Z");
    await plain.getByRole("button", { name: "Show" }).click();
    await expect(titles(plain).first()).toHaveText("Story 00");
    await plain.getByRole("link", { name: "More stories" }).click();
    await expect(titles(plain)).toHaveText(
      archivedStories(60)
        .map(({ title }) => title)
        .slice(48),
    );
    await plain.getByRole("link", { name: "Back to the beginning" }).click();
    await plain.getByRole("searchbox").fill("story 17");
    await plain.getByRole("button", { name: "Show" }).click();
    await expect(titles(plain)).toHaveText(["Story 17"]);

    await plain.goto("/stories");
    await plain.getByRole("link", { name: "Recently deleted" }).click();
    await plain.getByRole("button", { name: "Restore The Ninth Signal" }).click();
    // In a <noscript>, whose text Playwright does not read.
    await expect(plain.locator(".plain-notice")).toHaveText("Story updated successfully!");
    await expect(titles(plain)).toHaveText(["The Ninth Signal"]);
  });
});

test("a story is edited in its dialog, with the sentences of the server, and both devices see it", async ({
  page,
}) => {
  await signUp(page);
  await shelve(page, { title: "The Ninth Signal" });
  await page.goto("/stories");
  const menu = await openStoryMenu(page, "The Ninth Signal");
  const tip = page.getByRole("button", { name: "Story menu: The Ninth Signal" }).locator("span");
  await expect(tip, "the button's name does not lie over its menu").toBeHidden();
  await menu.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Story" });
  await dialog.getByLabel("Description").fill("");
  const rows = await dialog.getByLabel("Description").evaluate((box) => {
    const { lineHeight, paddingBlockStart, paddingBlockEnd } = getComputedStyle(box);
    const padding = Number.parseFloat(paddingBlockStart) + Number.parseFloat(paddingBlockEnd);
    return (box.clientHeight - padding) / Number.parseFloat(lineHeight);
  });
  expect(Math.round(rows)).toBe(3);
  await expectAccessible(page);

  await dialog.getByLabel("Title").fill("  ");
  await dialog.getByLabel("Description").fill("short");
  await dialog.getByRole("button", { name: "Save Configuration" }).click();
  await expect(dialog.getByText("Please enter a title")).toBeVisible();
  await expect(dialog.getByText("Description must be at least 10 characters")).toBeVisible();
  await expect(dialog.getByLabel("Title")).toBeFocused();

  await dialog.getByLabel("Title").fill("The Tenth Signal");
  await dialog.getByLabel("Description").fill("");
  await dialog.getByRole("button", { name: "Save Configuration" }).click();
  await expect(page.getByText("Story updated successfully!", { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(titles(page)).toHaveText(["The Tenth Signal"]);
  await expect(page.getByRole("button", { name: "Story menu: The Tenth Signal" })).toBeFocused();
});

test("a failed edit shows a message and keeps the typed text; the button is disabled while it is saved", async ({
  page,
  expectedErrors,
}) => {
  onDesktopAlone();
  expectedErrors.push("500");
  await signUp(page);
  await shelve(page, { title: "The Ninth Signal" });
  await page.goto("/stories");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/stories/*", async (route) => {
    await held;
    await route.fulfill({ status: 500, body: "{}" });
  });
  await (await openStoryMenu(page, "The Ninth Signal")).getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Story" });
  await dialog.getByLabel("Title").fill("The Tenth Signal");
  await dialog.getByRole("button", { name: "Save Configuration" }).click();
  await expect(dialog.getByRole("button", { name: "Saving..." })).toBeDisabled();
  release();
  await expect(page.getByText("Failed to update story. Please try again.")).toBeVisible();
  await expect(dialog.getByLabel("Title")).toHaveValue("The Tenth Signal");
  await expect(dialog.getByRole("button", { name: "Save Configuration" })).toBeEnabled();
});

test("a deletion asks first, is done at once, and can be undone for ten seconds", async ({ page }) => {
  await page.clock.install();
  await signUp(page);
  await shelve(page, { title: "The Ninth Signal" });
  await page.goto("/stories");
  const menu = await openStoryMenu(page, "The Ninth Signal");
  await expectAccessible(page);
  await menu.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Story" });
  await expect(dialog).toContainText(
    "Are you sure you want to delete this story? This action cannot be undone.",
  );
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(titles(page)).toHaveText(["The Ninth Signal"]);
  await expect(page.getByRole("button", { name: "Story menu: The Ninth Signal" })).toBeFocused();

  await (await openStoryMenu(page, "The Ninth Signal")).getByRole("menuitem", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Story deleted successfully", { exact: true })).toBeVisible();
  await expect(titles(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Your Library", exact: true })).toBeFocused();
  await page.clock.runFor(6_000); // longer than any other toast
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(titles(page)).toHaveText(["The Ninth Signal"]);
});

test("a deletion that fails brings the story back, with the reason", async ({ page, expectedErrors }) => {
  onDesktopAlone();
  expectedErrors.push("500");
  await signUp(page);
  await shelve(page, { title: "The Ninth Signal" });
  await page.goto("/stories");
  await page.route("**/api/stories/*", (route) => route.fulfill({ status: 500, body: "{}" }));
  await (await openStoryMenu(page, "The Ninth Signal")).getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Failed to delete story. Please try again.")).toBeVisible();
  await expect(titles(page)).toHaveText(["The Ninth Signal"]);
});

test("deleted stories are listed under Recently deleted, with the days left, and restored as the plan allows", async ({
  page,
  expectedErrors,
}) => {
  onDesktopAlone();
  expectedErrors.push("402");
  await signUp(page);
  const origin = await findOrigin(page);
  const first = await shelve(page, { title: "The Ninth Signal" });
  await page.request.delete(`/api/stories/${first}`, { headers: { Origin: origin } });
  const second = await shelve(page, { title: "Salt Between the Pages", genre: "Romance" });
  await page.goto("/stories");
  await page.getByRole("link", { name: "Recently deleted" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Recently deleted" })).toBeVisible();
  await expect(page.getByText("30 days left")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Restore The Ninth Signal" }).click();
  const limit = page.getByRole("dialog", { name: "Story Limit Reached" });
  await expect(limit).toContainText(
    "You have reached the maximum number of stories for your current plan. Please upgrade to create more stories.",
  );
  await expectAccessible(page);
  await limit.getByRole("button", { name: "Maybe Later" }).click();
  await expect(titles(page)).toHaveText(["The Ninth Signal"]);

  await page.request.put(`/api/stories/${second}`, {
    headers: { Origin: origin },
    data: { status: "archived" },
  });
  await page.getByRole("button", { name: "Restore The Ninth Signal" }).click();
  await expect(page.getByText("Story restored")).toBeVisible();
  await expect(page.getByText("Nothing was deleted lately")).toBeVisible();
  await page.getByRole("link", { name: "On the shelf" }).click();
  await expect(titles(page)).toHaveText(["The Ninth Signal"]);
});

test("a story is archived, read there without a box to write in, and brought back", async ({
  page,
  model,
}) => {
  onDesktopAlone();
  model.tells(OPENING, { to: "<opening_request/>" });
  await signUp(page);
  await beginStory(page);
  await expect(storyLog(page)).toContainText(OPENING);
  await page.getByRole("link", { name: "Back to your library" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your Library", exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Story menu/ }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(page.getByText("Story archived", { exact: true })).toBeVisible();
  await expect(titles(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Nothing on the shelf" })).toBeVisible();

  await page.getByRole("link", { name: "Archived", exact: true }).click();
  await expect(page.getByRole("article")).toContainText("Archived");
  await expect(page.getByRole("article")).toContainText("Read story");
  await page.getByRole("article").click();
  await expect(storyLog(page)).toContainText(OPENING);
  await expect(page.getByText("This story is archived.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Write custom response" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Bring back" }).click();
  await expect(page.getByText("Story brought back", { exact: true })).toBeVisible();
  await expect(page.getByText("This story is archived.")).toHaveCount(0);
});

test("by keyboard alone a story is found in its menu, edited, archived and deleted", async ({ page }) => {
  onDesktopAlone();
  await signUp(page);
  await shelveArchived(page, ARCHIVE.slice(0, 2));
  await page.goto("/stories?status=archived&sort=name-asc");
  await page.getByRole("link", { name: "ash" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Story menu: ash" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Story menu: ash" })).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeFocused();
  await page.keyboard.press("Enter");
  const edit = page.getByRole("dialog", { name: "Edit Story" });
  await expect(edit.getByLabel("Title")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Alder");
  await page.keyboard.press("Enter");
  await expect(titles(page)).toHaveText(["Alder", "Cedar"]);
  await expect(page.getByRole("button", { name: "Story menu: Alder" })).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Delete" })).toBeFocused();
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Delete Story" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(titles(page)).toHaveText(["Cedar"]);
  await expect(page.getByRole("link", { name: "Cedar" })).toBeFocused();
});

test("on the story screen its menu edits and deletes with the words of that screen, and the deletion can be undone", async ({
  page,
  context,
  model,
}) => {
  onDesktopAlone();
  model.tells(OPENING, { to: "<opening_request/>" });
  await signUp(page);
  const path = await beginStory(page);
  await expect(storyLog(page)).toContainText(OPENING);
  const second = await context.newPage();
  await second.goto(path);
  await expect(storyLog(second)).toContainText(OPENING);

  await page.getByRole("button", { name: /^Story menu/ }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Story" });
  await dialog.getByLabel("Title").fill("The Tenth Signal");
  await dialog.getByRole("button", { name: "Save Configuration" }).click();
  await expect(page.getByText("Story updated successfully", { exact: true })).toBeVisible();
  for (const reader of [page, second]) {
    await expect(reader.getByRole("heading", { level: 1, name: "The Tenth Signal" })).toBeVisible();
  }

  await page.getByRole("button", { name: "Story menu: The Tenth Signal" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/stories$/);
  await expect(page.getByText("Story deleted successfully", { exact: true })).toBeVisible();
  await expect(page.getByText("Story not found")).toHaveCount(0);
  await expect(second).toHaveURL(/\/stories$/);
  await expect(second.getByText("Story not found")).toBeVisible();

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(titles(page)).toHaveText(["The Tenth Signal"]);
  await page.getByRole("link", { name: "The Tenth Signal" }).click();
  await expect(storyLog(page)).toContainText(OPENING);
});

test("the library and its cards pass in all four themes, also with long words, adult content and far from the server's day", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    timezoneId: "Pacific/Kiritimati",
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await signUp(page, somebodyNew());
  await shelveArchived(page, [
    {
      title:
        "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen und andere sehr lange Wörter eines Titels",
      description: "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz und was danach geschah.",
      genre: "Science Fiction",
      subGenre: "Post-Apocalyptic",
    },
    { title: "رسالة من البحر", description: "رجل يجد زجاجة فيها رسالة لم تكتب له، لكنها تحمل اسمه." },
  ]);
  await page.goto("/stories?status=archived");
  await expect(titles(page)).toHaveCount(2);
  await expect(page.getByRole("article").first()).toContainText("Today");
  for (const card of await page.getByRole("article").all()) {
    expect((await card.boundingBox())?.height).toBe(200);
    const overflow = await card.evaluate((element) => element.scrollHeight - element.clientHeight);
    expect(overflow).toBeLessThanOrEqual(0);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  expect(errors).toEqual([]);
  await context.close();
});

test("when the browser restores an old copy of the page, it shows stories that were begun since", async ({
  page,
  model,
}) => {
  onDesktopAlone();
  model.tells(OPENING, { to: "<opening_request/>" });
  await signUp(page);
  await page.goto("/stories");
  await expect(page.getByText("Your Library Awaits")).toBeVisible();
  await beginStory(page);
  await expect(storyLog(page)).toContainText(OPENING);
  await page.goBack();
  await expect(page.getByRole("article")).toHaveCount(1);
});
