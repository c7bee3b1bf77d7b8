import { signUp } from "./harness/person.ts";
import { atRest, beginStory, storyLog, toldOn, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const COLOPHON = "Written by Booky’s built-in storyteller — not an AI model";

test.use({ teller: "storyteller" });

test("without any model the built-in storyteller writes, says so, and a reload in mid-stream loses nothing", async ({
  page,
  context,
}) => {
  await signUp(page);
  const path = await beginStory(page);
  await expect(storyLog(page)).toHaveAttribute("aria-busy", "true");
  await atRest(page);
  const opening = await toldOn(page);
  expect(opening.length).toBeGreaterThan(300);
  await expect(page.getByText(COLOPHON)).toBeVisible();

  await write(page, "I climb the stairs to the lamp room.");
  await expect.poll(async () => (await toldOn(page)).length).toBeGreaterThan(opening.length + 60);
  await page.reload();
  const second = await context.newPage();
  await second.goto(path);
  // The hint is under a complete reply: while this reply was awaited, the last message was the person's own.
  await expect(page.getByText(COLOPHON)).toBeVisible({ timeout: 30_000 });
  await expect(second.getByText(COLOPHON)).toBeVisible({ timeout: 30_000 });
  const whole = await toldOn(page);
  expect(whole).toBe(await toldOn(second));
  expect(whole.length).toBeGreaterThan(opening.length + 300);
  expect(whole).toContain("I climb the stairs to the lamp room.");
});
