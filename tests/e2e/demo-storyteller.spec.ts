import { beginDemo, demoPanel } from "./harness/demo.ts";
import { atRest, toldOn, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

test.use({ teller: "storyteller" });

test("without any model the demo is told by the built-in storyteller, with a title and people of its own", async ({
  page,
}) => {
  await page.goto("/");
  await beginDemo(page);
  const panel = demoPanel(page);
  await atRest(page);
  const opening = await toldOn(page);
  expect(opening.length).toBeGreaterThan(300);
  await expect(page.getByText("storyteller — not an AI model")).toBeVisible();
  // What is worked out after the reply.
  await expect(panel.getByRole("heading", { name: "New Story" })).toBeHidden({ timeout: 20_000 });
  await write(page, "I turn the register round.");
  await expect(panel.getByText("1/2", { exact: true })).toBeVisible({ timeout: 30_000 });
  await panel.getByRole("button", { name: "Continue story" }).click();
  await expect(panel.getByText("2/2", { exact: true })).toBeVisible({ timeout: 30_000 });
  expect((await toldOn(page)).length).toBeGreaterThan(opening.length + 300);
  // Under the last free passage, when that has been read.
  const offer = panel.getByRole("region", { name: "Enjoying the demo?" });
  await expect(offer.getByRole("button", { name: "Try for Free" })).toBeVisible({ timeout: 30_000 });
});
