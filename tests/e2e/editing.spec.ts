import type { Page } from "@playwright/test";
import type { ModelServer } from "#tests/fakes/model-server.ts";
import { expectAccessible } from "./harness/axe.ts";
import {
  edit,
  editorField,
  goOnButton,
  messageAt,
  openEditor,
  pressTool,
  saveButton,
  toolsBar,
} from "./harness/editing.ts";
import { closeToasts, drawLate, findRest, holdRequests, tabTo } from "./harness/page.ts";
import { callApi, signUp } from "./harness/person.ts";
import {
  afterLines,
  atRest,
  createChat,
  inAStory,
  inputBox,
  LONG_ANSWER,
  openAnotherTab,
  openBox,
  openFromLibrary,
  storyLog,
  write,
} from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const LINE = "I answer the call.";
const ANSWER = "For a moment there was only rain.\n\nThen a voice gave a bearing and a depth.";
const SHOWN = "For a moment there was only rain.Then a voice gave a bearing and a depth.";
const SECOND_LINE = "I write it down.";
const SECOND_ANSWER = "The pencil broke at the last figure.";
const WAITING = "The radio was silent at nine.";
const EDITS = /\/messages\/[^/]+$/;

/** A story of five messages: opening, line, answer, line, answer. */
async function inATold(page: Page, model: ModelServer): Promise<void> {
  model.tells(ANSWER, { to: LINE });
  model.tells(SECOND_ANSWER, { to: SECOND_LINE });
  await afterLines(page, model, [LINE, SECOND_LINE]);
  await expect(storyLog(page)).toContainText(SECOND_ANSWER);
}

test("a passage is edited in its place, and its first text comes back", async ({ page, model }) => {
  await inATold(page, model);
  const passage = messageAt(page, 2);
  await passage.hover();
  const before = await findRest(passage.getByRole("paragraph").filter({ hasText: "For a moment" }));
  const field = await openEditor(page, passage);
  await expect(field).toHaveValue(ANSWER.replace("\n\n", "\n"));
  const { x, width } = await findRest(field);
  expect({ x, width }, "the text begins where it was and has its measure").toEqual({
    x: before.x,
    width: before.width,
  });
  await expect(page.getByText("Becomes version 2. The one before it stays.")).toBeVisible();
  await expect(page.getByText("Two passages follow.")).toBeVisible();
  await expect(page.locator("[data-bar-place]"), "the input bar is away").toBeHidden();
  await field.fill("For a moment there was only the sea.\nThen a voice gave a bearing.");
  await test.step("whoever asks for something else is led to the field", async () => {
    for (const tool of ["Edit", "Regenerate…"]) {
      await pressTool(page, messageAt(page, 0), tool);
      await expect(field).toBeFocused();
      await expect(field).toBeInViewport();
    }
  });
  await expectAccessible(page, "main");
  await saveButton(page).click();

  await expect(passage).toContainText("only the sea.Then a voice gave a bearing.");
  await expect(messageAt(page, 4)).toContainText(SECOND_ANSWER);
  await expect(passage.getByRole("status", { name: "Version 2 of 2, edited" })).toContainText("2/2");
  await expect(page.locator("[data-bar-place]")).toBeVisible();
  const previous = passage.getByRole("button", { name: "Previous version" });
  await previous.focus();
  await page.keyboard.press("Enter");
  await expect(passage).toContainText(SHOWN);
  await expect(passage.getByRole("status", { name: "Version 1 of 2" })).toBeVisible();
  await expect(previous).toBeFocused();
});

