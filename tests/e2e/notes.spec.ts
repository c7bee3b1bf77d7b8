import type { Locator, Page, Route } from "@playwright/test";
import { NOTE_MAX } from "#domain/notes.ts";
import { expectAccessible } from "./harness/axe.ts";
import { openInformation, openStory, section } from "./harness/cast-story.ts";
import { chooseInMenu, closeToasts, drawLate, holdRequests } from "./harness/page.ts";
import { callApi, goPremium, signUp } from "./harness/person.ts";
import { openSheet } from "./harness/sheets.ts";
import {
  atRest,
  inAStory,
  openAnotherTab,
  openFromLibrary,
  storyLog,
  tellStory,
  write,
} from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const NOTE = "Nobody explains the signals. Fear shows in hands and weather.";

function noteBox(sheet: Locator): Locator {
  return sheet.getByRole("textbox", { name: "What the AI always keeps in mind" });
}

test("notes save themselves, are in the next prompt, and come into every tab; the memory is still empty", async ({
  page,
  model,
}) => {
  await inAStory(page, model);
  const sheet = await openSheet(page, "Story notes");
  await expect(sheet.getByText(/^About [\d,]+ tokens of every passage, of [\d,]+$/)).toBeVisible();
  await noteBox(sheet).fill(NOTE);
  await expect(sheet.getByText(`${NOTE.length}/1000`)).toBeVisible();
  await expect(sheet.getByText("Saved", { exact: true })).toBeVisible();
  await sheet.getByRole("radio", { name: "“she”" }).check({ force: true });
  await sheet.getByRole("textbox", { name: "Tone, in your own words" }).fill("spare, salt-dry");
  await expect(sheet.getByText("Saved", { exact: true })).toBeVisible();
  await expectAccessible(page);

  const other = await openAnotherTab(page);
  const otherSheet = await openSheet(other, "Story notes");
  await expect(noteBox(otherSheet)).toHaveValue(NOTE);
  await expect(otherSheet.getByRole("radio", { name: "“she”" })).toBeChecked();
  await noteBox(sheet).fill(`${NOTE} Let the sea be patient.`);
  await expect(noteBox(otherSheet)).toHaveValue(`${NOTE} Let the sea be patient.`);
  await other.close();

  await sheet.getByRole("tab", { name: "Notes" }).press("ArrowRight");
  await expect(sheet.getByRole("tab", { name: "Lore" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(sheet.getByRole("tab", { name: "Memory" })).toBeFocused();
  await expect(sheet.getByRole("heading", { name: "Nothing to remember yet." })).toBeVisible();
  await expect(sheet).toContainText("On the free plan the AI reads the last 20 passages");
  await expect(sheet.getByRole("link", { name: "See plans" })).toBeVisible();
  await expectAccessible(page);

  await sheet.getByRole("button", { name: "Close" }).click();
  await write(page, "I look at the dial.");
  await expect(storyLog(page)).toContainText("nothing else to tell");
  await atRest(page);
  await chooseInMenu(page, /^Story menu/, "What the AI sees");
  const prompt = page.getByRole("dialog", { name: /^What the AI sees/ });
  await prompt.getByRole("heading", { name: "Notes", exact: true }).click();
  await expect(prompt.getByText("Let the sea be patient.")).toBeVisible();
});

test("notes that are not saved are kept and sent later, also of a page that was left", async ({
  page,
  model,
  context,
  expectedErrors,
}) => {
  expectedErrors.push("net::ERR_FAILED", "net::ERR_INTERNET_DISCONNECTED", "status of 500");
  const path = await inAStory(page, model);
  await openFromLibrary(page, path);
  let isFailing = true;
  await page.route("**/notes", (route) =>
    isFailing && route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  const sheet = await openSheet(page, "Story notes");
  await noteBox(sheet).fill(NOTE);
  await expect(sheet.getByRole("status").filter({ hasText: "Not saved." })).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("Your notes are not saved yet.")).toBeVisible();
  await closeToasts(page);
  const again = await openSheet(page, "Story notes");
  await expect(noteBox(again)).toHaveValue(NOTE);
  isFailing = false;
  await again.getByRole("button", { name: "Try again" }).click();
  await expect(again.getByText("Saved", { exact: true })).toBeVisible();

  await context.setOffline(true);
  await noteBox(again).fill(`${NOTE} Offline.`);
  await expect(again.getByText("Waiting for the network")).toBeVisible();
  await context.setOffline(false);
  await expect(again.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  const last = await openSheet(page, "Story notes");
  await expect(noteBox(last)).toHaveValue(`${NOTE} Offline.`);
  await noteBox(last).fill("x".repeat(NOTE_MAX + 1));
  await last.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("Your notes are not saved yet.")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/stories$/);
  await page.goForward();
  await expect(noteBox(await openSheet(page, "Story notes"))).toHaveValue("x".repeat(NOTE_MAX + 1));

  await test.step("what is typed during a save is saved too", async () => {
    const proceed = await holdRequests(page, "**/notes");
    const saving = page.waitForRequest((request) => request.method() === "PATCH");
    await noteBox(last).fill(NOTE);
    await saving;
    await noteBox(last).fill(`${NOTE} Let the sea be patient.`);
    await page.goBack();
    await expect(last).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/stories$/);
    proceed();
    await expect
      .poll(async () => (await page.request.get(`/api${path}/notes`)).text())
      .toContain("Let the sea be patient.");
    const readKept = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("notes")));
    await expect.poll(readKept, "what is saved is not kept here any longer").toEqual([]);
  });
});

