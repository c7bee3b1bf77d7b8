import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import type { ModelServer } from "#tests/fakes/model-server.ts";
import { barForm, button, SUGGESTION, suggesting } from "./harness/input-bar.ts";
import { holdRequests } from "./harness/page.ts";
import { inAStory, inputBox, openBox, THE_NINTH_SIGNAL } from "./harness/story.ts";
import { expect, onDesktopAlone, test } from "./harness/test.ts";

const ANOTHER = "I ask the voice for its name.";

/**
 * How often the model was asked for a suggestion in the story of that character; other stories may run jobs meanwhile.
 */
function suggestionsAsked(model: ModelServer, character: string): number {
  const prompts = model.requests().map(({ messages }) => messages.map(({ text }) => text).join("\n"));
  return prompts.filter((prompt) => prompt.includes("<suggestion_request/>") && prompt.includes(character))
    .length;
}

/** The calls for suggestions that a page makes from now on. */
function suggestionCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith("/suggestion")) calls.push(search);
  });
  return calls;
}

async function refuseSuggestions(page: Page, status: number, body: object): Promise<void> {
  await page.route("**/suggestion*", (route) => route.fulfill({ status, json: body }));
}

test("a suggestion fills the box and opens the bar; for one position the model is asked once", async ({
  page,
  model,
}) => {
  onDesktopAlone();
  suggesting(model);
  const character = `An operator called ${randomUUID()}`;
  await inAStory(page, model, { ...THE_NINTH_SIGNAL, character });
  const calls = suggestionCalls(page);
  await button(page, "Generate suggestion").click();
  await expect(inputBox(page)).toHaveValue(SUGGESTION);
  const asked = suggestionsAsked(model, character);
  await button(page, "Close").click();
  await button(page, "Generate suggestion").click();
  await expect(inputBox(page)).toHaveValue(SUGGESTION);
  await expect.poll(() => calls).toEqual(["", ""]);
  expect(asked).toBe(1);
  expect(suggestionsAsked(model, character)).toBe(asked);
  await expect(button(page, "Undo suggestion")).toBeHidden();
});

test("a regenerated suggestion replaces the text and keeps the bar open, and undoing leads back to one's own words", async ({
  page,
  model,
}) => {
  onDesktopAlone();
  suggesting(model);
  await inAStory(page, model);
  await (await openBox(page)).fill("My own words.");
  await button(page, "Close").click();
  await button(page, "Generate suggestion").click();
  await expect(inputBox(page)).toHaveValue(SUGGESTION);
  model.tells(ANOTHER, { to: "different_take" });
  const calls = suggestionCalls(page);
  await button(page, "Regenerate suggestion").click();
  await expect(inputBox(page)).toHaveValue(ANOTHER);
  expect(calls).toEqual(["?another=true"]);

  await button(page, "Undo suggestion").click();
  await expect(inputBox(page)).toHaveValue(SUGGESTION);
  await inputBox(page).press("Control+z");
  await expect(inputBox(page)).toHaveValue("My own words.");
  await expect(button(page, "Undo suggestion")).toBeDisabled();
  await inputBox(page).press("Control+Shift+z");
  await expect(inputBox(page)).toHaveValue(SUGGESTION);

  await page.setViewportSize({ width: 320, height: 640 });
  for (const length of [450, 500]) {
    await inputBox(page).fill("x".repeat(length));
    await expectBesideButtons(barForm(page).getByText(`${length}/500`));
  }
});

/** Fails if a text of the bar lies over one of its buttons. */
async function expectBesideButtons(text: Locator): Promise<void> {
  const touched = await text.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return Array.from(element.closest("form")?.querySelectorAll("button") ?? [])
      .filter((button) => {
        const box = button.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      })
      .map((button) => button.textContent);
  });
  expect(touched, "buttons under the text").toEqual([]);
}

