import type { Locator, Page } from "@playwright/test";
import type { ModelServer } from "#tests/fakes/model-server.ts";

export const SUGGESTION = "I open the logbook at tonight's page.";

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

/** The box with its buttons, while it is open. */
export function barForm(page: Page): Locator {
  return page.getByRole("form", { name: "Write what happens next" });
}

/** An answer that is longer than a screen. */
export const LONG_ANSWER = Array.from({ length: 60 }, (_, index) => `Sentence ${index} of the answer.`).join(
  " ",
);
