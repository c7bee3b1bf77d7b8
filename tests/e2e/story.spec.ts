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

test("an opening that hangs can be stopped and requested again", async ({ page, model }) => {
  model.tells(OPENING, { to: "<opening_request/>", holdsAfter: [""] });
  await signUp(page);
  await beginStory(page);
  await expect(page.getByText("Booky is reading your idea…")).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByText("The opening was stopped.")).toBeVisible();
  model.tells(OPENING, { to: "<opening_request/>" });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(storyLog(page)).toContainText(OPENING);
});
