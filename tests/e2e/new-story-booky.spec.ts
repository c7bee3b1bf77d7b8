import { findIdeas } from "#domain/story-ideas.ts";
import { FILLED_FORM } from "#tests/fakes/filled-form.ts";
import { character, choose, description, openDialog, shownDialog, submit } from "./harness/new-story.ts";
import { signUp } from "./harness/person.ts";
import { OPENING } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const FILL_REQUEST = "<form_fill_request/>";
const MARA = FILLED_FORM;
const CLERK = {
  ...MARA,
  character: "Abel Crane, a clerk who signs for what never arrives",
  description: "A crate comes to the customs house every Friday, addressed to a street that was never built.",
  suggestedLength: "medium",
};

test("Booky fills in missing fields, keeps the written ones, fills them differently, and undoes the fill", async ({
  page,
  model,
}) => {
  model.tells(JSON.stringify(MARA), { to: FILL_REQUEST });
  await signUp(page);
  const dialog = await openDialog(page);
  await expect(
    dialog.getByText("Filling in costs 1 Spark once it is written. Ideas are free."),
  ).toBeVisible();
  await description(dialog).fill("A lighthouse whose keeper is paid in eels.");
  await dialog.getByRole("button", { name: "Let Booky fill it in" }).click();

  await expect(character(dialog)).toHaveValue(MARA.character);
  await expect(dialog.getByRole("radio", { name: "Mystery" })).toBeChecked();
  await expect(dialog.getByLabel("Sub-genre")).toHaveValue("Cold Case");
  await expect(dialog.getByRole("radio", { name: /Vignette/ })).toBeChecked();
  await expect(description(dialog)).toHaveValue("A lighthouse whose keeper is paid in eels.");
  await expect(dialog.getByText("That was 1 Spark.")).toBeVisible();
  await expect(submit(dialog)).toBeEnabled();

  model.tells(JSON.stringify(CLERK), { to: FILL_REQUEST });
  await dialog.getByRole("button", { name: "Fill it in differently" }).click();
  await expect(character(dialog)).toHaveValue(CLERK.character);
  await expect(description(dialog)).toHaveValue("A lighthouse whose keeper is paid in eels.");
  const asked = model.requests().findLast(({ messages }) => messages.at(-1)?.text.includes(FILL_REQUEST));
  expect(asked?.messages.at(-1)?.text).toContain("paid in eels");
  expect(asked?.messages.at(-1)?.text).not.toContain("Mara Voss");

  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(character(dialog)).toHaveValue("");
  await expect(dialog.getByRole("radio", { name: "Mystery" })).not.toBeChecked();
  await expect(dialog.getByRole("radio", { name: /Novel/ })).toBeChecked();
  await expect(description(dialog)).toHaveValue("A lighthouse whose keeper is paid in eels.");
});

test("one of Booky's ideas fills the form, can be undone, and gives the story its title", async ({
  page,
  model,
}) => {
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

  await character(dialog).fill("Somebody of an idea, and mine");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await openDialog(page);
  await expect(character(dialog)).toHaveValue("Somebody of an idea, and mine");
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(character(dialog)).toHaveValue("Somebody of my own");
  await expect(dialog.getByRole("button", { name: "Redo" })).toBeFocused();
  await dialog.getByRole("button", { name: "Redo" }).click();
  await expect(character(dialog)).toHaveValue("Somebody of an idea, and mine");
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByRole("radio", { name: "Horror" })).toBeChecked();
  await expect(character(dialog)).toHaveValue("Somebody of my own");
  await expect(dialog.getByText(idea.title)).toHaveCount(0);

  await dialog.getByRole("button", { name: "Ask Booky for an idea" }).click();
  await chooser.getByLabel("Genre").selectOption("Mystery");
  await chooser
    .getByRole("button", { name: /^Take this one/ })
    .first()
    .click();
  const title = await dialog.locator("cite").textContent();
  await submit(dialog).click();
  await expect(page).toHaveURL(/\/stories\/[0-9a-f-]{36}$/);
  await expect(page.getByText(title ?? "").first()).toBeVisible();
  expect(findIdeas("Mystery").map((one) => one.title)).toContain(title);
});