test("of two tabs neither loses its text: both edit, or one removes or leaves what the other edits", async ({
  page,
  model,
  expectedErrors,
}) => {
  expectedErrors.push("409 (Conflict)");
  await inATold(page, model);
  const second = await openAnotherTab(page);

  const mine = await openEditor(second, messageAt(second, 2));
  await mine.fill("The text of the second tab.");
  await edit(page, messageAt(page, 2), "The text of the first tab.");
  await saveButton(second).click();
  const told = second.getByRole("region", { name: "The newer text" });
  await expect(told.getByRole("alert")).toContainText("This text was changed somewhere else meanwhile.");
  await expect(told).toContainText("The text of the first tab.");
  await expect(mine).toHaveValue("The text of the second tab.");
  await expectAccessible(second, "main");
  await second.getByRole("button", { name: "Keep mine" }).click();
  for (const tab of [page, second]) {
    await expect(messageAt(tab, 2)).toContainText("The text of the second tab.");
  }

  const again = await openEditor(second, messageAt(second, 2));
  await again.fill("Put aside.");
  await edit(page, messageAt(page, 2), "The newest text.");
  await saveButton(second).click();
  await second.getByRole("button", { name: "Take the newer one" }).click();
  await expect(messageAt(second, 2)).toContainText("The newest text.");
  // Another edit begins before Undo is pressed.
  await (await openEditor(second, messageAt(second, 0))).fill("The other edit.");
  await second.getByRole("button", { name: "Undo" }).click();
  const asked = second.getByRole("listitem").filter({ hasText: "Save or cancel the other text first." });
  await expect(asked).toBeVisible();
  await expect(editorField(second)).toHaveValue("The other edit.");
  await saveButton(second).click();
  await expect(editorField(second), "it is saved").toHaveCount(0);
  await expect(messageAt(second, 0)).toContainText("The other edit.");
  await asked.getByRole("button", { name: "Undo" }).click();
  await expect(editorField(second)).toHaveValue("Put aside.");
  await saveButton(second).click();
  await expect(messageAt(page, 2)).toContainText("Put aside.");
  await closeToasts(second);

  await test.step("Undo brings a text back also where the same passage is being edited anew", async () => {
    await (await openEditor(second, messageAt(second, 2))).fill("Mine.");
    await edit(page, messageAt(page, 2), "Theirs.");
    await saveButton(second).click();
    await second.getByRole("button", { name: "Take the newer one" }).click();
    await expect(await openEditor(second, messageAt(second, 2))).toHaveValue("Theirs.");
    await second.getByRole("button", { name: "Undo" }).click();
    await expect(editorField(second)).toHaveValue("Mine.");
    await saveButton(second).click();
    await expect(messageAt(page, 2)).toContainText("Mine.");
    await closeToasts(second);
  });

  const isElsewhere = page.getByText("What you were changing is not on this path any more.");
  await test.step("a passage that is removed keeps its edit", async () => {
    await (await openEditor(page, messageAt(page, 4))).fill("The pencil held.");
    await pressTool(second, messageAt(second, 3), "Remove from here");
    await expect(isElsewhere).toBeVisible();
    await expect(editorField(page)).toHaveValue("The pencil held.");
    await expect(second.getByText("2 passages removed.")).toBeVisible();
    await second.getByRole("button", { name: "Undo" }).click();
    await expect(messageAt(page, 4).locator("textarea")).toHaveValue("The pencil held.");
    await saveButton(page).click();
    await expect(messageAt(page, 4)).toContainText("The pencil held.");
  });

  await test.step("the edit of a version that is left says where it is saved", async () => {
    model.tells("Another pencil held.", { to: "different_take" });
    await pressTool(page, messageAt(page, 4), "Regenerate…");
    await page.keyboard.press("Enter");
    await expect(messageAt(second, 4)).toContainText("Another pencil held.");
    await atRest(page);
    await (await openEditor(page, messageAt(page, 4))).fill("The pencil broke.");
    await messageAt(second, 4).hover();
    await messageAt(second, 4).getByRole("button", { name: "Previous version" }).click();
    await expect(isElsewhere).toBeVisible();
    await saveButton(page).click();
    await expect(page.getByText("Saved, on another path.")).toBeVisible();
    await messageAt(page, 4).getByRole("button", { name: "Next version" }).click();
    await expect(messageAt(page, 4)).toContainText("The pencil broke.");
  });
});

