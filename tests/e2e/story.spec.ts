import type { BrowserContext, Page } from "@playwright/test";
import { signUp } from "./harness/person.ts";
import {
  analysing,
  atRest,
  beginStory,
  inAStory,
  LONG_ANSWER,
  mention,
  named,
  OPENING,
  openFromLibrary,
  storyLog,
  write,
} from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

test("nothing moves by itself while a reply streams and ends @both", async ({ page, model }) => {
  const text = `${LONG_ANSWER} Captain Eddis Roe came up the stairs.`;
  model.tells(text, { piecesPerSecond: 60, to: "I watch the page" });
  analysing(model, { characters: [named("Mara Voss")], currentLocation: "Harrow Light, night" });
  await inAStory(page, model);
  await expect(mention(page, "Mara Voss")).toBeVisible();
  analysing(model, { characters: [named("Captain Eddis Roe")], currentLocation: "The lamp room" });
  await write(page, "I watch the page.");
  await page.evaluate(() => {
    window.name = "0";
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ("value" in entry) window.name = String(Number(window.name) + Number(entry.value));
      }
    }).observe({ type: "layout-shift" });
  });
  await expect(storyLog(page)).toContainText("Sentence 59 of", { timeout: 30_000 });
  await atRest(page);
  // The job after the reply tells the page the names and the location in one event.
  await expect(mention(page, "Captain Eddis Roe")).toBeVisible();
  await expect(page.getByText("The lamp room")).toBeAttached();
  // A shift is reported after the frame in which it happens.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(Number(await page.evaluate(() => window.name))).toBeLessThanOrEqual(0.02);
});

/** Translates a page as browsers do, now and whatever comes: with an element of its own in place of each text. */
function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    function translateIn(place: Node): void {
      const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (
          text.data.trim() === "" ||
          text.parentElement?.closest("[translate=no], font, script, style, textarea") !== null
        )
          continue;
        const font = document.createElement("font");
        font.textContent = text.data.toUpperCase();
        text.replaceWith(font);
      }
    }
    translateIn(document.body);
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) translateIn(node);
    }).observe(document.body, { childList: true, subtree: true });
  });
}

test("a story that the browser translates shows each reply while it is written, and once when it is finished", async ({
  page,
  model,
}) => {
  const text = `${LONG_ANSWER}\n\nCaptain Eddis Roe came up the stairs.`;
  const finish = model.tells(text, { to: "I ring the bell", holdsAfter: ["Sentence 5 of"] });
  await inAStory(page, model);
  await atRest(page);
  await translate(page);
  analysing(model, { characters: [named("Captain Eddis Roe")], currentLocation: "The lamp room" });
  await write(page, "I ring the bell.");
  await expect(storyLog(page)).toContainText("Sentence 5 of");
  finish();
  await expect(mention(page, "CAPTAIN EDDIS ROE")).toBeVisible({ timeout: 30_000 });
  const last = storyLog(page).getByRole("article").last();
  await expect(last.locator("p[data-start]").last()).toHaveText("CAPTAIN EDDIS ROE CAME UP THE STAIRS.");
  await expect(last).toContainText("SENTENCE 59 OF");

  await page.getByRole("banner").getByRole("button", { name: "Story notes" }).click();
  const notes = page.getByRole("dialog");
  await notes.getByRole("textbox").first().fill("Keep it rainy.");
  await expect(notes.locator("[data-state=saved]")).toHaveText("SAVED");
});

test("an opening that hangs can be stopped and requested again", async ({ page, model }) => {
  model.tells(OPENING, { to: "<opening_request/>", holdsAfter: [""] });
  await signUp(page);
  await beginStory(page);
  await expect(page.getByText("Booky is reading your idea…")).toBeVisible();
  const spoken = page.locator("[data-spoken]");
  await expect(spoken, "a live region that came with its text would not be read").toBeAttached();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByText("The opening was stopped.")).toBeVisible();
  model.tells(OPENING, { to: "<opening_request/>" });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(storyLog(page)).toContainText(OPENING);
  await expect(spoken).toContainText("The reply is complete.");
});

/** The errors that Chromium reports when the network is off. */
const OFFLINE = ["ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED"];

const YOU_ARE_OFFLINE = "You are offline. What you wrote is kept and will be sent.";

/** A network that ends each WebSocket. */
function withoutSockets(context: BrowserContext): Promise<void> {
  return context.routeWebSocket("**/live/**", (line) => line.close());
}

/** Resolves when the page requests an event stream. */
function streamAsked(page: Page) {
  return page.waitForRequest(
    (request) => request.url().includes("/live/") && request.headers()["accept"] === "text/event-stream",
    { timeout: 20_000 },
  );
}

test("without sockets a story is told over the event stream", async ({ page, context, model }) => {
  model.tells(OPENING, { to: "<opening_request/>" });
  const finish = model.tells(LONG_ANSWER, { to: "I ring the bell", holdsAfter: ["Sentence 5 of"] });
  await withoutSockets(context);
  await signUp(page);
  const asked = streamAsked(page);
  await beginStory(page);
  await asked;
  await expect(storyLog(page)).toContainText(OPENING);

  await write(page, "I ring the bell.");
  await expect(storyLog(page)).toContainText("I ring the bell.");
  await expect(storyLog(page)).toContainText("Sentence 5 of");
  const askedAgain = streamAsked(page);
  await page.reload();
  await expect(storyLog(page)).toContainText("Sentence 5 of");
  await askedAgain;
  finish();
  await expect(storyLog(page)).toContainText(LONG_ANSWER, { timeout: 30_000 });
  expect(model.prompts("I ring the bell")).toHaveLength(1);
});

test("a network that fails in mid-stream loses nothing, nor does going back then", async ({
  page,
  context,
  model,
  expectedErrors,
}) => {
  const written = "I wait for the storm.";
  expectedErrors.push(...OFFLINE);
  const finish = model.tells(LONG_ANSWER, { to: written, holdsAfter: ["Sentence 3 of"] });
  const path = await inAStory(page, model);
  await openFromLibrary(page, path);
  await write(page, written);
  await expect(storyLog(page)).toContainText("Sentence 3 of");

  await context.setOffline(true);
  await expect(page.getByText(YOU_ARE_OFFLINE)).toBeVisible();
  await page.goBack();
  await expect(page.getByText("This page did not open.")).toBeVisible();
  await expect(page).toHaveURL(path);
  finish();
  const readStored = async () => (await page.request.get(`/api${path}/messages`)).text();
  await expect.poll(readStored, "it goes on without its reader").toContain("Sentence 59 of");
  await expect(storyLog(page)).not.toContainText("Sentence 4 of");
  await context.setOffline(false);
  await expect(storyLog(page)).toContainText(LONG_ANSWER, { timeout: 30_000 });
  await expect(page.getByText(YOU_ARE_OFFLINE)).toBeHidden();
  expect(model.prompts(written)).toHaveLength(1);

  await page.route(/\.data(\?|$)/, (route) => route.abort("internetdisconnected"));
  await page.goBack();
  await expect(page.getByRole("heading", { name: "This page did not open" })).toBeVisible();
  await page.unroute(/\.data(\?|$)/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page).toHaveURL("/stories");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Library");
});
