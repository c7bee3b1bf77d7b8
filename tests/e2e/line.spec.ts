import type { BrowserContext, Page } from "@playwright/test";
import { signUp } from "./harness/person.ts";
import { beginStory, inAStory, LONG_ANSWER, OPENING, storyLog, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

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

test("a network that fails in mid-stream loses nothing", async ({ page, context, model, expectedErrors }) => {
  const written = "I wait for the storm.";
  expectedErrors.push(...OFFLINE);
  const finish = model.tells(LONG_ANSWER, { to: written, holdsAfter: ["Sentence 3 of"] });
  const path = await inAStory(page, model);
  await write(page, written);
  await expect(storyLog(page)).toContainText("Sentence 3 of");

  await context.setOffline(true);
  await expect(page.getByText(YOU_ARE_OFFLINE)).toBeVisible();
  finish();
  const readStored = async () => (await page.request.get(`/api${path}/messages`)).text();
  await expect.poll(readStored, "it goes on without its reader").toContain("Sentence 59 of");
  await expect(storyLog(page)).not.toContainText("Sentence 4 of");
  await context.setOffline(false);
  await expect(storyLog(page)).toContainText(LONG_ANSWER, { timeout: 30_000 });
  await expect(page.getByText(YOU_ARE_OFFLINE)).toBeHidden();
  expect(model.prompts(written)).toHaveLength(1);
});