test("an edit that can't be saved stays, also offline and in the archive, and one that is saved is over", async ({
  page,
  context,
  model,
  expectedErrors,
}) => {
  expectedErrors.push("Failed to load resource", "net::ERR");
  await inATold(page, model);
  const field = await openEditor(page, messageAt(page, 2));
  await field.fill("Kept in its field.");
  await page.route(EDITS, (route) => route.abort());
  await saveButton(page).click();
  await expect(page.getByText("This could not be saved.")).toBeVisible();
  await page.unroute(EDITS);
  await page.reload();
  await expect(editorField(page)).toHaveValue("Kept in its field.");
  await saveButton(page).click();
  await expect(editorField(page), "it is saved").toHaveCount(0);
  await expect(messageAt(page, 2)).toContainText("Kept in its field.");

  await openEditor(page, messageAt(page, 2));
  await context.setOffline(true);
  await field.fill("Written in a tunnel.");
  await expect(page.getByText("Waiting for the network. Your text is kept.")).toBeVisible();
  await expect(saveButton(page)).toHaveAttribute("aria-disabled", "true");
  await expect(goOnButton(page)).toHaveAttribute("aria-disabled", "true");
  await context.setOffline(false);
  await saveButton(page).click();
  await expect(messageAt(page, 2)).toContainText("Written in a tunnel.");

  await test.step("it is saved, but its answer was lost", async () => {
    await page.route(EDITS, async (route) => void (await route.fetch()));
    await (await openEditor(page, messageAt(page, 2))).fill("It was quiet.\nThen it rang.");
    const isSaved = page.waitForRequest(EDITS);
    await saveButton(page).click();
    await isSaved;
    await page.reload();
    await expect(messageAt(page, 2)).toContainText("It was quiet.");
    const kept = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes(":edit:")));
    await expect.poll(kept).toEqual([]);
    await expect(editorField(page)).toHaveCount(0);
    await page.unroute(EDITS);
  });

  await test.step("its story is archived meanwhile", async () => {
    await (await openEditor(page, messageAt(page, 0))).fill(WAITING);
    await callApi(page, "PUT", `/api${new URL(page.url()).pathname}`, { status: "archived" });
    await page.reload();
    await page.getByRole("button", { name: "Bring back" }).click();
    await expect(editorField(page)).toHaveValue(WAITING);
  });
});

test("what an edit needs and could not be loaded is there once the page is loaded again", async ({
  page,
  model,
  expectedErrors,
}) => {
  expectedErrors.push("Failed to load resource", "net::ERR");
  const script = /assets\/(message-action-view|edit-calls)-/;
  await page.route(script, (route) => route.abort());
  await inATold(page, model);
  await pressTool(page, messageAt(page, 2), "Remove from here");
  await expect(page.getByText("This could not be opened."), "it is said once").toHaveCount(1);
  await closeToasts(page);
  await pressTool(page, messageAt(page, 2), "Edit");
  await expect(page.getByText("This could not be opened.")).toBeVisible();
  await page.unroute(script);
  await page.getByRole("button", { name: "Load again" }).click();
  await expect(page.getByText("This could not be opened.")).toBeHidden();
  await edit(page, messageAt(page, 2), "It is there again.");
  await expect(messageAt(page, 2)).toContainText("It is there again.");
});

test("an edit waits for the reply that is being written, and not behind the question whether to discard it", async ({
  page,
  model,
}) => {
  await inAStory(page, model);
  /** Edits the opening and saves it while a reply is being written, which the returned function lets end. */
  const editDuringReply = async (line: string, text: string) => {
    const finish = model.tells(`${line} ${LONG_ANSWER}`, { to: line, holdsAfter: ["Sentence 3"] });
    await write(page, line);
    await expect(storyLog(page).getByRole("article").last()).toContainText("Sentence 1 of the answer.");
    await pressTool(page, messageAt(page, 0), "Edit");
    await editorField(page).fill(text);
    await saveButton(page).click();
    return finish;
  };
  const finish = await editDuringReply("I go down.", WAITING);
  await expect(
    page.getByText("A reply is being written. Your text is saved when it is complete."),
  ).toBeVisible();
  finish();
  await atRest(page);
  await expect(editorField(page)).toHaveCount(0);
  await expect(messageAt(page, 0)).toContainText(WAITING);

  const finishNext = await editDuringReply("I go up.", "It is not silent.");
  await editorField(page).press("Escape");
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  await expect(question).toBeVisible();
  finishNext();
  await atRest(page);
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(editorField(page)).toHaveValue("It is not silent.");
  await expect(page.getByText("Becomes version 3. The two before it stay.")).toBeVisible();
  await page.reload();
  await expect(editorField(page), "it is kept, and not saved").toHaveValue("It is not silent.");
});

