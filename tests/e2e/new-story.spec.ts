import type { Locator, Page } from "@playwright/test";
import { LENGTH_NOT_IN_PLAN } from "#domain/plan-prices.ts";
import { findIdeas } from "#domain/story-ideas.ts";
import { THEMES } from "#domain/themes.ts";
import { FILLED_FORM } from "#tests/fakes/reply-script.ts";
import { expectAccessible } from "./harness/axe.ts";
import { holdRequests } from "./harness/page.ts";
import { callApi, signUp } from "./harness/person.ts";
import { expectCopied, OPENING, storyLog, THE_NINTH_SIGNAL } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

/** Opens the dialog from the empty library. */
async function openDialog(page: Page): Promise<Locator> {
  if (new URL(page.url()).pathname !== "/stories") await page.goto("/stories");
  await page.getByRole("link", { name: "Start Your First Story" }).click();
  return shownDialog(page);
}

/** Waits for a dialog and returns it. */
async function shownDialog(page: Page, name = "Begin Your Story"): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Chooses the genre in a form. */
async function choose(form: Locator, genre: string): Promise<void> {
  await form.getByRole("radio", { name: genre, exact: true }).check();
}

/** The field of the person's character. */
function character(form: Locator): Locator {
  return form.getByLabel("Your character");
}

/** The field of the premise. */
function description(form: Locator): Locator {
  return form.getByLabel("What it is about");
}

/** The button that begins the story. */
function submit(form: Locator): Locator {
  return form.getByRole("button", { name: "Begin the story" });
}

/** Fills in everything that a story needs. */
async function fillIn(form: Locator): Promise<void> {
  await choose(form, "Western");
  await character(form).fill("A bookkeeper");
  await description(form).fill("The bank at Tarry Creek was robbed of four dollars.");
}

test("the dialog over the library says what it needs, closes by Escape and Back, and reloads as a page", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/stories");
  const opener = page.getByRole("link", { name: "Start Your First Story" });
  const dialog = await openDialog(page);
  await expect(page).toHaveURL(/\/stories\/new$/);
  await expect(page.getByText("Your Library Awaits")).toBeVisible();

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/stories$/);
  await expect(opener).toBeFocused();

  await openDialog(page);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/stories$/);
  await page.goForward();
  await expect(dialog).toBeVisible();

  await test.step("what is wrong is said once its field was left, and what is needed from the start", async () => {
    await expect(dialog.getByText("Still needed: a genre, your character, what it is about.")).toBeVisible();
    await character(dialog).click();
    await expect(dialog.getByText("Please select a genre")).toHaveCount(0);
    await character(dialog).fill("A bookkeeper");
    await description(dialog).fill("x".repeat(1501));
    await expect(dialog.getByText("Please select a genre")).toBeVisible();
    await expect(dialog.getByText("Still needed: a genre.")).toBeVisible();
    await choose(dialog, "Romance");
    await expect(dialog.getByText("Please select a genre")).toHaveCount(0);
    await expect(dialog.locator("p", { hasText: "must be 1500 characters or less" })).toHaveCount(2);
  });

  await test.step("a length that the plan does not have leads to its dialog and is not chosen", async () => {
    await expect(dialog.getByText("Epic and Ongoing Journey need Premium")).toBeVisible();
    await dialog.getByRole("radio", { name: /Epic/ }).click();
    const limit = await shownDialog(page, "Story Length Limit Reached");
    await expect(limit.getByText(LENGTH_NOT_IN_PLAN)).toBeVisible();
    await limit.getByRole("button", { name: "Maybe Later" }).click();
    await expect(limit).toBeHidden();
    await expect(dialog.getByRole("radio", { name: /Novel/ })).toBeChecked();
  });

  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Begin Your Story" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel("Your character")).toHaveValue("A bookkeeper");
  await page.goBack();
  await expect(page.getByText("Your Library Awaits")).toBeVisible();
});

