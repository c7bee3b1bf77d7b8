import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe.ts";
import { chooseInMenu, closeToasts } from "./harness/page.ts";
import { callApi, signUp } from "./harness/person.ts";
import { openSheet } from "./harness/sheets.ts";
import { fakeSpeech, isSilent, readSpoken } from "./harness/speech.ts";
import { createChat } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const log = (page: Page) => page.getByRole("log", { name: "Mara Voss" });
const box = (page: Page) => page.getByRole("textbox", { name: "Message" });
const again = (page: Page) => page.getByRole("button", { name: "Get different response" });

test("a person talks, regenerates, configures, deletes, and undoes that", async ({ page, model }) => {
  model.tells("*She looks up.* The **lamp** is lit.", { to: "<chat_request/>" });
  await signUp(page);
  const path = await createChat(page);
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Start the conversation" })).toBeVisible();
  await expect(page.getByText("Say hello to Mara Voss to begin chatting")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();
  const paths = await openSheet(page, "Paths");
  await expect(paths).toContainText("Nothing is written here yet.");
  await page.keyboard.press("Escape");
  await expect(paths).toBeHidden();

  await box(page).fill("Hello");
  await box(page).press("Shift+Enter");
  await box(page).pressSequentially("there");
  await box(page).press("Enter");
  await expect(again(page)).toBeVisible();
  await expect(log(page).locator("em")).toHaveText("She looks up.");
  await expect(log(page).locator("strong")).toHaveText("lamp");
  await expect(log(page)).toContainText(/Hello\s*there/);
  const bar = page.locator("[data-bar-place]");
  const findRoomBelow = () => bar.evaluate((node) => innerHeight - node.getBoundingClientRect().bottom);
  expect(await findRoomBelow(), "the bar is at the lower edge of the window").toBe(0);
  await expectAccessible(page);

  // This browser has speech synthesis but no voice: it fails, the page says so, and the button returns.
  const logged = page.waitForEvent("console", (message) => message.text().startsWith("Speech stopped"));
  await page.getByRole("button", { name: "Listen to message" }).click();
  await logged;
  await expect(page.getByText("This could not be read aloud.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Listen to message" })).toBeVisible();

  await expect(page.getByRole("button", { name: /Ask for a picture/ })).toHaveCount(0);
  await expect(log(page).locator("time").last()).toHaveText(/^\d{1,2} \w{3}.*, \d\d:\d\d$/);

  model.tells("I said what I said.", { to: "<different_take>" });
  await again(page).click();
  await expect(log(page)).toContainText("I said what I said.");
  await page.getByRole("button", { name: "Previous version" }).click();
  await expect(log(page)).toContainText("The lamp is lit.");

  await chooseInMenu(page, /Chat menu/, "Edit");
  const dialog = page.getByRole("dialog", { name: "Edit Chat" });
  await dialog.getByLabel("Title").fill("Night watch");
  await dialog.getByLabel("Response style").selectOption("formal");
  await dialog.getByLabel("Include actions").uncheck();
  await expectAccessible(page, "[role=dialog]");
  await dialog.getByRole("button", { name: "Save Configuration" }).click();
  await expect(page.getByText("Configuration saved successfully!")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Night watch" })).toBeVisible();

  // A title that another tab changes meanwhile stays.
  await chooseInMenu(page, /Chat menu/, "Edit");
  await callApi(page, "PATCH", `/api${path}`, { title: "Morning watch" });
  await callApi(page, "POST", `/api${path}/config`, { writingStyle: "emotional", includeActions: false });
  await expect(page.getByRole("heading", { name: "Morning watch", includeHidden: true })).toBeAttached();
  await dialog.getByLabel("Description").fill("The lamp is out.");
  await dialog.getByLabel("Message length").selectOption("short");
  await dialog.getByRole("button", { name: "Save Configuration" }).click();
  await expect(page.getByRole("heading", { name: "Morning watch" })).toBeVisible();
  await chooseInMenu(page, /Chat menu/, "Edit");
  await expect(dialog.getByLabel("Writing style"), "another tab's choice stays").toHaveValue("emotional");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await box(page).fill("x".repeat(510));
  await expect(page.getByText("The rest was cut · 500/500")).toBeVisible();
  await box(page).fill("And now?");
  await box(page).press("Enter");
  await expect(log(page)).toContainText("And now?");
  await expect(again(page)).toBeVisible();

  await chooseInMenu(page, /Chat menu/, "Delete");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page).toHaveURL(/\/characters$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(log(page)).toContainText("And now?");

  await chooseInMenu(page, /Chat menu/, "Delete");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await closeToasts(page);
  await page.getByRole("link", { name: "Recently deleted" }).click();
  await expect(page.getByRole("region", { name: "Chats" }).getByText("Chat with Mara Voss")).toBeVisible();
  await expectAccessible(page, "main");
  const restores: string[] = [];
  page.on("request", (request) => request.url().endsWith("/restore") && restores.push(request.url()));
  await page.getByRole("button", { name: "Restore Morning watch" }).dblclick();
  await expect(page.getByText("Nobody was deleted lately")).toBeVisible();
  expect(restores).toHaveLength(1);

  await page.goto("/character-chats/01890000-0000-7000-8000-000000000000");
  await expect(page.getByText("Failed to load chat details or messages")).toBeVisible();
  await expect(page).toHaveURL(/\/characters$/);
});

test("a failed message comes back into the box, and a reply is read aloud", async ({ page, model }) => {
  await fakeSpeech(page);
  model.tells("*Sie nickt.* Das Licht ist aus, und der Abend ist gut.", { to: "<chat_request/>" });
  await signUp(page);
  await page.goto(await createChat(page));
  await box(page).fill("Hello");
  await box(page).press("Enter");
  await expect(again(page)).toBeVisible();

  await page.reload(); // the server says in which language it is
  await page.getByRole("button", { name: "Listen to message" }).click();
  await expect.poll(() => readSpoken(page)).toEqual([{ text: "Sie nickt.", rate: 0.9, voice: "Anna" }]);
  await page.getByRole("button", { name: "Stop audio" }).click();
  await expect(page.getByRole("button", { name: "Listen to message" })).toBeVisible();

  // It stops when its message is replaced, not when the other reply has come.
  const answer = model.tells("Another evening, then.", { to: "<different_take>", holdsAfter: [""] });
  await page.getByRole("button", { name: "Listen to message" }).click();
  await again(page).click();
  await expect.poll(() => isSilent(page)).toBe(true);
  await expect(log(page)).not.toContainText("Another evening");
  await expect(page.getByRole("button", { name: "Stop audio" })).toHaveCount(0);
  answer();
  await expect(log(page)).toContainText("Another evening, then.");

  model.fails(500, "<chat_request/>");
  await box(page).fill("Are you there?");
  await box(page).press("Enter");
  await expect(page.getByText("Failed to send message")).toBeVisible();
  await expect(box(page)).toHaveValue("Are you there?");
  await expect(log(page)).not.toContainText("Are you there?");
});

test("a chat opens at its end, later at the line that was left, above what has come since", async ({
  page,
  model,
}) => {
  const lines = Array.from({ length: 60 }, (_, index) => `Night ${index} of it.`);
  model.tells(lines.join("\n\n"), { to: "<chat_request/>" });
  await signUp(page);
  const path = await createChat(page);
  const send = (content: string) => callApi(page, "POST", `/api${path}/messages`, { content });
  await send("Tell me of the nights.");
  await page.goto(path);
  await expect(log(page).getByText("Night 59 of it.")).toBeInViewport();
  const left = log(page).getByText("Night 20 of it.");
  const findTop = () => left.evaluate((line) => line.getBoundingClientRect().top);
  const lineTop = 84; // where the line that is read stands, below the header
  await page.evaluate((by) => window.scrollBy(0, by), (await findTop()) - lineTop);
  await page.getByRole("link", { name: "Back to your characters" }).click();
  await expect(page).toHaveURL(/\/characters$/);
  model.tells("Nothing more.", { to: "<chat_request/>" });
  await send("And then?");

  await page.goto(path);
  await expect.poll(findTop, "in this browser").toBeCloseTo(lineTop, -1);
  await expect(log(page).getByText("And then?")).toBeAttached();
  await page.addInitScript(() => localStorage.removeItem("talespark:places"));
  await page.goto(path);
  await expect.poll(findTop, "in another one").toBeCloseTo(lineTop, -1);
});
