import type { Locator, Page } from "@playwright/test";
import type { ModelServer } from "#tests/fakes/model-server.ts";
import { signUp } from "./person.ts";
import { atRest, beginStory, storyLog, THE_NINTH_SIGNAL } from "./story.ts";
import { expect } from "./test.ts";

const OPENING = "The radio hissed at nine. Mara Voss set down her cup and looked at the dial.";
export const SUGGESTION = "I open the logbook at tonight's page.";

/** A story whose opening is on the page. Returns its path. */
export async function inAStory(page: Page, model: ModelServer, story = THE_NINTH_SIGNAL): Promise<string> {
  model.tells(OPENING, { to: "<opening_request/>" });
  await signUp(page);
  const path = await beginStory(page, story);
  await expect(storyLog(page)).toContainText(OPENING);
  await atRest(page);
  return path;
}

/** Answers suggestion requests of the story, until a test sets another answer. */
export function suggesting(model: ModelServer, text = SUGGESTION): void {
  model.tells(text, { to: "<suggestion_request/>" });
}

/** A button of the input bar. */
export function button(page: Page, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

/** The pill of a closed bar, once the page is alive. */
export function pill(page: Page): Locator {
  return page.locator("[data-alive] button[aria-expanded=false]");
}
