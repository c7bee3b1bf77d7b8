import { makeStoryFile } from "#tests/fakes/taken-story.ts";
import { expectAccessible } from "./harness/axe.ts";
import { findRest, holdRequests } from "./harness/page.ts";
import { signUp } from "./harness/person.ts";
import { expect, test } from "./harness/test.ts";

const line = (name: string, mes: string, day: number) =>
  JSON.stringify({ name, is_user: name === "Nel", send_date: `2025-11-0${day}T20:00:00Z`, mes });
const chat = (day: number, ...others: string[]) =>
  ["The lamp is out, and nobody on the island says why.", "I climb the stairs.", ...others]
    .map((mes, index) => line(index % 2 === 0 ? "Mara Voss" : "Nel", mes, day))
    .join("\n");
const file = (name: string, text: string) => ({ name, mimeType: "", buffer: Buffer.from(text) });

test("chats of another program become a story, with report and undo", async ({ page, expectedErrors }) => {
  expectedErrors.push("400"); // a form without anything in it
  await signUp(page);
  await page.goto("/stories");
  await page.getByRole("link", { name: "Bring In" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bring in what you wrote elsewhere");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Bring it in" }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose a file, or paste a text.");

  await page.getByLabel("Or paste a draft").fill("It was late.");
  await page.reload();
  await expect(page.getByLabel("Or paste a draft"), "kept over a reload").toHaveValue("It was late.");
  await page.getByLabel("Or paste a draft").fill("");
  const files = [
    file(
      "Mara Voss, 2 Nov 21:14.jsonl",
      `${JSON.stringify({ chat_metadata: { note_prompt: "Say little." } })}\n${chat(2, "Who is there?", "Nobody.")}\n{"name":"Mara Voss","swipes":["Hush.","Wind."]}`,
    ),
    file("Mara Voss, 3 Nov 22:40.jsonl", `${chat(3, "She follows.", "I run.")}\n${line("Mara Voss", "", 3)}`),
    file("test.json", "{}"),
    file("Tam.jsonl", line("Tam Carrow", "You should not have come.", 4)),
  ];
  await page.getByLabel("Files").setInputFiles(files);
  await page.getByRole("button", { name: "Bring it in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("2 chats became 1 story with 2 paths");
  await expect(page.getByText("7 passages. The paths begin with the same 2, told once.")).toBeVisible();
  await expect(page.getByText("leaves at passage 2")).toBeVisible();
  await expect(page.getByText("“test.json”")).toBeVisible();
  await expect(page.getByText("1 empty version")).toBeVisible();
  await expectAccessible(page);
  // Each answer takes longer than the time between two looks.
  const slow = /bring-in\/.*\.data/;
  await page.route(slow, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.getByRole("button", { name: "Bring it in anyway: 1 chat, “Tam”" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("2 chats became 1 story with 2 paths");
  await expect(page.getByText("maximum number of stories")).toBeVisible();
  await page.unroute(slow);
  await expect(page.getByRole("link", { name: "See Premium" })).toHaveAttribute("href", "/upgrade");
  await page.getByRole("link", { name: "Look at 1 author’s note" }).click();
  await expect(page.getByRole("textbox", { name: "What the AI always keeps in mind" })).toHaveValue(
    "Say little.",
  );
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("I run.")).toBeVisible();

  await page.goto("/stories/bring-in");
  await page.getByLabel("Files").setInputFiles(files);
  await page.getByRole("button", { name: "Bring it in" }).click();
  await expect(page.getByRole("alert")).toContainText("You have brought this in before");
  await expect(page.getByRole("button", { name: "Bring it in once more" })).toBeVisible();
  await page.getByRole("link", { name: "look at it" }).click();
  const release = await holdRequests(page, /\/api\/imports\/[\w-]+$/);
  await page.getByRole("button", { name: "Undo this import" }).click();
  await page.getByRole("link", { name: "Your Library", exact: true }).click();
  const search = page.getByRole("searchbox", { name: "Search your stories" });
  await search.focus();
  await expect(page.getByRole("heading", { name: "Mara Voss" })).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: "Mara Voss" })).toHaveCount(0);
  await findRest(search);
  await expect(search, "who has gone to another page goes on there").toBeFocused();
});

test("of several stories one is left out, taken back, and gets a genre, also after a time without a network", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push("net::ERR_INTERNET_DISCONNECTED");
  await signUp(page);
  await page.goto("/stories/bring-in");
  const seeds = { "Harrow Light": 2, "The Ninth Signal": 4 };
  const files = Object.entries(seeds).map(([title, seed]) => {
    const story = JSON.parse(makeStoryFile(seed));
    const settings = { ...story.settings, status: "archived" }; // these need no room in the plan
    return file(`${title}.json`, JSON.stringify({ ...story, title, settings }));
  });
  await page.getByLabel("Files").setInputFiles(files);
  await page.getByRole("button", { name: "Bring it in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("2 files became 2 stories");
  const tick = page.getByRole("checkbox", { name: /^Harrow Light/ });
  await expect(tick).toBeChecked();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 }); // the choices stand below each other
  await expectAccessible(page);
  const removed = page.waitForResponse((answer) => answer.request().method() === "DELETE");
  await tick.uncheck();
  expect((await removed).ok()).toBe(true);
  await page.reload();
  await expect(tick).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: /^The Ninth Signal/ })).toBeChecked();
  await expect(page.getByRole("link", { name: "Open Harrow Light" })).toBeHidden();

  const restored = page.waitForResponse((answer) => answer.url().endsWith("/restore"));
  await tick.check();
  expect((await restored).ok()).toBe(true);
  await expect(tick).not.toHaveAttribute("aria-disabled", "true");
  await context.setOffline(true);
  await tick.click();
  await expect(page.getByText("Failed to delete story. Please try again.")).toBeVisible();
  await expect(tick).toBeChecked();
  await context.setOffline(false);
  const changed = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await page.getByRole("combobox", { name: "Genre of Harrow Light" }).selectOption("Horror");
  expect((await changed).ok()).toBe(true);
  await page.reload();
  await expect(tick).toBeChecked();
  await expect(page.getByRole("combobox", { name: "Genre of Harrow Light" })).toHaveValue("Horror");
  await page.getByRole("button", { name: "Undo this import" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/was taken off your shelf/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
