import type { BrowserContext, Page } from "@playwright/test";
import { pill } from "./harness/input-bar.ts";
import { findOrigin } from "./harness/person.ts";
import { atRest, inAStory, inputBox, openBox, storyLog, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";
import { expectCopied } from "./harness/unsent.ts";

test("unsent text is restored after a reload, not shown in other tabs, and restored when its tab was closed", async ({
  page,
  context,
  model,
}) => {
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
  await archive(fourth, path);
  await fourth.goto(path);
  await expect(storyLog(fourth)).toBeVisible();
  await expect.poll(() => findKeptDraft(fourth)).toContain("I call.");
  await fourth.reload();
  await fourth.getByRole("button", { name: "Bring back" }).click();
  await expect(pill(fourth)).toContainText("I call.");
});

test("a message that the server has stored does not come back as unsent, although its closed tab never heard of it", async ({
  page,
  context,
  model,
}) => {
  model.tells("Nobody answers.", { to: "I knock twice" });
  const path = await inAStory(page, model);
  await page.close();
  const deaf = await context.newPage();
  await deafenAtSend(deaf);
  await deaf.goto(path);
  await write(deaf, "I knock twice.");
  await expect.poll(() => readMessages(deaf, path)).toContain("I knock twice.");
  await expectCopied(deaf, '"accepted":false');
  await deaf.close();

  const next = await context.newPage();
  await next.goto(path);
  await expect(storyLog(next)).toContainText("Nobody answers.");
  await atRest(next);
  await expect.poll(() => countCopies(next)).toBe(0); // it was looked at
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

/** The messages of a story, as the API answers them. */
async function readMessages(page: Page, path: string): Promise<string> {
  return (await page.request.get(`/api${path}/messages`)).text();
}

function countCopies(page: Page): Promise<number> {
  return page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith("talespark:unsent:")).length,
  );
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

/** Archives a story, as another device would. */
async function archive(page: Page, path: string): Promise<void> {
  const headers = { Origin: await findOrigin(page) };
  const response = await page.request.put(`/api${path}`, { headers, data: { status: "archived" } });
  expect(response.status()).toBe(200);
}

function findKeptDraft(page: Page): Promise<string> {
  return page.evaluate(() =>
    Object.entries(sessionStorage)
      .flatMap(([key, value]) => (key.startsWith("talespark:draft:") ? [value] : []))
      .join(),
  );
}