test("a story is begun from the dialog with the keyboard alone", async ({ page, model }) => {
  model.tells(OPENING, { to: "<opening_request/>" });
  await signUp(page);
  await page.goto("/stories");
  await page.getByRole("link", { name: "Start Your First Story" }).focus();
  await page.keyboard.press("Enter");
  const dialog = await shownDialog(page);
  await expect(submit(dialog)).toBeDisabled();
  await expect(dialog.getByRole("radio", { name: "Fantasy", exact: true })).toBeFocused();

  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: "Science Fiction" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Sub-genre")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.type("A relay technician");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Somebody else has signed the log of an empty moon.");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("radio", { name: /Novel/ })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel(/Adult content/)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(submit(dialog)).toBeFocused();
  await page.keyboard.press("Enter");

  await expect(page.getByText("Story created successfully!")).toBeVisible();
  await expect(storyLog(page)).toContainText(OPENING);
  expect(model.prompts("<opening_request/>").at(-1)).toContain("Space Opera");

  await page.goBack(); // to the library, not to a form that is already sent
  await expect(page.getByRole("heading", { name: "Your Library", exact: true })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a full free plan says so, costs nothing that was written, and makes room by archiving", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push("402");
  await signUp(page);
  const dialog = await openDialog(page);
  await fillIn(dialog);
  const { storyId } = await callApi(page, "POST", "/api/stories", THE_NINTH_SIGNAL); // meanwhile
  await submit(dialog).click();
  const full = await shownDialog(page, "Your free shelf holds one story");
  await page.goBack(); // one layer
  await expect(full).toBeHidden();
  await expect(character(dialog)).toHaveValue("A bookkeeper");
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/stories$/);

  await page.goto("/stories");
  await page.locator("main").getByRole("link", { name: "Begin New Story" }).click();
  await expect(dialog.getByText("Your free shelf holds one story"), "it says so first").toBeVisible();
  await submit(dialog).click();
  await expectAccessible(page);
  await full.getByRole("button", { name: "Not now" }).click();
  await expect(character(dialog)).toHaveValue("A bookkeeper");
  await submit(dialog).click();
  await full.getByRole("button", { name: "Archive it and begin this one" }).click();
  await expect(page).toHaveURL(/\/stories\/[0-9a-f-]{36}/);
  expect(page.url()).not.toContain(String(storyId));
  await page.goto(`/stories/${storyId}`);
  await expect(page.getByText("This story is archived")).toBeVisible();
});

test("text typed before hydration is kept, and so is that of a closed tab", async ({ page, context }) => {
  await signUp(page);
  await page.goto("/stories/new");
  await expect(page.getByRole("button", { name: "Ask Booky for an idea" })).toBeEnabled();
  await character(page.locator("main")).fill("A bookkeeper");
  await expectCopied(page, "A bookkeeper");
  await page.close();

  const second = await context.newPage();
  const hydrate = await holdRequests(second, "**/assets/**.js");
  await second.goto("/stories/new", { waitUntil: "commit" });
  await character(second.locator("main")).fill("A ferryman");
  hydrate();
  await expect(second.getByRole("button", { name: "Ask Booky for an idea" })).toBeEnabled();
  await description(second.locator("main")).fill("The river is gone.");
  await second.reload();
  await expect(second.getByText("Your draft is back, as you left it.")).toBeVisible();
  await expect(character(second.locator("main"))).toHaveValue("A ferryman");
  await second.getByRole("button", { name: "Start over" }).click();
  await expect(character(second.locator("main"))).toHaveValue("");
  await second.getByRole("button", { name: "Undo" }).click();
  await expect(character(second.locator("main"))).toHaveValue("A ferryman");

  const third = await context.newPage();
  await third.goto("/stories/new");
  await expect(character(third.locator("main"))).toHaveValue("A bookkeeper");
});

test("the dialog and all that opens over it is accessible; adult content is turned on by a confirmed age alone", async ({
  page,
  model,
}) => {
  test.setTimeout(120_000);
  model.tells(OPENING, { to: "<opening_request/>" });
  await signUp(page);
  const dialog = await openDialog(page);
  await choose(dialog, "Romance");
  await character(dialog).fill("ab");
  await description(dialog).focus();
  await expectAccessible(page, "html", THEMES);

  await dialog.getByRole("button", { name: "Ask Booky for an idea" }).click();
  const chooser = await shownDialog(page, "Ask Booky for an idea");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(chooser).toBeHidden();

  const flag = page.getByLabel(/Adult content/); // also while something covers its dialog
  await flag.click();
  const age = await shownDialog(page, "Confirm Your Age");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(age).toBeHidden();
  await expect(flag).not.toBeChecked();

  await flag.click();
  await age.getByRole("checkbox").press("Control+Enter");
  await expect(age.getByRole("button", { name: "Confirm" })).toBeDisabled();
  await age.getByRole("button", { name: "Cancel" }).click();
  await expect(age).toBeHidden();
  await expect(flag).not.toBeChecked();

  await flag.click();
  await age.getByRole("checkbox").check();
  await age.getByRole("button", { name: "Confirm" }).click();
  await expect(age).toBeHidden();
  await expect(flag).toBeChecked();

  await flag.uncheck();
  await flag.check(); // at once, because it is stored
  await expect(age).toBeHidden();
  await page.goto("/stories/new");
  await expectAccessible(page);
  await fillIn(page.locator("main"));
  await submit(page.locator("main")).click();
  await expect(page).toHaveURL(/\/stories\/[0-9a-f-]{36}$/);
});

const FILL_REQUEST = "<form_fill_request/>";
const FILL_CALL = "**/api/prompts/generate-full";
const MARA = FILLED_FORM;