test("a slow suggestion shows a waiting state, and typing cancels it", async ({ page, model }) => {
  onDesktopAlone();
  await inAStory(page, model);
  const answer = await holdRequests(
    page,
    "**/suggestion*",
    (route) => route.fulfill({ json: { suggestion: SUGGESTION } }).catch(() => undefined), // nothing may wait any longer
  );
  await button(page, "Generate suggestion").click();
  await expect(button(page, "Generate suggestion")).toHaveAttribute("aria-busy", "true");
  await expect(page.getByText("Booky is thinking…")).toBeVisible();
  const box = await openBox(page);
  await box.pressSequentially("I");
  await expect(page.getByText("Booky is thinking…")).toBeHidden();
  answer();
  await expect(button(page, "Regenerate suggestion")).toHaveAttribute("aria-busy", "false");
  await expect(box).toHaveValue("I");

  // A suggestion that is not prepared streams into the box, and what the person types into it stays.
  await page.unroute("**/suggestion*");
  model.tells(SUGGESTION.repeat(4), { to: "<suggestion_request/>", piecesPerSecond: 4 });
  await button(page, "Regenerate suggestion").click();
  await expect(box).toHaveValue(/^.{12,}$/);
  await box.press("Control+End");
  await box.press("!");
  const typed = await box.inputValue();
  expect(typed).toMatch(/!$/);
  await expect(button(page, "Regenerate suggestion")).toHaveAttribute("aria-busy", "false");
  await expect(box).toHaveValue(typed);
  await button(page, "Undo suggestion").click();
  await expect(box).toHaveValue("I");
  // The undo is kept over a reload, with what was typed into the suggestion.
  await page.reload();
  await expect(await openBox(page)).toHaveValue("I");
  await button(page, "Redo suggestion").click();
  await expect(box).toHaveValue(typed);
  await expect(button(page, "Redo suggestion")).toBeFocused();
  await expect(button(page, "Redo suggestion")).toBeDisabled();
});

test("a part of a suggestion can't be sent, and one's own words come back at once", async ({
  page,
  model,
}) => {
  onDesktopAlone();
  await inAStory(page, model);
  const box = await openBox(page);
  await box.fill("I answer the call.");
  model.tells(SUGGESTION.repeat(12), { to: "<suggestion_request/>", piecesPerSecond: 4 });
  await button(page, "Regenerate suggestion").click();
  await expect(button(page, "Keep mine")).toBeVisible();
  await expect(button(page, "Send")).toBeDisabled();
  await box.press("Enter");
  await button(page, "Keep mine").click();
  await expect(box).toHaveValue("I answer the call.");
  await expect(box).toBeFocused();
  await expect(button(page, "Send")).toBeEnabled();
});

test("a first failed suggestion is only logged; a failed replacement is shown, and the text stays", async ({
  page,
  model,
  expectedErrors,
}) => {
  onDesktopAlone();
  expectedErrors.push("503");
  await inAStory(page, model);
  await refuseSuggestions(page, 503, {
    code: "MODEL_UNAVAILABLE",
    message: "The writer can't be reached right now.",
  });
  const logged = page.waitForEvent("console", (entry) =>
    entry.text().includes("Error generating suggestion"),
  );
  expectedErrors.push("Error generating suggestion", "Error regenerating suggestion");
  await button(page, "Generate suggestion").click();
  await logged;
  await expect(button(page, "Generate suggestion")).toHaveAttribute("aria-busy", "false");
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
  await expect(inputBox(page)).toBeHidden();

  await (await openBox(page)).fill("My own words.");
  const loggedAgain = page.waitForEvent("console", (entry) =>
    entry.text().includes("Error regenerating suggestion"),
  );
  await button(page, "Regenerate suggestion").click();
  await loggedAgain;
  await expect(page.getByText("Failed to regenerate suggestion. Please try again.")).toBeVisible();
  await expect(inputBox(page)).toHaveValue("My own words.");
});
