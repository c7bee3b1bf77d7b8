import { expectAccessible } from "./harness/axe.ts";
import { chooseInMenu, holdRequests } from "./harness/page.ts";
import { callApi, signUp } from "./harness/person.ts";
import { analysing, atRest, beginStory, mention, named } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const CARD = {
  spec: "chara_card_v2",
  spec_version: "2.0",
  data: {
    name: "Tobiah Renn",
    description: "Bank examiner, sent west to explain four missing dollars. <img src=x onerror=alert(1)>",
    personality: "exact, nervous",
    first_mes: "Are these your books?",
    tags: ["ledgers"],
    extensions: { kept: true },
  },
};

test("a character is made, edited, restored, imported and exported", async ({ page, expectedErrors }) => {
  expectedErrors.push("400", "409"); // a file that is not a card; a change that began before another one
  await signUp(page);
  await page.goto("/characters");
  await expect(page.getByRole("heading", { name: "No Characters Yet" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Create Your First Character" }).click();
  const dialog = page.getByRole("dialog", { name: "Step 1 of 2: Create New Character" });
  await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
  await dialog.getByRole("button", { name: "Create and choose a look" }).click();
  await expect(dialog.getByText("Please enter a name")).toBeVisible();
  await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
  await dialog.getByLabel("Name", { exact: true }).fill("Mara Voss");
  await dialog.getByLabel("Description").fill("Keeper of Harrow Light. Says little, logs everything.");
  await dialog.getByLabel("Personality").fill("dry, watchful; stubborn, late");
  await dialog.getByRole("button", { name: "Add a quirk" }).click();
  await dialog.getByLabel("Quirks, 1").fill("hums");
  for (const next of [2, 3, 4, 5]) {
    await dialog.getByLabel(`Quirks, ${next - 1}`).press("Enter");
    await expect(dialog.getByLabel(`Quirks, ${next}`)).toBeFocused();
  }
  await dialog.getByRole("button", { name: "Remove a quirk: 5" }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Add a quirk" })).toBeFocused();
  await dialog.getByRole("button", { name: "Add an interest" }).click();
  await dialog.getByLabel("Interests, 1").fill("tides");
  await expectAccessible(page);
  const creation = page.waitForResponse("**/api/characters");
  await dialog.getByRole("button", { name: "Create and choose a look" }).click();
  const { characterId } = await (await creation).json();
  const created = page.getByText("Character created successfully!");
  await created.hover(); // a toast stays while the pointer is on it
  const appearance = page.getByRole("dialog", { name: /Appearance/ });
  await expect
    .poll(() => appearance.evaluate((dialog) => [dialog.scrollTop, dialog.contains(document.activeElement)]))
    .toEqual([0, true]);
  for (const name of ["Skip for now", "Use this emblem"]) {
    await page.getByRole("button", { name }).click({ trial: true });
  }
  await expect(created, "the toast leaves them free").toBeVisible();
  await appearance.getByRole("radio", { name: "Watercolor" }).check({ force: true });
  await expectAccessible(page);
  await appearance.getByRole("button", { name: "Use this emblem" }).click();
  await expect(page.getByText("Character appearance customized successfully!")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create New Character" })).toBeFocused();
  const card = page.getByRole("article").filter({ hasText: "Mara Voss" });
  await expect(card.getByRole("img", { name: "Mara Voss" })).toBeVisible();
  await expect(card.getByRole("listitem")).toHaveText(["dry", "watchful", "stubborn", "tides"]);

  await card.getByRole("button", { name: "Mara Voss", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: /Mara Voss/ });
  await expect(sheet.getByText("Created Character")).toBeVisible();
  await expect(sheet.getByText("hums")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  const bringIn = await holdRequests(page, "**/api/characters/import");
  const cards = page.locator("input[type=file]");
  await cards.setInputFiles([
    { name: "tobiah.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(CARD)) },
    { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("not a picture") },
  ]);
  await cards.setInputFiles({ name: "late.json", mimeType: "", buffer: Buffer.from("{}") });
  await expect(page.getByText("Please add these once the others are there.")).toBeVisible();
  bringIn();
  await expect(page.getByText("Character imported")).toBeVisible();
  await expect(page.getByText(/broken\.png: This file is not a character card/)).toBeVisible();
  const imported = page.getByRole("article").filter({ hasText: "Tobiah Renn" });
  await expect(imported.getByText(/<img src=x/)).toBeVisible();
  const downloading = page.waitForEvent("download");
  await chooseInMenu(page, "Character menu: Tobiah Renn", "Export card (JSON)");
  expect((await downloading).suggestedFilename()).toBe("Tobiah Renn.json");

  await expect(page.getByRole("menu")).toHaveCount(0);
  await chooseInMenu(page, "Character menu: Mara Voss", "Edit");
  const edit = page.getByRole("dialog", { name: "Edit Character" });
  await edit.getByLabel("Name", { exact: true }).fill("Mara Vossen");
  await edit.getByLabel("Voice").fill("low");
  await callApi(page, "PATCH", `/api/characters/${characterId}`, { voice: "hoarse" });
  const save = edit.getByRole("button", { name: "Save", exact: true });
  await save.click();
  const newer = edit.getByRole("region", { name: "What is newer" });
  await expect(newer).toContainText("Voice: hoarse");
  await newer.getByRole("button", { name: "Take the newer one" }).click();
  await expect(edit.getByLabel("Voice")).toHaveValue("hoarse");
  await edit.getByRole("button", { name: "Undo" }).click();
  await expect(edit.getByLabel("Voice")).toHaveValue("low");
  await save.click();
  await expect(page.getByText("Character updated successfully")).toBeVisible();
  const renamed = page.getByRole("article").filter({ hasText: "Mara Vossen" });
  await chooseInMenu(page, "Character menu: Mara Vossen", "Delete");
  await page
    .getByRole("dialog", { name: "Delete Character" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(renamed).toHaveCount(0);
  await expect(page.locator("article :focus"), "on the card beside it").toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(renamed).toBeVisible();

  const release = await holdRequests(page, /characters\.data/);
  await page.getByLabel("Sort by").selectOption("Name (Z-A)");
  await expect(page.locator("ul[aria-busy=true]")).toBeVisible();
  await expect(page.getByLabel("Sort by")).toHaveValue("name-desc");
  release();
  await expect(page.getByRole("article").first()).toContainText("Tobiah Renn");
});

test("a full plan says so, and everything closes again", async ({ page, expectedErrors }) => {
  expectedErrors.push("402", "500"); // more characters and chats than the plan allows; a server that fails
  await signUp(page);
  const create = (name: string) =>
    callApi(page, "POST", "/api/characters", { name, description: "Somebody whom the plan has room for." });
  await create("Tobiah Renn");
  await create("Mara Voss");
  const { characterId } = await create("Ilse Tam");
  for (let chats = 0; chats < 3; chats += 1) {
    await callApi(page, "POST", "/api/character-chats", { characterId });
  }
  await page.goto("/characters");
  const limit = page.getByRole("dialog", { name: "Usage Limit Reached" });
  const card = page.getByRole("article").filter({ hasText: "Tobiah Renn" });
  await card.getByRole("button", { name: "Start Chat" }).click();
  await expect(limit.getByText(/usage limit for creating new character chats/)).toBeVisible();
  await limit.getByRole("link", { name: "Upgrade Plan" }).click();
  await expect(page).toHaveURL(/\/upgrade$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goBack();

  await page.getByRole("button", { name: "Create New Character" }).click();
  const dialog = page.getByRole("dialog", { name: /Create New Character/ });
  await expect(dialog.getByText("Your free plan has room for 3 characters")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Name", { exact: true }).fill("One Too Many");
  await dialog.getByLabel("Description").fill("Somebody that the plan has no room for.");
  const go = dialog.getByRole("button", { name: "Create and choose a look" });
  await page.route("**/api/characters", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await go.click();
  await expect(page.getByText("Failed to create character. Please try again.")).toBeVisible();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("One Too Many");
  await go.click();
  await expect(limit.getByText(/usage limit for creating new characters/)).toBeVisible();
  await limit.getByRole("button", { name: "Maybe Later" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Create New Character" }).click();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("One Too Many");
});

test("what ends late makes nobody twice, asks nothing any more, and leads nobody away", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push("net::ERR_FAILED");
  await signUp(page);
  await page.goto("/characters");
  const create = page.getByRole("button", { name: /^Create (?:New|Your First) Character$/ }).first();
  const dialog = page.getByRole("dialog", { name: /Create New Character/ });
  const go = dialog.getByRole("button", { name: "Create and choose a look" });
  const appearance = page.getByRole("dialog", { name: /Appearance/ });

  const creation = await holdRequests(page, "**/api/characters");
  await create.click();
  await dialog.getByLabel("Name", { exact: true }).fill("Ilse Tam");
  await dialog.getByLabel("Description").fill("She keeps the lamp.");
  await go.click();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await create.click();
  await go.click();
  creation();

  await appearance.getByRole("button", { name: "Back to details" }).click();
  const save = await holdRequests(page, "**/api/characters/*");
  await dialog.getByLabel("Name", { exact: true }).fill("Mara Voss");
  await go.click();
  await expect(dialog.getByRole("button", { name: "Saving..." })).toBeDisabled();
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  await expect(question).toBeVisible();
  save();
  await expect(appearance).toBeVisible();
  await expect(question).toHaveCount(0);
  await page.getByRole("button", { name: "Skip for now" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);

  const start = page.getByRole("button", { name: "Start Chat with Mara Voss" });
  await page.route("**/api/character-chats", (route) => route.abort(), { times: 1 });
  await start.press("Enter");
  await expect(page.getByText("Failed to create chat. Please try again.")).toBeVisible();
  await expect(start).toBeFocused();
  const beginning = await holdRequests(page, "**/api/character-chats");
  await start.press("Enter");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Help" }).click();
  await expect(page).toHaveURL(/\/help$/);
  beginning();
  await expect(page.getByText("Chat created successfully!")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page).toHaveURL(/\/help$/);
});

test("characters stand by story, and Booky fills in a new one", async ({ page, model, expectedErrors }) => {
  expectedErrors.push("500"); // a list that can't be loaded at first
  model.tells("Mara Voss set down her cup. “Ask Captain Eddis Roe.”", { to: "<opening_request/>" });
  model.tells("The Ninth Signal", { to: "<title_request/>" });
  analysing(model, { characters: [named("Mara Voss"), named("Captain Eddis Roe")] });
  await signUp(page);
  await beginStory(page);
  await atRest(page);
  await expect(mention(page, "Mara Voss")).toBeVisible();
  const list = page.getByRole("button", { name: /^Story Characters \(\d\)$/ });
  // The page reads D1, which gets the names a little later than the readers of the story.
  await expect(async () => {
    await page.goto("/characters");
    await expect(list).toHaveAttribute("aria-expanded", "false", { timeout: 1_000 });
  }).toPass();
  await page.route("**/api/characters/user/*", (route) => route.fulfill({ status: 500, body: "{}" }), {
    times: 1,
  });
  await list.click();
  await expect(page.getByText("Failed to load characters. Please try again.")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  const person = page.getByRole("listitem").filter({ hasText: "Mara Voss" });
  await expect(person.getByRole("button", { name: "Start Chat" })).toBeVisible();
  await page.getByLabel("Story", { exact: true }).selectOption({ label: "The Ninth Signal" });
  await expect(person).toBeVisible();

  // One at a time: the last page takes the button that loads it away, but not its focus.
  await page.route(/\/api\/characters\/user\/.*section=story/, async (route) => {
    const address = new URL(route.request().url());
    if (address.searchParams.has("storyId")) return route.fulfill({ json: [] });
    const headers = { Link: `<${address.href}&cursor=2>; rel="next"` };
    const isLast = address.searchParams.has("cursor");
    address.searchParams.delete("cursor");
    const people: unknown[] = await (await route.fetch({ url: address.href })).json();
    return route.fulfill(isLast ? { json: people.slice(1) } : { json: people.slice(0, 1), headers });
  });
  await page.getByLabel("Story", { exact: true }).selectOption({ label: "All Stories" });
  await page.getByRole("button", { name: "More characters" }).press("Enter");
  await expect(page.getByRole("button", { name: "More characters" })).toHaveCount(0);
  await expect(page.getByRole("listitem").last().getByRole("button").first()).toBeFocused();
  await page.getByLabel("Story", { exact: true }).selectOption({ label: "The Ninth Signal" });
  await expect(page.getByText("Nobody from this story is without a chat.")).toBeVisible();

  const sheet = {
    name: "Tobiah Renn",
    description: "Bank examiner, sent west to explain four missing dollars.",
    personality: "exact, nervous",
    appearance: "Forty, narrow face",
    voice: "Dry",
    quirks: ["counts doors"],
    interests: ["ledgers"],
  };
  model.tells(JSON.stringify(sheet), { to: "<sheet_so_far>" });
  await page.getByRole("button", { name: "Create New Character" }).click();
  const dialog = page.getByRole("dialog", { name: /Create New Character/ });
  const name = dialog.getByLabel("Name", { exact: true });
  await name.fill("Ilse Tam");
  const answer = await holdRequests(page, "**/api/prompts/character");
  await dialog.getByRole("button", { name: "Let Booky fill it in" }).click();
  await dialog.getByLabel("Appearance").fill("A long coat");
  answer();
  await expect(dialog.getByLabel("Voice")).toHaveValue("Dry");
  await expect(name).toHaveValue("Ilse Tam");
  await expect(dialog.getByLabel("Appearance")).toHaveValue("A long coat");
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByLabel("Voice")).toHaveValue("");
  await expect(dialog.getByLabel("Quirks, 1")).toHaveCount(0);
  await expect(name).toHaveValue("Ilse Tam");
  await expect(dialog.getByRole("button", { name: "Redo" })).toBeFocused();
  await dialog.getByRole("button", { name: "Redo" }).click();
  await expect(dialog.getByLabel("Voice")).toHaveValue("Dry");

  // What was typed is there again after the dialog was closed, and even after starting over.
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Create New Character" }).click();
  await expect(dialog.getByText("Your draft is back, as you left it.")).toBeVisible();
  await expect(name).toHaveValue("Ilse Tam");
  await dialog.getByRole("button", { name: "Start over" }).click();
  await expect(name).toHaveValue("");
  await expect(name).toBeFocused();
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(name).toHaveValue("Ilse Tam");

  // Of somebody who is created there is nothing to start over.
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Create New Character" }).click();
  await expect(dialog.getByText("Your draft is back, as you left it.")).toBeVisible();
  await dialog.getByRole("button", { name: "Create and choose a look" }).click();
  await page.getByRole("button", { name: "Back to details" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ilse Tam");
  await expect(page.getByText("Your draft is back, as you left it.")).toBeHidden();
});