test("another version is asked for with a wish, which is shown on it", async ({ page, model }) => {
  await inATold(page, model);
  model.fails(500, "different_take");
  await pressTool(page, messageAt(page, 4), "Regenerate…");
  const field = page.getByRole("textbox", { name: "How should it be different?" });
  await expect(field).toBeFocused();
  await page.getByRole("button", { name: "Shorter" }).click();
  await expect(field).toHaveValue("shorter");
  await expect(page.getByText("1 Spark. Version 1 stays.")).toBeVisible();
  await field.evaluate((element) => {
    // Of an input method, which takes its own letters back by it.
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", isComposing: true, bubbles: true }));
  });
  await field.pressSequentially(", she does not trust him");
  await field.press("Escape");
  await expect(field).toHaveCount(0);
  await pressTool(page, messageAt(page, 4), "Regenerate…");
  await expect(field, "what was typed").toHaveValue("shorter, she does not trust him");
  await page.reload();
  await pressTool(page, messageAt(page, 4), "Regenerate…");
  await expect(field, "still, on a page that was loaded again").toHaveValue(/not trust him/);
  await expectAccessible(page, "main");
  await field.press("Enter");
  await expect(page.locator("[data-bar-place] :focus")).toBeVisible();
  await expect(page.getByText("Failed to regenerate message. Please try again.")).toBeVisible();
  await expect(field).toHaveValue("shorter, she does not trust him");
  await pressTool(page, messageAt(page, 4), "Regenerate…");
  await expect(field, "still, after its tool was pressed again").toHaveValue(/not trust him/);
  await field.press("Escape");
  await pressTool(page, messageAt(page, 4), "Regenerate…");
  await expect(field, "still, after it was closed").toHaveValue(/not trust him/);
  model.tells("She did not trust him.", { to: "different_take" });
  await field.press("Enter");
  await expect(storyLog(page)).toContainText("She did not trust him.");
  await atRest(page);
  await page.reload();
  await expect(messageAt(page, 4)).toContainText("You asked for: shorter, she does not trust him");

  await pressTool(page, messageAt(page, 2), "Regenerate…");
  await expect(page.getByText("1 Spark. Version 1 stays, with what follows it.")).toBeVisible();
  model.tells("The sea was still.", { to: "different_take" });
  await field.press("Enter");
  await expect(storyLog(page)).toContainText("The sea was still.");
  await expect(storyLog(page)).not.toContainText("She did not trust him.");
  const notice = page.getByRole("status", { name: "Where you came from" });
  await expect(notice).toContainText("You came from “She did not trust him.”");
  await notice.getByRole("button", { name: "Go back" }).click();
  await expect(storyLog(page)).toContainText("She did not trust him.");
});

