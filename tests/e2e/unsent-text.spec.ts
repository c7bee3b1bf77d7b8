import type { BrowserContext, Page } from "@playwright/test";
import { drawLate, onKeptStories } from "./harness/page.ts";
import { callApi } from "./harness/person.ts";
import {
  atRest,
  expectCopied,
  inAStory,
  inputBox,
  OPENING,
  openBox,
  pill,
  storyLog,
  write,
} from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

test("unsent text outlives a reload and its tab, but is not in others", async ({ page, context, model }) => {
  await drawLate(context); // so that a tab is closed before its box shows what came back
  const path = await inAStory(page, model);
  await (await openBox(page)).fill("I was about to");
  await page.reload();
  await expect(pill(page)).toContainText("I was about to");
  await expect(await openBox(page)).toHaveValue("I was about to");
  const second = await context.newPage();
  await second.goto(path);
  await expect(pill(second)).toHaveText("What happens next?");
  await page.close();
  await second.reload();
  await expect(pill(second)).toContainText("I was about to");

  // A message that the server never got is given back, and not sent on a later visit.
  await second.close();
  await leaveUnaccepted(context, path, { draft: "I was about to", message: "I knock." });
  const third = await context.newPage();
  await third.goto(path);
  await expect(inputBox(third)).toHaveValue("I knock.");
  await expect(storyLog(third)).not.toContainText("I knock.");

  // In a story that was archived meanwhile it waits until the story is brought back.
  await third.close();
  await leaveUnaccepted(context, path, { draft: "I knock.", message: "I call." });
  const fourth = await context.newPage();
  await callApi(fourth, "PUT", `/api${path}`, { status: "archived" });
  await fourth.goto(path);
  await expect(storyLog(fourth)).toBeVisible();
  const draft = `talespark:draft:${path.slice("/stories/".length)}`;
  await expect.poll(() => fourth.evaluate((key) => sessionStorage.getItem(key), draft)).toContain("I call.");
  await fourth.reload();
  await fourth.getByRole("button", { name: "Bring back" }).click();
  await expect(pill(fourth)).toContainText("I call.");
});

test("a stored message is not unsent, though its tab never heard of it", async ({ page, context, model }) => {
  model.tells("Nobody answers.", { to: "I knock twice" });
  const path = await inAStory(page, model);
  await page.close();
  const deaf = await context.newPage();
  await deafenAtSend(deaf);
  await deaf.goto(path);
  await write(deaf, "I knock twice.");
  const readStored = async () => (await deaf.request.get(`/api${path}/messages`)).text();
  await expect.poll(readStored).toContain("I knock twice.");
  await expectCopied(deaf, '"accepted":false');
  await deaf.close();

  const next = await context.newPage();
  await next.goto(path);
  await expect(storyLog(next)).toContainText("Nobody answers.");
  await atRest(next);
  const readKeys = () => next.evaluate(() => Object.keys(localStorage).join());
  await expect.poll(readKeys).not.toContain("talespark:unsent:"); // it was looked at
  await expect(pill(next)).toHaveText("What happens next?");
  await expect(storyLog(next).getByText("I knock twice.")).toHaveCount(1);
});

/** The page of this tab hears nothing from the story's object after it has sent a message. */
async function deafenAtSend(page: Page): Promise<void> {
  await page.routeWebSocket("**/live/**", (line) => {
    const server = line.connectToServer();
    let isDeaf = false;
    line.onMessage((frame) => {
      isDeaf ||= frame.includes('"stream-message"');
      server.send(frame);
    });
    server.onMessage((frame) => {
      if (!isDeaf) line.send(frame);
    });
  });
}

/** Sends a message in a tab that reaches no server, and closes the tab. `draft`: what was in its box. */
async function leaveUnaccepted(
  context: BrowserContext,
  path: string,
  { draft, message }: { draft: string; message: string },
): Promise<void> {
  const page = await context.newPage();
  await page.routeWebSocket("**/live/**", () => undefined);
  await page.goto(path);
  await expect(pill(page)).toContainText(draft);
  await (await openBox(page)).fill(message);
  await inputBox(page).press("Enter");
  await expect(storyLog(page)).toContainText(message);
  await expectCopied(page, message);
  await page.close();
}

test("a story that can't be loaded is shown from its copy", async ({ page, model, expectedErrors }) => {
  expectedErrors.push("Failed to load resource", "Failed to fetch", "net::ERR_FAILED", "The story is away");
  model.tells("The voice gave a bearing and a depth.", { to: "I pull on the headset" });
  const path = await inAStory(page, model);
  const loads = /\/stories\/[0-9a-f-]{36}\.data/;
  const goToLibrary = async () => {
    await page.getByRole("link", { name: "Your Library" }).click();
    await expect(page.getByRole("heading", { name: "Your Library", exact: true })).toBeVisible();
  };
  const openInVain = async () => {
    await page.route(loads, (route) => route.abort());
    await page.locator(`a[href="${path}"]`).first().click();
  };

  await goToLibrary();
  await openInVain();
  await expect(page.getByText("Failed to load latest messages. Showing cached version.")).toBeVisible();
  await expect(storyLog(page)).toContainText(OPENING);
  await page.unroute(loads);
  await write(page, "I pull on the headset and answer.");
  await expect(storyLog(page)).toContainText("The voice gave a bearing and a depth.");
  await atRest(page);

  await goToLibrary();
  await onKeptStories(page, "clear");
  await openInVain();
  await expect(page.getByText("Failed to load story. Please try again.")).toBeVisible();
  await page.unroute(loads);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(storyLog(page)).toContainText(OPENING);
});
