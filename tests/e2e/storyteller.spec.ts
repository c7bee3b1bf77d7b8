import { arrive } from "./harness/person.ts";
import { atRest, beginStory, storyLog, toldOn, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

test.use({ teller: "storyteller" });

test("without any model the built-in storyteller writes, says so, and a reload in mid-stream loses nothing", async ({
  page,
  context,
}) => {
  await arrive(page);
  const path = await beginStory(page);
  await expect(storyLog(page)).toHaveAttribute("aria-busy", "true");
  await atRest(page);
  const opening = await toldOn(page);
  expect(opening.length).toBeGreaterThan(300);
  await expect(page.getByText("Written by Booky’s built-in storyteller — not an AI model")).toBeVisible();

  await write(page, "I climb the stairs to the lamp room.");
  await expect.poll(async () => (await toldOn(page)).length).toBeGreaterThan(opening.length + 60);
  await page.reload();
  await atRest(page);
  const second = await context.newPage();
  await second.goto(path);
  await atRest(second);
  const whole = await toldOn(page);
  expect(whole).toBe(await toldOn(second));
  expect(whole.length).toBeGreaterThan(opening.length + 300);
  expect(whole).toContain("I climb the stairs to the lamp room.");
});
