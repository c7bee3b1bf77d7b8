import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import * as v from "valibot";
import type { ModelServer } from "#tests/fakes/model-server.ts";
import { callApi, signUp } from "./person.ts";
import { expect } from "./test.ts";

export type NewStory = { genre: string; character: string; description: string };

export const THE_NINTH_SIGNAL: NewStory = {
  genre: "Mystery",
  character: "A relief operator on a lighthouse",
  description: "A voice on the harbour radio reads out the name of a boat that was lost years ago.",
};

/** The opening of a story that `inAStory` begins. */
export const OPENING = "The radio hissed at nine. Mara Voss set down her cup and looked at the dial.";

/** Signs a new person up and begins a story. Ends when its opening is on the page. Returns its path. */
export async function inAStory(page: Page, model: ModelServer, story = THE_NINTH_SIGNAL): Promise<string> {
  model.tells(OPENING, { to: "<opening_request/>" });
  await signUp(page);
  const path = await beginStory(page, story);
  await expect(storyLog(page)).toContainText(OPENING);
  await atRest(page);
  return path;
}

/** Begins a story by the API. Ends on the reading screen, before the opening has arrived. */
export async function beginStory(page: Page, story: NewStory = THE_NINTH_SIGNAL): Promise<string> {
  const { storyId } = await callApi(page, "POST", "/api/stories", story);
  const path = `/stories/${storyId}`;
  await page.goto(path);
  return path;
}

/** `inAStory` after these lines and their replies. */
export async function afterLines(page: Page, model: ModelServer, lines: readonly string[]): Promise<string> {
  model.tells(OPENING, { to: "<opening_request/>" });
  await signUp(page);
  return tellStory(page, lines);
}

/** Begins a story, and asks for its opening and the replies to these lines without the page, which is quicker. Ends on the page. */
export async function tellStory(page: Page, lines: readonly string[]): Promise<string> {
  const { storyId } = await callApi(page, "POST", "/api/stories", THE_NINTH_SIGNAL);
  const countReplies = async () => {
    const answer = await page.request.get(`/api/stories/${storyId}/messages`);
    return v.parse(repliesSchema, await answer.json()).filter(({ role }) => role === "assistant").length;
  };
  const opening = { type: "stream-continue", isInitialContinue: true } as const;
  const events = [opening, ...lines.map((content) => ({ type: "stream-message", content }) as const)];
  for (const [index, event] of events.entries()) {
    await callApi(page, "POST", `/live/stories/${storyId}`, { ...event, requestId: randomUUID(), storyId });
    await expect.poll(countReplies, { intervals: [50] }).toBe(index + 1);
  }
  const path = `/stories/${storyId}`;
  await page.goto(path);
  await atRest(page);
  return path;
}

/**
 * Opens a story by its link in the library, without loading a new document. Tests of Back need this: Back closes a sheet or a dialog only
 * if no new document was loaded since the page before.
 */
export async function openFromLibrary(page: Page, path: string): Promise<void> {
  await page.goto("/stories");
  await page.locator(`a[href="${path}"]`).first().click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await atRest(page);
}

/** Opens the story of this page in another tab of the browser. */
export async function openAnotherTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await atRest(other);
  return other;
}

const repliesSchema = v.array(v.object({ role: v.string() }));

/** Shares a story that has begun, and returns the path of the reading copy. */
export async function shareCopy(page: Page, story: string, input: object = {}): Promise<string> {
  const { url } = await callApi(page, "POST", `/api${story}/shares`, input);
  return new URL(String(url)).pathname;
}

/** The text of the story on the page. */
export function storyLog(page: Page): Locator {
  return page.getByRole("log", { name: "Story" });
}

/** A name in the text of the story. */
export function mention(page: Page, name: string): Locator {
  return storyLog(page).getByRole("button", { name, exact: true });
}

/** The input box, once it is open. */
export function inputBox(page: Page): Locator {
  return page.getByRole("textbox", { name: "What happens next" });
}

/** Waits until no reply is being written, then opens the input box unless it is open. */
export async function openBox(page: Page): Promise<Locator> {
  await expect(page.locator("[data-alive]"), "the bar of a page that is alive").toBeAttached();
  const box = inputBox(page);
  await expect(async () => {
    // It may be opening by itself, with a text that was given back.
    if (!(await box.isVisible()))
      await page.getByRole("button", { name: "Write custom response" }).click({ timeout: 1_000 });
    await expect(box).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(box).toBeEnabled();
  return box;
}

/** Writes the next action and sends it. */
export async function write(page: Page, text: string): Promise<void> {
  const box = await openBox(page);
  await box.fill(text);
  await box.press("Enter");
}

/** Asks for another version of the last passage. Of a desktop; on a phone its tools are in place of the bar. */
export async function regenerate(page: Page, wish = ""): Promise<void> {
  await page.getByRole("button", { name: "Regenerate…" }).last().click();
  const field = page.getByRole("textbox", { name: "How should it be different?" });
  await field.fill(wish);
  await field.press("Enter");
}

/** Resolves when there is text and no reply is being written. A story without text has no log. */
export async function atRest(page: Page): Promise<void> {
  await expect(storyLog(page)).toHaveAttribute("aria-busy", "false", { timeout: 30_000 });
}

/** Creates a character and a chat with her by the API. Returns the chat's path. */
export async function createChat(page: Page): Promise<string> {
  const character = { name: "Mara Voss", description: "Keeper of Harrow Light; says little." };
  const { characterId } = await callApi(page, "POST", "/api/characters", character);
  const { chatId } = await callApi(page, "POST", "/api/character-chats", { characterId });
  return `/character-chats/${chatId}`;
}

/** Waits until a typed text has its copy, so that it outlives the tab. */
export async function expectCopied(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join("\n"))).toContain(text);
}

export const SUGGESTION = "I open the logbook at tonight's page.";

/** Answers suggestion requests of the story, until a test sets another answer. */
export function suggesting(model: ModelServer, text = SUGGESTION): void {
  model.tells(text, { to: "<suggestion_request/>" });
}

/** From now on the model answers with this when it is asked who is in a passage, where it ends and what is worth keeping. */
export function analysing(
  model: ModelServer,
  found: { characters?: object[]; currentLocation?: string; lore?: object[] } = {},
): void {
  const analysis = { characters: [], currentLocation: null, ...found };
  model.tells(JSON.stringify(analysis), { to: "<analysis_request/>" });
}

/** Somebody of an analysis of whom only the name is told. */
export function named(name: string) {
  return { name, aliases: [], role: null, description: null, personality: null };
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
