import { signUp } from "./harness/person.ts";
import { analysing, atRest, beginStory, mention, named, storyLog, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const OPENING =
  "The radio hissed at nine, as it had every night since the ferry stopped running. Mara Voss set down her cup.";
const ANSWER = Array.from(
  { length: 60 },
  (_, index) => `Sentence number ${index} of the answer, and the rain went on.`,
).join(" ");
const SLOW = { piecesPerSecond: 60 };

test("nothing on the page moves by itself while a reply streams in, is finished, and its jobs run", {
  tag: "@both",
}, async ({ page, model }) => {
  model.tells(OPENING, { to: "<opening_request/>" });
  model.tells(`${ANSWER} Captain Eddis Roe came up the stairs.`, { ...SLOW, to: "I watch the page" });
  analysing(model, { characters: [named("Mara Voss")], currentLocation: "Harrow Light, night" });
  await signUp(page);
  await beginStory(page);
  await expect(mention(page, "Mara Voss")).toBeVisible();
  await atRest(page);
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
  await expect(storyLog(page)).toContainText("Sentence number 59 of", { timeout: 30_000 });
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
