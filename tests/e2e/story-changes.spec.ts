import { expectAccessible } from "./harness/axe.ts";
import { openStoryMenu, shelve, shelveArchived, titles } from "./harness/library.ts";
import { chooseInMenu, closeToasts, findShownName, holdRequests } from "./harness/page.ts";
import { callApi, signUp } from "./harness/person.ts";
import { inAStory, OPENING, openAnotherTab, openBox, storyLog } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

test("a story is edited in its dialog, which closes no other one when it is closed while it saves or downloads", async ({
  page,
}) => {
  await signUp(page);
  const storyId = await shelve(page, { title: "The Ninth Signal" });
  await page.goto("/stories");
  const menu = await openStoryMenu(page, "The Ninth Signal");
  const button = page.getByRole("button", { name: "Story menu: The Ninth Signal" });
  await expect.poll(() => findShownName(button), "the button's name does not lie over its menu").toBeNull();
  await menu.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Story" });
  await dialog.getByLabel("Description").fill("");
  await expectAccessible(page);

  await dialog.getByLabel("Title").fill("  ");
  await dialog.getByLabel("Description").fill("short");
  await dialog.getByRole("button", { name: "Save Configuration" }).click();
  await expect(dialog.getByText("Please enter a title")).toBeVisible();
  await expect(dialog.getByText("Description must be at least 10 characters")).toBeVisible();
  await expect(dialog.getByLabel("Title")).toBeFocused();

  // A slip discards nothing.
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toHaveCount(0);
  await expect(dialog.getByLabel("Description")).toHaveValue("short");

  await dialog.getByLabel("Title").fill("The Tenth Signal");
  await dialog.getByLabel("Description").fill("");
  await dialog.getByRole("button", { name: "Save Configuration" }).click();
  await expect(page.getByText("Story updated successfully!", { exact: true })).toBeVisible();
  await expect(titles(page)).toHaveText(["The Tenth Signal"]);
  await closeToasts(page);

  await callApi(page, "PUT", `/api/stories/${storyId}`, { status: "archived" });
  await shelveArchived(page, [{ title: "Cedar" }, { title: "ash" }]);
  await page.goto("/stories?status=archived");
  const release = await holdRequests(page, "**/api/stories/*");
  await chooseInMenu(page, "Story menu: ash", "Edit");
  await dialog.getByLabel("Title").fill("Alder");
  await dialog.getByRole("button", { name: "Save Configuration" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await chooseInMenu(page, "Story menu: Cedar", "Edit");
  await dialog.getByLabel("Title").fill("Cedar and salt");
  release();
  await expect(page.getByText("Story updated successfully!", { exact: true })).toBeVisible();
  await expect(dialog.getByLabel("Title")).toHaveValue("Cedar and salt");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await holdRequests(page, "**/export?*");
  await chooseInMenu(page, "Story menu: Cedar", "Take it with you");
  const takeOut = page.getByRole("dialog", { name: "Take this story with you" });
  await takeOut.getByRole("radio", { name: /^JSON/ }).check();
  await takeOut.getByRole("button", { name: "Download JSON" }).click();
  const ended = page.waitForEvent("requestfailed", (request) => request.url().includes("/export?"));
  await takeOut.getByRole("button", { name: "Cancel" }).click();
  await ended;
  await expect(takeOut).toBeHidden();
});

test("a deletion asks first, is done at once, and can be undone", async ({ page }) => {
  await signUp(page);
  await shelve(page, { title: "The Ninth Signal" });
  await page.goto("/home");
  await page.getByRole("link", { name: "Your Library" }).first().click();
  const menu = await openStoryMenu(page, "The Ninth Signal");
  await expectAccessible(page);
  await page.goBack();
  await expect(menu).toBeHidden();
  await openStoryMenu(page, "The Ninth Signal");
  await menu.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Story" });
  await expect(dialog).toContainText(
    "The Ninth SignalAre you sure you want to delete this story? This action cannot be undone. You can undo this for 30 days.",
  );
  await expectAccessible(page);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(titles(page)).toHaveText(["The Ninth Signal"]);
  await expect(page.getByRole("button", { name: "Story menu: The Ninth Signal" })).toBeFocused();

  await (await openStoryMenu(page, "The Ninth Signal")).getByRole("menuitem", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Story deleted successfully", { exact: true })).toBeVisible();
  await expect(titles(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Your Library", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(titles(page)).toHaveText(["The Ninth Signal"]);
});

test("deleted stories show their days, and return as the plan allows", async ({ page, expectedErrors }) => {
  expectedErrors.push("402");
  await signUp(page);
  const first = await shelve(page, { title: "The Ninth Signal" });
  await callApi(page, "DELETE", `/api/stories/${first}`);
  const second = await shelve(page, { title: "Salt Between the Pages", genre: "Romance" });
  await page.goto("/stories");
  await page.getByRole("link", { name: "Recently deleted" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Recently deleted" })).toBeVisible();
  await expect(page.getByText("30 days left")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Restore The Ninth Signal" }).click();
  const limit = page.getByRole("dialog", { name: "Story Limit Reached" });
  await expect(limit).toBeVisible();
  await expectAccessible(page);
  await limit.getByRole("button", { name: "Maybe Later" }).click();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(["The Ninth Signal"]);

  await callApi(page, "PUT", `/api/stories/${second}`, { status: "archived" });
  await page.getByRole("button", { name: "Restore The Ninth Signal" }).click();
  await expect(page.getByText("Story restored")).toBeVisible();
  await expect(page.getByText("Nothing was deleted lately")).toBeVisible();
  await page.getByRole("link", { name: "On the shelf" }).click();
  await expect(titles(page)).toHaveText(["The Ninth Signal"]);

  // Deleted in another tab: it can be restored again.
  await callApi(page, "DELETE", `/api/stories/${first}`);
  await page.getByRole("link", { name: "Archived" }).click();
  await page.getByRole("link", { name: "Recently deleted" }).click();
  await page.getByRole("button", { name: "Restore The Ninth Signal" }).click();
  await expect(page.getByText("Nothing was deleted lately")).toBeVisible();
});

test("an archived story is read without a box, and brought back, also one without a passage yet", async ({
  page,
  model,
}) => {
  await inAStory(page, model);
  await page.getByRole("link", { name: "Back to your library" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your Library", exact: true })).toBeVisible();
  await chooseInMenu(page, /^Story menu/, "Archive");
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
  await page.getByRole("log").getByRole("article").first().hover();
  await expect(page.getByRole("button", { name: "Copy", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Edit|Regenerate…|Go on|Remove)/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Bring back" }).press("Enter");
  await expect(page.getByText("Story brought back", { exact: true })).toBeVisible();
  await expect(page.getByText("This story is archived.")).toHaveCount(0);
  await expect(page.getByRole("main"), "the button is gone").toBeFocused();

  await (await openBox(page)).fill("I wait.");
  await callApi(page, "PUT", `/api${new URL(page.url()).pathname}`, { status: "archived" });
  await expect(page.getByText("This story is archived.")).toBeVisible();
  await expect(page.getByRole("main"), "the box is gone").toBeFocused();

  const [unbegun] = await shelveArchived(page, [{ title: "Cedar" }]);
  await page.goto(`/stories/${unbegun}`);
  await expect(page.getByText("This story is archived.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Bring back" }).click();
  await expect(storyLog(page)).toContainText(OPENING);
});

test("by keyboard alone a story is found in its menu, edited, archived and deleted", async ({ page }) => {
  await signUp(page);
  await shelveArchived(page, [{ title: "Cedar" }, { title: "ash" }]);
  await page.goto("/stories?status=archived&sort=name-asc");
  await page.getByRole("link", { name: "ash" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Story menu: ash" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeFocused();
  await page.keyboard.press("Escape");
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
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem").nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Delete" })).toBeFocused();
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Delete Story" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(titles(page)).toHaveText(["Cedar"]);
  await expect(page.getByRole("link", { name: "Cedar" })).toBeFocused();

  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Story brought back", { exact: true })).toBeVisible();
  await expect(titles(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Your Library", exact: true })).toBeFocused();
});

test("the story's own menu edits and deletes, with an Undo", async ({ page, model, expectedErrors }) => {
  const path = await inAStory(page, model);
  // 409: it was changed elsewhere; 404: the second tab may ask for it while it is deleted in the first one.
  expectedErrors.push(`/api${path}`);
  const second = await openAnotherTab(page);

  await chooseInMenu(page, /^Story menu/, "Edit");
  const dialog = page.getByRole("dialog", { name: "Edit Story" });
  await dialog.getByLabel("Title").fill("The Tenth Signal");
  await dialog.getByLabel("Description").fill("Nobody answers it.");
  await callApi(page, "PUT", `/api${path}`, { description: "Somebody answers it." });
  await dialog.getByRole("button", { name: "Save Configuration" }).click();
  const newer = dialog.getByRole("region", { name: "What is newer" });
  await expect(newer).toContainText("Description: Somebody answers it.");
  await newer.getByRole("button", { name: "Take the newer one" }).click();
  await expect(dialog.getByLabel("Description")).toHaveValue("Somebody answers it.");
  await dialog.getByRole("button", { name: "Save Configuration" }).click();
  await expect(page.getByText("Story updated successfully", { exact: true })).toBeVisible();
  for (const reader of [page, second]) {
    await expect(reader.getByRole("heading", { level: 1, name: "The Tenth Signal" })).toBeVisible();
    await expect(reader).toHaveTitle("The Tenth Signal · Talespark");
  }

  await chooseInMenu(page, "Story menu: The Tenth Signal", "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/stories$/);
  await expect(page.getByText("Story deleted successfully", { exact: true })).toBeVisible();
  await expect(page.getByText("Story not found")).toHaveCount(0);
  await expect(second).toHaveURL(/\/stories$/);
  await expect(second.getByText("Story not found")).toBeVisible();

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(titles(page)).toHaveText(["The Tenth Signal"]);

  await test.step("a deletion that ends later leads nobody away from another page", async () => {
    await second.close();
    await page.getByRole("article").click();
    // Its card in the library has a menu of the same name.
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    const release = await holdRequests(page, `**/api${path}`);
    await chooseInMenu(page, "Story menu: The Tenth Signal", "Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("link", { name: "Back to your library" }).click();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Help" }).click();
    await expect(page).toHaveURL(/\/help$/);
    await closeToasts(page);
    release();
    await expect(page.getByText("Story deleted successfully", { exact: true })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(page).toHaveURL(/\/help$/);
  });
});
