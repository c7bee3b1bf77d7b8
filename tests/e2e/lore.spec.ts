import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe.ts";
import { chooseInMenu, closeToasts, drawLate, holdRequests } from "./harness/page.ts";
import { callApi, signUp } from "./harness/person.ts";
import { openSheet, withTwoPaths } from "./harness/sheets.ts";
import {
  analysing,
  atRest,
  createChat,
  inAStory,
  openFromLibrary,
  storyLog,
  write,
} from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const REEF = "It has taken four boats, and gives none back.";
const FOUND = {
  name: "Tam Carrow",
  kind: "person",
  text: "The ferryman. Will not come out while the light is lit.",
};
const WORLD = {
  entries: {
    0: { uid: 0, key: ["lamp"], comment: "The lamp", content: "It burns whale oil.", position: 4, order: 70 },
  },
};

async function openLore(page: Page, name: "Story notes" | "Chat notes" = "Story notes"): Promise<Locator> {
  const sheet = await openSheet(page, name);
  await sheet.getByRole("tab", { name: /^Lore/ }).click();
  return sheet;
}

const layerOf = (page: Page, title: string) =>
  page.getByRole("dialog", { name: new RegExp(`Lore: ${title}$`) });

test("lore is proposed, kept and used; an entry is written, used and deleted", async ({
  page,
  model,
  expectedErrors,
}) => {
  expectedErrors.push("status of 400", "net::ERR_FAILED");
  test.setTimeout(120_000);
  const cup = { name: "The third cup", kind: "thing", text: "Nobody drinks from it." };
  const lore = [{ ...FOUND, keys: ["ferryman"] }, cup];
  analysing(model, { lore });
  await drawLate(page);
  await openFromLibrary(page, await inAStory(page, model));
  const sheet = await openLore(page);
  const proposal = sheet.getByRole("listitem").filter({ hasText: "Will not come out" });
  await expect(proposal).toBeVisible({ timeout: 20_000 });
  await expect(proposal).toContainText("person · passage 1");
  await expect(sheet.getByRole("tab", { name: "Lore", exact: true }), "it counts for nothing").toBeVisible();
  await expectAccessible(page);
  const notThis = sheet.getByRole("button", { name: "Not this: The third cup" });
  await notThis.click();
  await expect(notThis).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await notThis.press("Enter");
  await expect(notThis).toBeHidden();
  await expect(sheet.getByRole("button", { name: "Write the first entry" })).toBeFocused();
  await closeToasts(page);
  await proposal.getByRole("button", { name: "Change: Tam Carrow" }).press("Enter");
  const changed = layerOf(page, "Change a proposal");
  await expect(changed.getByRole("textbox", { name: "Name" })).toHaveValue("Tam Carrow");
  await page.keyboard.press("Escape");
  await expect(changed).toBeHidden();
  await proposal.getByRole("button", { name: "Keep: Tam Carrow" }).click();
  await expect(sheet.getByRole("heading", { name: "In the story (1)" })).toBeVisible();
  await expect(sheet.getByRole("button", { name: /^Tam Carrow/ }), "what came in its place").toBeFocused();

  await sheet.getByRole("button", { name: "New entry" }).click();
  const form = layerOf(page, "New entry");
  await form.getByRole("button", { name: "Save entry" }).click();
  await expect(form.getByText("Please give it a name.").first()).toBeVisible();
  await expect(form.getByRole("textbox", { name: "Name" })).toBeFocused();
  await form.getByRole("textbox", { name: "Name" }).fill("The Sowback");
  await form.getByRole("radio", { name: "Place" }).check({ force: true });
  await form.getByLabel("What is true of it").fill(REEF);
  const words = form.getByLabel("Words that call it");
  await words.fill("/(?=reef)/");
  await form.getByRole("button", { name: "Save entry" }).click();
  await expect(form.getByText("can't be read as a pattern").first()).toBeVisible();
  await expect(words, "the server refused it").toBeFocused();
  await words.fill("reef, shoal");
  await expect(form.getByText(`${REEF.length}/1500`)).toBeVisible();
  await form.getByRole("radio", { name: "Always" }).check({ force: true });
  await expect(form.getByLabel("Words that call it")).toBeHidden();
  await form.getByRole("radio", { name: "When mentioned" }).check({ force: true });
  await form.getByText("More", { exact: true }).click();
  await expect(form.getByLabel("Second words")).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.reload();
  await openLore(page);
  await sheet.getByRole("button", { name: "New entry" }).click();
  await expect(form.getByText("What you changed is back. It is not saved yet.")).toBeVisible();
  await expect(form.getByLabel("What is true of it")).toHaveValue(REEF);
  await expect(form.getByRole("radio", { name: "Place" })).toBeChecked();
  let isLost = false;
  await page.route("**/entries", async (route) => {
    if (isLost || route.request().method() !== "POST") return route.fallback(); // the lore may be loaded again meanwhile
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await form.getByRole("button", { name: "Save entry" }).click();
  await expect(form.getByText(/^Not saved/)).toBeVisible();
  await form.getByRole("button", { name: "Save entry" }).click();
  await expect(sheet.getByRole("button", { name: "New entry" })).toBeFocused();
  const row = sheet.getByRole("button", { name: /^The Sowback/ }); // one, although it was sent twice
  await expect(row).toContainText("Place · reef, shoal");
  await sheet.getByRole("button", { name: "New entry" }).click();
  await expect(form.getByLabel("What is true of it"), "the draft was saved").toHaveValue("");
  await form.getByLabel("What is true of it").fill("A thought.");
  await form.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(sheet).toBeHidden();
  await openLore(page);
  await sheet.getByRole("button", { name: "New entry" }).click();
  await expect(form.getByLabel("What is true of it"), "the draft was discarded").toHaveValue("");
  await form.getByRole("button", { name: "Back to the lore" }).click();
  await sheet.getByRole("button", { name: "Close" }).click();

  await write(page, "I row out to the reef.");
  await expect(storyLog(page)).toContainText("nothing else to tell");
  await atRest(page);
  await chooseInMenu(page, /^Story menu/, "What the AI sees");
  const prompt = page.getByRole("dialog", { name: /^What the AI sees/ });
  await prompt.getByRole("heading", { name: "Lore", exact: true }).click();
  await expect(prompt.getByText("The Sowback (because of: reef)")).toBeVisible();
  await prompt.getByRole("button", { name: "Close" }).click();
  await openLore(page);
  await expect(row).toContainText("last passage");
  await row.click();
  const entry = layerOf(page, "The Sowback");
  await expect(entry.getByRole("region", { name: "Why it was used" })).toContainText(
    "I row out to the reef.",
  );
  await expectAccessible(page);
  const proceed = await holdRequests(page, "**/entries/*");
  await entry.getByRole("button", { name: "Delete" }).click();
  await expect(entry.getByRole("button", { name: "Save entry" })).toBeDisabled();
  proceed();
  await expect(row).toBeHidden();
  await expect(sheet.getByRole("button", { name: "Close" }), "its row is gone").toBeFocused();
  // Undo also does its work, and says so, where the story was left meanwhile.
  await page.getByRole("button", { name: "Undo" }).hover(); // the toast stays
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/stories$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Brought back", { exact: true })).toBeVisible();
  await page.goForward();
  await atRest(page);
  await openLore(page);
  await expect(row).toBeVisible();
  await closeToasts(page);

  await sheet.getByRole("button", { name: /^Tam Carrow/ }).click();
  const tam = layerOf(page, "Tam Carrow");
  const text = tam.getByLabel("What is true of it");
  const before = await text.inputValue();
  await text.fill("Not saved yet.");
  await expect(tam.getByRole("button", { name: "passage 1", exact: true })).toBeDisabled();
  await text.fill(before);
  await tam.getByRole("button", { name: "passage 1", exact: true }).click();
  await expect(storyLog(page).getByRole("article").first()).toBeInViewport();
});

test("a late answer closes only what it belongs to", async ({ page, model, expectedErrors }) => {
  expectedErrors.push("status of 404");
  const path = await withTwoPaths(page, model, { own: "I ring.", reply: "It rang.", other: "I wait." });
  const { lorebookId } = await callApi(page, "POST", "/api/lorebooks", {
    name: "This story",
    storyId: path.split("/").at(-1),
  });
  const entries = `/api/lorebooks/${lorebookId}/entries`;
  await callApi(page, "POST", entries, { name: "Low Bell", text: REEF });
  const { entryId } = await callApi(page, "POST", entries, { name: "The Sowback", text: REEF });
  const proceed = await holdRequests(page, /\/(open|entries\/[^/]+)$/);
  const paths = await openSheet(page, "Paths");
  await paths.getByRole("treeitem", { name: /^Path: I ring/ }).click();
  await paths.getByRole("button", { name: "Read this path" }).click();
  await paths.getByRole("button", { name: "Close" }).click();
  const sheet = await openLore(page);
  await sheet.getByRole("button", { name: /^Low Bell/ }).click();
  const bell = layerOf(page, "Low Bell");
  await bell.getByRole("button", { name: "Delete" }).click();
  await bell.getByRole("button", { name: "Back to the lore" }).click();
  await sheet.getByRole("button", { name: /^The Sowback/ }).click();
  const text = layerOf(page, "The Sowback").getByLabel("What is true of it");
  await text.fill("Not saved yet.");
  proceed();
  await expect(page.getByText("Entry deleted")).toBeVisible();
  await expect(page.locator("[role=log]")).toContainText("It rang.");
  await expect(text).toHaveValue("Not saved yet.");

  await callApi(page, "DELETE", `${entries}/${entryId}`);
  await page.getByRole("button", { name: "Save entry" }).click();
  await expect(page.getByRole("alert")).toContainText("Not saved. It is not there any more.");
  await expect(text).toHaveValue("Not saved yet.");
});

test("files come in with a report, are used at once, and go out again", async ({
  page,
  model,
  expectedErrors,
}) => {
  expectedErrors.push("net::ERR_FAILED");
  await inAStory(page, model);
  const sheet = await openLore(page);
  await expect(sheet.getByRole("heading", { name: "No lore yet." })).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Use a book" }).click();
  const books = layerOf(page, "Books");
  await expect(books.getByText(/^None yet/)).toBeVisible();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    books.getByRole("button", { name: "Import files" }).click(),
  ]);
  const proceed = await holdRequests(page, "**/lorebooks/import");
  await chooser.setFiles([
    { name: "Kestrel Island.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(WORLD)) },
    ...Array.from({ length: 11 }, (_, index) => ({
      name: `letter ${index}.txt`,
      mimeType: "text/plain",
      buffer: Buffer.from("Dear Mara,"),
    })),
  ]);
  await books.getByRole("button", { name: "Back to the lore" }).click();
  proceed();
  await expect(sheet.getByRole("button", { name: /^The lamp/ })).toBeVisible();
  await sheet.getByRole("button", { name: "Books" }).click();
  const report = books.getByRole("status", { name: "What was imported" });
  await expect(report).toContainText("1 entry came in as the book “Kestrel Island”");
  await expect(report).toContainText("Nothing came in.");
  await expect(report, "more than one request takes").toContainText("letter 10.txt");
  await expect(books.getByText("1 entry · used here")).toBeVisible();
  await expectAccessible(page);

  const downloading = page.waitForEvent("download");
  await chooseInMenu(page, "Book menu: Kestrel Island", "Export as V3");
  expect((await downloading).suggestedFilename()).toBe("Kestrel Island.json");

  await books.getByRole("button", { name: "New book" }).click();
  const name = "A world with a name of sixty letters, which is a long one";
  await page.getByRole("dialog", { name: "New book" }).getByLabel("Name").fill(name);
  await page.getByLabel("Messages in which").fill("");
  const isUse = ({ pathname }: URL) => pathname.endsWith("/lorebooks") && pathname.includes("stories");
  await page.route(isUse, (route) => (route.request().method() === "PUT" ? route.abort() : route.continue()));
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("The book is made, but it is not used here yet.")).toBeVisible();
  await page.unroute(isUse);
  await books.getByRole("button", { name: `Use: ${name}` }).click();
  await closeToasts(page);
  await chooseInMenu(page, `Book menu: ${name}`, "Edit");
  const book = page.getByRole("dialog", { name: "Edit the book" });
  await expect(book.getByLabel("Messages in which"), "as usual").toHaveValue("4");
  await book.getByLabel("Messages in which").fill("many");
  await book.getByRole("button", { name: "Save" }).click();
  await expect(book.getByText("This must be a whole number from 0 to 100.")).toBeVisible();
  await book.getByLabel("Messages in which").fill("8");
  await book.getByLabel("Its entries call each other").check();
  await expectAccessible(page);
  await book.getByRole("button", { name: "Save" }).click();
  await expect(book).toBeHidden();
  await books.getByRole("button", { name: "Stop using: Kestrel Island" }).click();
  await chooseInMenu(page, `Book menu: ${name}`, "Delete");
  await expect(books.getByRole("button", { name: `Stop using: ${name}` })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(books.getByRole("button", { name: `Stop using: ${name}` })).toBeVisible();
  await closeToasts(page);
  await chooseInMenu(page, `Book menu: ${name}`, "Delete");
  await closeToasts(page);
  await expectAccessible(page);
  await books.getByRole("button", { name: `Restore: ${name}` }).click();
  await expect(books.getByRole("button", { name: `Stop using: ${name}` })).toBeVisible();
  await books.getByRole("button", { name: "Use: Kestrel Island" }).click();
  await books.getByRole("button", { name: "Back to the lore" }).click();
  await expect(sheet.getByRole("button", { name: /^The lamp/ })).toBeVisible();
});

test("an entry of a chat that can't be saved keeps its text; one that was changed elsewhere shows both, to choose from", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push("net::ERR_FAILED", "status of 500", "status of 409");
  await signUp(page);
  const chat = await createChat(page);
  await page.goto(chat);
  let isFailing = true;
  await page.route("**/api/lorebooks", (route) =>
    isFailing && route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  const sheet = await openLore(page, "Chat notes");
  await sheet.getByRole("button", { name: "Write the first entry" }).click();
  const form = layerOf(page, "New entry");
  await form.getByRole("textbox", { name: "Name" }).fill("Harrow Light");
  await form.getByLabel("What is true of it").fill(REEF);
  await form.getByRole("button", { name: "Save entry" }).click();
  await expect(form.getByRole("alert")).toContainText("Not saved.");
  await expect(form.getByLabel("What is true of it")).toHaveValue(REEF);
  isFailing = false;
  const isLost = ({ pathname }: URL) => pathname.endsWith("/lorebooks") && pathname.includes("chats");
  await page.route(isLost, async (route) => {
    if (route.request().method() === "PUT") await route.fetch();
    await (route.request().method() === "PUT" ? route.abort() : route.continue());
  });
  await form.getByRole("button", { name: "Save entry" }).click();
  await expect(form.getByRole("alert")).toContainText("Not saved.");
  await page.unroute(isLost);
  await form.getByRole("button", { name: "Save entry" }).click();
  await expect(sheet.getByRole("button", { name: /^Harrow Light/ })).toBeVisible();
  await expect(sheet.getByRole("tab", { name: "Lore 1" })).toBeVisible();
  const books = await page.request.get("/api/lorebooks");
  expect(await books.json(), "no second book").toHaveLength(1);

  const { lorebookId } = await callApi(page, "POST", "/api/lorebooks", { name: "Kestrel" });
  const entries = `/api/lorebooks/${lorebookId}/entries`;
  const { entryId } = await callApi(page, "POST", entries, { name: "The reef", text: REEF });
  const elsewhere = (text: string) => callApi(page, "PATCH", `${entries}/${entryId}`, { text });
  await callApi(page, "PUT", `/api${chat}/lorebooks`, { lorebookIds: [lorebookId] });
  await page.goto(chat);
  const open = async () => {
    const sheet = await openLore(page, "Chat notes");
    await sheet.getByRole("button", { name: /^The reef/ }).click();
  };
  const entry = layerOf(page, "The reef");
  const text = entry.getByLabel("What is true of it");
  const newer = entry.getByRole("region", { name: "What is newer" });
  const save = entry.getByRole("button", { name: "Save entry" });
  await open();
  await text.fill("It has taken five boats.");
  await entry.getByRole("radio", { name: "Place" }).check({ force: true });
  await page.reload();
  await elsewhere("It has taken six boats.");
  await open();
  await expect(entry.getByRole("status")).toHaveText("What you changed is back. It is not saved yet.");
  await save.click();
  await expect(newer).toContainText("What is true of it: It has taken six boats.");
  await expect(newer).toBeInViewport();
  await expectAccessible(page);
  await newer.getByRole("button", { name: "Keep mine" }).click();
  await expect(save).toBeFocused();
  await save.click();
  await expect(entry).toBeHidden();
  await page.getByRole("button", { name: /^The reef/ }).click();
  await expect(text).toHaveValue("It has taken five boats.");
  await expect(entry.getByRole("radio", { name: "Place" })).toBeChecked();

  await text.fill("It has taken seven boats.");
  await elsewhere("It has taken eight boats.");
  await save.click();
  await newer.getByRole("button", { name: "Take the newer one" }).click();
  await expect(text).toHaveValue("It has taken eight boats.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(text).toHaveValue("It has taken seven boats.");

  // Undo brings a text back also after its form is closed.
  await elsewhere("It has taken nine boats.");
  await save.click();
  await newer.getByRole("button", { name: "Take the newer one" }).click();
  await save.click();
  await expect(entry).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: /^The reef/ }).click();
  await expect(text).toHaveValue("It has taken seven boats.");
  await text.fill("It has taken eight boats.");
  await save.click();
  await page.getByRole("button", { name: /^The reef/ }).click();
  await expect(text, "the list has it as well").toHaveValue("It has taken eight boats.");
});
