import type { Locator, Page } from "@playwright/test";
import { VISITOR_THEME } from "#domain/themes.ts";
import { expectAccessible } from "./harness/axe.ts";
import { findRest } from "./harness/page.ts";
import { giveConsent, signInAtIssuer, somebodyNew } from "./harness/person.ts";
import { atRest, inputBox, openBox, storyLog, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const ROOM_12 = {
  genre: "Mystery",
  character: "A night porter who has never opened room 12",
  description: "A guest checks out of a room that was never let.",
};

/** The panel in which the demo's story is told. */
function demoPanel(page: Page): Locator {
  return page.getByRole("region", { name: "Your demo story" });
}

function genreBox(page: Page): Locator {
  return page.getByRole("combobox", { name: "Genre", exact: true });
}

const OPENING = "Room 12 had been locked for as long as you had worked nights at the Meridian.";
const REPLY = "She turned back the pages without reading them, and stopped where the paper went cream.";
const GOING_ON = "There, said Mrs. Adair. The ink was brown. The name was yours.";

test("a visitor writes a story, uses up the free turns, signs up, and goes on", async ({ page, model }) => {
  const goOn = model.tells(GOING_ON, { to: "Continue with more action", holdsAfter: ["There, said Mrs."] });
  model.tells(REPLY, { to: "I turn the register round", piecesPerSecond: 30 });
  const open = model.tells(OPENING, { to: "<opening_request/>", holdsAfter: ["", "Room 12 had been"] });
  await page.goto("/");
  const start = page.getByRole("button", { name: "Start the story" });
  await expect(start).toBeDisabled();

  // What belongs to a genre goes with it.
  await genreBox(page).selectOption("Romance");
  const trope = page.getByRole("checkbox", { name: "Love Triangle" });
  await trope.check();
  await genreBox(page).selectOption("Mystery");
  await expect(trope).toHaveCount(0);
  await genreBox(page).selectOption("Romance");
  await expect(trope).not.toBeChecked();
  await genreBox(page).selectOption("Western");
  await expect(page.getByLabel("Sub-genre")).toBeHidden();
  await genreBox(page).selectOption("Mystery");
  await page.getByLabel("Sub-genre").selectOption("Cold Case");

  // An error stands until its field is edited.
  const character = page.getByLabel("Your character");
  await character.fill("ab");
  await page.getByLabel("What happens in it").fill("too short");
  await expect(page.getByText("Character description must be at least 3 characters")).toBeVisible();
  await expect(page.getByText("9/1500")).toBeVisible();
  await character.fill(ROOM_12.character);
  await expect(page.getByText("Character description must be at least 3 characters")).toBeHidden();
  await expect(page.getByText("Description must be at least 10 characters")).toBeVisible();
  await page.getByLabel("What happens in it").fill(ROOM_12.description);
  await expectAccessible(page, "main", [VISITOR_THEME]);

  // The opening streams, and is not counted.
  await start.click();
  const panel = demoPanel(page);
  await expect(panel.getByText("Initializing")).toBeVisible();
  const { width, height } = await findRest(panel);
  expect(width).toBeLessThanOrEqual(1000);
  expect(height).toBe(750);
  open();
  await expect(storyLog(page)).toContainText("Room 12 had been");
  await expect(storyLog(page)).not.toContainText("at the Meridian.");
  open();
  await atRest(page);
  await expect(storyLog(page)).toContainText(OPENING);
  await expect(panel.getByText("0/2", { exact: true })).toBeVisible();
  await expectAccessible(page, "main", [VISITOR_THEME]);

  // The pill's label changes, its name does not.
  const pill = panel.getByRole("button", { name: "What happens next?" });
  await expect(pill).toHaveText("What happens next?");
  await expect(pill).toHaveText("What do you say?");

  const box = await openBox(page);
  await box.fill("a".repeat(210));
  await expect(box).toHaveValue("a".repeat(200));
  await box.fill("");
  await write(page, "I turn the register round.");
  await atRest(page);
  await expect(storyLog(page)).toContainText(REPLY);
  await expect(panel.getByText("1/2", { exact: true })).toBeVisible();

  const dialog = page.getByRole("dialog", { name: "Enjoying the demo?" });
  await panel.getByRole("button", { name: "Generate suggestion" }).click();
  await expect(dialog).toContainText("Booky’s suggestions come with a free account.");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  // Who leaves during a reply finds it again: after a reload, and coming back from another page.
  await panel.getByRole("button", { name: "Continue story" }).click();
  await expect(storyLog(page)).toContainText("There, said");
  await page.reload();
  await expect(storyLog(page)).toContainText("There, said");
  await expect(storyLog(page)).toHaveAttribute("aria-busy", "true");
  await page.goto("/features");
  await page.goBack();
  goOn();
  await expect(storyLog(page)).toContainText(GOING_ON);
  await atRest(page);
  await expect(panel.getByText("2/2", { exact: true })).toBeVisible();

  // The offer comes when the passage has been read, and stands under it.
  const offer = panel.getByRole("region", { name: "Enjoying the demo?" });
  await expect(offer).toContainText("Those were both free turns.");
  await expect(storyLog(page).getByText("The name was yours.")).toBeInViewport();
  await expect(offer.getByRole("button", { name: "Sign In" })).toBeInViewport();
  await expectAccessible(page, '[aria-labelledby="demo-offer"]', [VISITOR_THEME]);
  await expect(dialog).toBeHidden();
  await write(page, "I ask for the key.");
  await dialog.getByRole("button", { name: "Keep reading" }).click();
  await expect(inputBox(page)).toHaveValue("I ask for the key.");

  // A reload leads back to it.
  await page.reload();
  await expect(storyLog(page)).toContainText(GOING_ON);
  await expect(panel.getByText("2/2", { exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "Continue story" }).click();
  await dialog.getByRole("button", { name: "Try for Free" }).click();
  await signInAtIssuer(page, somebodyNew());
  await giveConsent(page);
  await expect(page).toHaveURL(/\/stories\/[0-9a-f-]{36}$/);
  await expect(storyLog(page)).toContainText(GOING_ON);
  model.tells("The key was cold.", { to: "I take the key" });
  await write(page, "I take the key.");
  await expect(storyLog(page)).toContainText("The key was cold.");
});

test("what fails keeps a visitor's text, and can be tried again", async ({ page, model, expectedErrors }) => {
  expectedErrors.push("429", "503", "500", "502");
  await page.goto("/");
  let answer = { status: 429, body: { code: "DEMO_RATE_LIMIT_EXCEEDED", message: "Enough for today." } };
  await page.route("**/api/stories/demo", (route) =>
    route.fulfill({ status: answer.status, json: answer.body, headers: { "Retry-After": "3600" } }),
  );
  await genreBox(page).selectOption(ROOM_12.genre);
  await page.getByLabel("Your character").fill(ROOM_12.character);
  await page.getByLabel("What happens in it").fill(ROOM_12.description);
  await page.getByRole("button", { name: "Start the story" }).click();
  const refused = page.getByRole("dialog", { name: "Demo Limit Reached" });
  await refused.getByRole("button", { name: "Not now" }).click();
  await expect(refused).toBeHidden();
  await expect(page.getByLabel("Your character")).toHaveValue(ROOM_12.character);
  await expect(genreBox(page)).toHaveValue(ROOM_12.genre);

  answer = { status: 503, body: { code: "MODEL_UNAVAILABLE", message: "The inn is closed tonight." } };
  await page.getByRole("button", { name: "Start the story" }).click();
  await expect(page.getByRole("alert")).toHaveText("The inn is closed tonight.");
  await page.unroute("**/api/stories/demo");

  model.fails(500, "");
  await page.getByRole("button", { name: "Start the story" }).click();
  const again = demoPanel(page).getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible({ timeout: 20_000 });
  model.tells(OPENING);
  await again.click();
  await expect(storyLog(page)).toContainText(OPENING);
  await atRest(page);

  model.fails(500, "");
  await write(page, "I knock on the door.");
  await expect(inputBox(page)).toHaveValue("I knock on the door.", { timeout: 20_000 });
  await expect(demoPanel(page).getByText("0/2", { exact: true })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  model.tells(REPLY);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(storyLog(page)).toContainText(REPLY);
  await expect(demoPanel(page).getByText("1/2", { exact: true })).toBeVisible();
});
