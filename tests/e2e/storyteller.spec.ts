import { signUp } from "./harness/person.ts";
import { atRest, beginStory, storyLog, toldOn, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const COLOPHON = "Written by Booky’s built-in storyteller — not an AI model";

test.use({ teller: "storyteller" });

test("without any model the built-in storyteller writes, and says so", async ({ page }) => {
  await signUp(page);
  await beginStory(page);
  await expect(storyLog(page)).toHaveAttribute("aria-busy", "true");
  await atRest(page);
  const opening = await toldOn(page);
  expect(opening.length).toBeGreaterThan(300);
  await expect(page.getByText(COLOPHON)).toBeVisible();

  await write(page, "I climb the stairs to the lamp room.");
  // The hint is under a complete reply: while this reply is awaited, the last message is the person's own.
  await expect(page.getByText(COLOPHON)).toBeVisible({ timeout: 30_000 });
  const whole = await toldOn(page);
  expect(whole.length).toBeGreaterThan(opening.length + 300);
  expect(whole).toContain("I climb the stairs to the lamp room.");
});