test("notes that another device has changed meanwhile wait for a choice", async ({
  page,
  model,
  expectedErrors,
}) => {
  expectedErrors.push("net::ERR_FAILED", "409 (Conflict)");
  const path = await inAStory(page, model);
  const elsewhere = (note: string) => callApi(page, "PATCH", `/api${path}/notes`, { note });
  const closed = await openAnotherTab(page);
  await failSave(closed);
  const left = await openSheet(closed, "Story notes");
  await noteBox(left).fill("Written on the train.");
  await expect(left.getByText("Not saved.")).toBeVisible();
  await closed.close();
  await elsewhere(NOTE);

  const sheet = await openSheet(page, "Story notes");
  const newer = sheet.getByRole("region", { name: "What is newer" });
  await expect(newer.getByRole("alert")).toContainText("This was changed somewhere else meanwhile.");
  await expect(newer).toContainText(NOTE);
  await expect(noteBox(sheet)).toHaveValue("Written on the train.");
  await expectAccessible(page);
  await newer.getByRole("button", { name: "Keep mine" }).click();
  await expect(sheet.getByText("Saved", { exact: true })).toBeVisible();
  await closeToasts(page);

  // What this tab saved itself, without an answer, is nothing newer.
  await failSave(page, async (route) => void (await route.fetch()));
  await noteBox(sheet).fill("Written on the train, at");
  await expect(sheet.getByText("Not saved.")).toBeVisible();
  await noteBox(sheet).fill("Written on the train, at night.");
  await expect(sheet.getByText("Saved", { exact: true })).toBeVisible();

  await failSave(page);
  await noteBox(sheet).fill("Written at noon.");
  await expect(sheet.getByText("Not saved.")).toBeVisible();
  await elsewhere("The newest.");
  await sheet.getByRole("button", { name: "Try again" }).click();
  await newer.getByRole("button", { name: "Take the newer one" }).click();
  await expect(noteBox(sheet)).toHaveValue("The newest.");
  await expect(sheet.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Brought back", { exact: true })).toBeVisible();
  await expect(noteBox(sheet)).toHaveValue("Written at noon.");
  await closeToasts(page);

  await failSave(page);
  await noteBox(sheet).fill("Written at dusk.");
  await expect(sheet.getByText("Not saved.")).toBeVisible();
  await elsewhere("Written at night.");
  await sheet.getByRole("button", { name: "Try again" }).click();
  await newer.getByRole("button", { name: "Keep mine" }).click();
  await expect(sheet.getByText("Saved", { exact: true })).toBeVisible();
  await elsewhere("The last word.");
  await expect(noteBox(sheet)).toHaveValue("The last word.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("This could not be brought back.")).toBeVisible();
  await expect(noteBox(sheet)).toHaveValue("The last word.");
});

/** The next save of notes gets no answer; `reach`: what is done with it before. */
async function failSave(page: Page, reach: (route: Route) => Promise<void> = async () => undefined) {
  let isFailing = true;
  await page.route("**/notes", async (route) => {
    if (!isFailing || route.request().method() !== "PATCH") return route.fallback();
    isFailing = false;
    await reach(route);
    await route.abort();
  });
}

test("lines of memory lead to passages, are pinned, corrected and forgotten", async ({ page, model }) => {
  test.setTimeout(180_000);
  model.tells("no JSON, so the beginnings are remembered", { to: "<memory_request/>" });
  const written = Array.from({ length: 7 }, (_, index) => `I do the ${index + 1}th thing.`);
  for (const [index, to] of ["<opening_request/>", ...written].entries()) {
    const sentences = Array.from(
      { length: 110 },
      (_, at) =>
        `The lamp went round ${at} times in that ${index}th hour, and the sea kept ${at * 7 + index} boats. `,
    );
    const text = `The ${index}th night at the light was long. ${sentences.join("")}Passage ${index} ends.`;
    model.tells(text, { to, piecesPerSecond: Number.POSITIVE_INFINITY });
  }
  await drawLate(page);
  await signUp(page);
  await goPremium(page); // whose memory keeps what is too long to be read at once
  await openFromLibrary(page, await tellStory(page, written));
  const sheet = await openSheet(page, "Story notes");
  await sheet.getByRole("tab", { name: /^Memory/ }).click();
  const lines = sheet.getByRole("listitem");
  const line = lines.filter({ hasText: "The 0th night" });
  await expect(line).toBeVisible({ timeout: 30_000 });
  const forget = line.getByRole("button", { name: /^Forget/ });
  await line.hover();
  await line.getByRole("button", { name: /^Pin/ }).click();
  await expect(line.getByText("pinned")).toBeVisible();
  await expectAccessible(page);

  await line.getByRole("button", { name: /^Correct/ }).click();
  const box = page.getByRole("dialog", { name: "Correct this line" }).getByRole("textbox");
  await expect(box).toBeFocused();
  await box.fill("The 0th night was Mara’s first at the light.");
  await box.press("Control+Enter");
  const corrected = lines.filter({ hasText: "Mara’s first" });
  await expect(corrected.getByText("corrected by you")).toBeVisible();

  await corrected.getByRole("button", { name: /^Forget/ }).press("Enter");
  await expect(corrected).toHaveCount(0);
  await expect(sheet.locator("button:focus")).toBeVisible();
  await expect(sheet.getByText("1 forgotten")).toBeVisible();
  await closeToasts(page);
  await sheet.getByRole("button", { name: "Show", exact: true }).click();
  await corrected.getByRole("button", { name: /^Remember again/ }).press("Enter");
  await expect(sheet.getByText("1 forgotten")).toBeHidden();
  await expect(forget).toBeAttached();

  await sheet.getByRole("button", { name: "Add a line" }).click();
  const own = page.getByRole("dialog", { name: "A line of your own" }).getByRole("textbox");
  await own.fill("Mara can’t swim.");
  await own.press("Control+Enter");
  await expect(lines.filter({ hasText: "can’t swim" }).getByText("added by you")).toBeInViewport();
  await expectAccessible(page);

  await corrected.getByRole("button", { name: "passage 1", exact: true }).click();
  await expect(storyLog(page).getByRole("article").first()).toBeInViewport();
  await expect
    .poll(() => page.evaluate(() => window.scrollY), "the page is at its beginning")
    .toBeLessThan(30);
});

test("people are corrected, merged and taken out, with an Undo", async ({ page, model, expectedErrors }) => {
  expectedErrors.push("status of 503");
  await openStory(page, model);
  const sheet = await openInformation(page);
  const others = section(sheet, "Other Characters (2)");
  const choose = async (name: string, item: string) => {
    await sheet.getByRole("button", { name: `Correct: ${name}` }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  await expect(others.getByRole("listitem").filter({ hasText: "Mara Voss" })).toBeVisible();
  await choose("Mara Voss", "Correct");
  const dialog = page.getByRole("dialog", { name: "Correct a character" });
  await dialog.getByLabel("Name").fill("Mara Vance");
  await dialog.getByLabel("Role").fill("Keeper, retired");
  await page.route("**/cast/*", (route) => route.fulfill({ status: 503, body: "{}" }), { times: 1 });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This correction could not be saved.")).toBeVisible();
  await closeToasts(page);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(sheet.getByRole("button", { name: "Mara Vance", exact: true })).toBeVisible();
  await expect(sheet.getByText("Keeper, retired")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(sheet.getByRole("button", { name: "Mara Voss", exact: true })).toBeVisible();
  await closeToasts(page);

  await choose("Captain Eddis Roe", "Same person as…");
  const same = page.getByRole("dialog", { name: "Same person as…" });
  await same.getByRole("button", { name: "Save" }).click();
  await expect(same.getByText("Please choose who it is.")).toBeVisible();
  await expect(same.getByLabel("Who it is")).toBeFocused();
  await same.getByLabel("Who it is").selectOption("Mara Voss");
  await same.getByRole("button", { name: "Save" }).click();
  await expect(sheet.getByRole("button", { name: "Captain Eddis Roe", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(sheet.getByRole("button", { name: "Captain Eddis Roe", exact: true })).toBeVisible();
  await closeToasts(page);

  // Of one's own character what the AI has found can be corrected; its name and description are the person's words.
  await choose("Wren Halloran", "Correct");
  await expect(dialog.getByRole("textbox")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await choose("Captain Eddis Roe", "Not a person");
  await expect(sheet.getByRole("button", { name: "Captain Eddis Roe", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(sheet.getByRole("button", { name: "Captain Eddis Roe", exact: true })).toBeVisible();
  await expectAccessible(page);
});