test("one removes, brings back as another path, and goes on from an earlier passage", async ({
  page,
  model,
}) => {
  await inATold(page, model);
  await pressTool(page, messageAt(page, 3), "Remove from here");
  await page.getByRole("button", { name: "Undo" }).hover(); // the toast stays
  model.tells("Another ship answered.", { to: "I call again." });
  await page.getByRole("button", { name: "Write custom response" }).press("Enter");
  await inputBox(page).fill("I call again.");
  await inputBox(page).press("Enter");
  await expect(storyLog(page)).toContainText("Another ship answered.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Brought back as another path.")).toBeVisible();
  await expect(storyLog(page)).toContainText("Another ship answered.");
  await expect(messageAt(page, 3)).toContainText("2/2");

  await pressTool(page, messageAt(page, 3), "Remove from here");
  await page.getByRole("button", { name: "Undo" }).hover();
  await expect(storyLog(page)).not.toContainText("Another ship answered.");
  await page.getByRole("link", { name: "Your Library" }).press("Enter"); // the pointer stays on the toast
  await expect(page).toHaveURL(/\/stories$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Brought back", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(storyLog(page)).toContainText("Another ship answered.");
  await atRest(page);

  await pressTool(page, messageAt(page, 2), "Go on from here");
  await expect(storyLog(page).locator("article[data-message]")).toHaveCount(3);
  await expect(messageAt(page, 2)).toBeFocused();
  model.tells("A third ship answered.", { to: "I call once more." });
  await write(page, "I call once more.");
  await expect(storyLog(page)).toContainText("A third ship answered.");
  await expect(storyLog(page)).not.toContainText("Another ship answered.");
  await atRest(page);

  await test.step("a toast that the keyboard was in does not stay", async () => {
    await closeToasts(page);
    const proceed = await holdRequests(page, EDITS);
    await pressTool(page, messageAt(page, 3), "Remove from here");
    await pressTool(page, messageAt(page, 3), "Remove from here"); // it is asked for once
    await (await openBox(page)).fill("I wait.");
    proceed();
    await page.mouse.move(0, 0); // off the toast
    const undo = page.getByRole("button", { name: "Undo" });
    await expect(undo).toBeVisible();
    await expect(inputBox(page), "where letters are typed").toBeFocused();
    await page.keyboard.press("Alt+T");
    await tabTo(undo);
    await page.keyboard.press("Tab");
    await expect(undo).toBeHidden();
  });
});