test("Booky fills missing fields, keeps the others, and can be undone", async ({ page, model }) => {
  model.tells(JSON.stringify(MARA), { to: FILL_REQUEST });
  await signUp(page);
  const dialog = await openDialog(page);
  await expect(
    dialog.getByText("Filling in costs 1 Spark once it is written. Ideas are free."),
  ).toBeVisible();
  const release = await holdRequests(page, FILL_CALL);
  await description(dialog).fill("A lighthouse whose keeper is paid");
  await dialog.getByRole("button", { name: "Let Booky fill it in" }).click();
  await description(dialog).focus();
  release();
  await expect(character(dialog)).toHaveValue(MARA.character);
  await page.keyboard.type(" in eels."); // who types meanwhile goes on
  await expect(description(dialog)).toHaveValue("A lighthouse whose keeper is paid in eels.");
  await expect(dialog.getByRole("radio", { name: "Mystery" })).toBeChecked();
  await expect(dialog.getByLabel("Sub-genre")).toHaveValue("Cold Case");
  await expect(dialog.getByRole("radio", { name: /Vignette/ })).toBeChecked();
  await expect(dialog.getByText("That was 1 Spark.")).toBeVisible();

  model.tells(JSON.stringify({ ...MARA, character: "Abel Crane, a clerk" }), { to: FILL_REQUEST });
  await dialog.getByRole("button", { name: "Fill it in differently" }).click();
  await expect(character(dialog)).toHaveValue("Abel Crane, a clerk");
  const prompt = model.prompts(FILL_REQUEST).at(-1);
  expect(prompt).toContain("paid in eels");
  expect(prompt).not.toContain("Mara Voss");

  for (const before of [MARA.character, ""]) {
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect(character(dialog)).toHaveValue(before);
  }
  await expect(dialog.getByRole("radio", { name: "Mystery" })).not.toBeChecked();
  await expect(description(dialog)).toHaveValue("A lighthouse whose keeper is paid in eels.");
});

test("what ends after the dialog was closed takes no text away, and leads nobody away", async ({
  page,
  model,
}) => {
  model.tells(JSON.stringify(MARA), { to: FILL_REQUEST });
  await signUp(page);
  const dialog = await openDialog(page);
  await character(dialog).fill("A lamplighter");
  const answer = await holdRequests(page, FILL_CALL);
  const ended = page.waitForEvent("requestfailed", (call) => call.url().endsWith("/generate-full"));
  await dialog.getByRole("button", { name: "Let Booky fill it in" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  answer();
  await ended;
  await openDialog(page);
  await expect(character(dialog)).toHaveValue("A lamplighter");

  await fillIn(dialog);
  const create = await holdRequests(page, "**/api/stories");
  await submit(dialog).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  create();
  await expect(page.getByText("Story created successfully!")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page).toHaveURL(/\/stories$/);
});

test("one of Booky's ideas fills the form, can be undone, and names the story", async ({ page, model }) => {
  model.tells(OPENING, { to: "<opening_request/>" });
  await signUp(page);
  const dialog = await openDialog(page);
  await choose(dialog, "Horror");
  await character(dialog).fill("Somebody of my own");
  await dialog.getByRole("button", { name: "Ask Booky for an idea" }).click();
  const chooser = await shownDialog(page, "Ask Booky for an idea");
  await expect(chooser.getByLabel("Genre")).toHaveValue("Horror");
  await expect(chooser.getByRole("listitem")).toHaveCount(3);
  await chooser.getByLabel("Genre").selectOption("Any genre");
  const before = await chooser.getByRole("heading", { level: 3 }).allTextContents();
  await chooser.getByRole("button", { name: "Other ideas" }).click();
  const readTitles = () => chooser.getByRole("heading", { level: 3 }).allTextContents();
  await expect.poll(async () => (await readTitles()).some((title) => before.includes(title))).toBe(false);

  await chooser.getByLabel("Genre").selectOption("Mystery");
  const findFirst = async () => {
    const [first] = await readTitles();
    return findIdeas("Mystery").find(({ title }) => title === first);
  };
  await expect.poll(findFirst).toBeDefined();
  const idea = await findFirst();
  if (idea === undefined) throw new Error("The first idea is of another genre.");
  await chooser.getByRole("button", { name: idea.title }).click();
  await expect(chooser).toBeHidden();
  await expect(dialog.getByRole("radio", { name: "Mystery" })).toBeChecked();
  await expect(dialog.getByLabel("Sub-genre")).toHaveValue(idea.subGenre ?? "");
  await expect(character(dialog)).toHaveValue(idea.character);
  await expect(description(dialog)).toHaveValue(idea.description);

  // The way back outlives the dialog.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await openDialog(page);
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByRole("radio", { name: "Horror" })).toBeChecked();
  await expect(character(dialog)).toHaveValue("Somebody of my own");
  await expect(dialog.getByText(idea.title)).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: "Redo" })).toBeFocused();
  await dialog.getByRole("button", { name: "Redo" }).click();
  await expect(character(dialog)).toHaveValue(idea.character);

  await submit(dialog).click();
  await expect(page).toHaveURL(/\/stories\/[0-9a-f-]{36}$/);
  await expect(page.getByText(idea.title).first()).toBeVisible();
  await page.goto("/stories/new");
  await expect(character(page.locator("main")), "a story that was begun is no draft").toHaveValue("");
});