test("with the keyboard alone a passage is chosen, read, edited, left as it was and retold", async ({
  page,
  model,
}) => {
  await inATold(page, model);
  await page.getByRole("button", { name: /^Story menu/ }).focus();
  await page.keyboard.press("Tab");
  await expect(messageAt(page, 4)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Control+ArrowUp"); // the browser's own
  await page.keyboard.press("ArrowUp");
  await expect(messageAt(page, 2)).toBeFocused();
  await page.keyboard.press("e");
  await expect(editorField(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("By hand.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(messageAt(page, 2)).toContainText("By hand.");
  await expect(messageAt(page, 2)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(messageAt(page, 2)).toContainText(SHOWN);
  await expect(messageAt(page, 2)).toBeFocused();

  await test.step("Escape ends an edit, and asks first if the text was changed", async () => {
    await page.keyboard.press("e");
    await expect(editorField(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(editorField(page)).toHaveCount(0);
    await expect(messageAt(page, 2)).toBeFocused();

    await page.keyboard.press("e");
    await expect(editorField(page)).toBeFocused();
    await page.keyboard.type(" Changed.");
    await page.keyboard.press("Escape");
    const question = page.getByRole("dialog", { name: "Discard your changes?" });
    await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(question).toBeHidden();
    await expect(editorField(page)).toBeFocused();
    await expect(editorField(page)).toHaveValue(`${ANSWER.replace("\n\n", "\n")} Changed.`);
    await page.keyboard.press("Escape");
    await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(editorField(page)).toHaveCount(0);
    await expect(messageAt(page, 2)).toContainText(SHOWN);
    await expect(messageAt(page, 2)).toBeFocused();
  });

  await page.keyboard.press("Tab");
  await expect(messageAt(page, 2).getByRole("button", { name: "Edit", exact: true })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  model.tells("By the machine.", { to: "different_take" });
  await page.keyboard.press("r");
  await page.keyboard.type("drier");
  await page.keyboard.press("Enter");
  await expect(storyLog(page)).toContainText("By the machine.");
  await atRest(page);

  await page.setViewportSize({ width: 1440, height: 400 });
  await messageAt(page, 2).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(messageAt(page, 0)).toBeFocused();
  expect((await findRest(messageAt(page, 0))).y, "clear of the header").toBeGreaterThan(57);
  await page.reload();
  await atRest(page);
  await expect(editorField(page), "what was discarded").toHaveCount(0);
});

test("on a phone a tap shows a passage's tools, and hides them, and so does going back @phone", async ({
  page,
  model,
}) => {
  await inATold(page, model);
  const story = new URL(page.url()).pathname;
  await openFromLibrary(page, story);
  const text = messageAt(page, 2).getByText("For a moment");
  await text.tap();
  await expect(page.locator("[data-bar-place]")).toBeHidden();
  await expect(toolsBar(page).getByRole("button", { name: /^(?!Close)/ })).toHaveText([
    "Edit",
    "Regenerate…",
    "Go on from here",
    "Copy",
    "Remove from here",
  ]);
  await expectAccessible(page, "main");
  await messageAt(page, 1).getByText(LINE).tap();
  await expect(toolsBar(page).getByRole("button", { name: "Regenerate…" })).toHaveCount(0);
  await messageAt(page, 1).getByText(LINE).tap();
  await expect(toolsBar(page)).toHaveCount(0);
  await expect(page.locator("[data-bar-place]")).toBeVisible();

  await edit(page, messageAt(page, 2), "By hand.");
  await expect(messageAt(page, 2), "where a screen reader goes on from").toBeFocused();
  await expect(page.locator("article:focus-visible"), "without a ring").toHaveCount(0);

  // A narrow phone has no room for the note beside the heading: it stands below the field.
  await page.setViewportSize({ width: 320, height: 640 });
  await messageAt(page, 4).getByText(SECOND_ANSWER).tap();
  await toolsBar(page).getByRole("button", { name: "Regenerate…" }).tap();
  const field = await page.getByRole("textbox", { name: "How should it be different?" }).boundingBox();
  const note = await page.getByText("1 Spark. Version 1 stays.").boundingBox();
  expect(note?.y).toBeGreaterThan((field?.y ?? Number.NaN) + (field?.height ?? 0));

  await page.goBack();
  await expect(page.getByRole("textbox", { name: "How should it be different?" })).toHaveCount(0);
  await toolsBar(page).getByRole("button", { name: "Edit" }).tap();
  await editorField(page).fill("Half a thought");
  await page.goBack();
  await page.getByRole("button", { name: "Discard" }).tap();
  await expect(editorField(page)).toHaveCount(0);
  await messageAt(page, 4).getByText(SECOND_ANSWER).tap();
  await expect(toolsBar(page)).toBeVisible();
  await page.goBack();
  await expect(toolsBar(page)).toHaveCount(0);
  await expect(page).toHaveURL(story);
});

test("in a chat the character's words and one's own are edited alike", async ({ page, model }) => {
  model.tells("The **lamp** is lit.", { to: "<chat_request/>" });
  await drawLate(page);
  await signUp(page);
  await page.goto(await createChat(page));
  const box = page.getByRole("textbox", { name: "Message" });
  await box.fill("Hello");
  await box.press("Enter");
  await expect(page.getByRole("button", { name: "Get different response" })).toBeVisible();

  const field = await openEditor(page, messageAt(page, 1));
  await expect(field).toHaveValue("The **lamp** is lit.");
  await field.fill("The **lamp** is out.");
  await expectAccessible(page, "main");
  await saveButton(page).click();
  await expect(messageAt(page, 1)).toContainText("The lamp is out.");
  await expect(messageAt(page, 1).locator("strong")).toHaveText("lamp");

  model.tells("It is dark.", { to: "<different_take>" });
  await pressTool(page, messageAt(page, 1), "Regenerate…");
  await page.keyboard.press("Enter");
  await expect(box).toBeFocused();
  await expect(messageAt(page, 1)).toContainText("It is dark.");

  model.tells("Good night.", { to: "<chat_request/>" });
  const own = await openEditor(page, messageAt(page, 0));
  await own.fill("Good night");
  await goOnButton(page).click();
  await expect(messageAt(page, 1)).toContainText("Good night.");
  await expect(messageAt(page, 0)).toContainText("Good night");
  await expect(messageAt(page, 0)).toBeFocused();
});
