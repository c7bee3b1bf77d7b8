import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { makeStoryFile } from "#tests/fakes/taken-story.ts";
import { BOOK_SEED, readBookIn } from "#tests/harness/book-reader.ts";
import { expectAccessible } from "./harness/axe.ts";
import { chooseInMenu, holdRequests } from "./harness/page.ts";
import { callApi, goPremium, signInAtIssuer, signUp, somebodyNew } from "./harness/person.ts";
import {
  afterLines,
  atRest,
  createChat,
  OPENING,
  shareCopy,
  storyLog,
  tellStory,
  write,
} from "./harness/story.ts";
import { expect, keepCookieChoice, test } from "./harness/test.ts";

const ANSWERED = "Eight, said Mara. It has always been eight.";
const COUNTED = "At nine it stopped, and the tower seemed to move.";

async function openSheet(page: Page) {
  await chooseInMenu(page, /^Story menu/, /^Share/);
  return page.getByRole("dialog", { name: "Share a reading copy" });
}

/** What a reader sees of the story's text, a line for each paragraph. */
function passages(page: Page) {
  return page.locator("[data-number]");
}

test("a copy is shared, read, grown and revoked", async ({ page, model, openPlainPage, expectedErrors }) => {
  expectedErrors.push("410", "404"); // what was ended already
  model.tells(OPENING, { to: "<opening_request/>" });
  model.tells("The Ninth Signal", { to: "<title_request/>" });
  model.tells(ANSWERED, { to: "I count" });
  model.tells(COUNTED, { to: "I wait" });
  await signUp(page);
  const story = await tellStory(page, ["I count the flashes."]);
  const sheet = await openSheet(page);
  await sheet.getByRole("radio", { name: /^This path as it grows/ }).check();
  await expectAccessible(page);
  const drawn = page.waitForResponse((sending) => /\/preview\/\w+$/.test(sending.url()));
  await sheet.getByRole("button", { name: "Make a link" }).click();
  expect((await drawn).status()).toBe(204);
  const penName = sheet.getByRole("textbox", { name: /^Name under the title/ });
  await penName.fill("Nora L.");
  const saved = page.waitForResponse((saving) => saving.request().method() === "PATCH");
  await page.keyboard.press("Escape");
  await saved;
  await openSheet(page);
  await expect(penName).toHaveValue("Nora L.");
  // Two presses before the first answer: it is on again.
  const mayBegin = sheet.getByRole("checkbox", { name: /^Readers may begin their own/ });
  const answerBoth = await holdRequests(page, /\/shares\/[\w-]+$/);
  await mayBegin.click();
  await mayBegin.click();
  await expect(mayBegin).toBeChecked();
  answerBoth();
  await page.unrouteAll({ behavior: "wait" });
  await expect(mayBegin).toBeChecked();
  await expectAccessible(page);
  const link = await sheet.getByRole("textbox", { name: "Link" }).inputValue();
  const copy = link.slice(link.indexOf("/s/"));
  await sheet.getByRole("button", { name: "Done" }).click();

  const viewport = page.viewportSize();
  const plain = await openPlainPage({ viewport });
  await plain.goto(copy);
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText("The Ninth Signal");
  await expect(plain.getByText("Nora L., written with an AI")).toBeVisible();
  await expect(passages(plain)).toHaveText([OPENING, "I count the flashes.", ANSWERED]);

  // Too low for the end of the copy to be in view.
  const reader = await openPlainPage({ javaScriptEnabled: true, viewport: { width: 360, height: 300 } });
  await keepCookieChoice(reader.context());
  const live = reader.waitForEvent("websocket");
  await reader.goto(copy);
  await expectAccessible(reader);
  await live;
  await write(page, "I wait for the ninth.");
  await expect(storyLog(page)).toContainText(COUNTED);
  await atRest(page);
  const goOn = model.tells("She follows.", { to: "I climb", holdsAfter: [""] });
  await write(page, "I climb down.");
  await expect(passages(reader)).toHaveText([
    OPENING,
    "I count the flashes.",
    ANSWERED,
    "I wait for the ninth.",
    COUNTED,
  ]);
  await expect(reader.getByText("5 passages")).toBeVisible();
  const finished = reader.waitForRequest((request) => request.postData() === "finished");
  await reader.getByText("This is as far as Nora L. has come").scrollIntoViewIfNeeded();
  await finished;
  if (viewport) await reader.setViewportSize(viewport);

  const begin = reader.getByRole("button", { name: "Begin your own from here" });
  await passages(reader).last().scrollIntoViewIfNeeded();
  await begin.last().click();
  await reader.getByRole("button", { name: "Sign In" }).click();
  await signInAtIssuer(reader, somebodyNew());
  await reader.getByRole("checkbox").check();
  const liveAgain = reader.waitForEvent("websocket"); // the copy is a document again, with its script
  await reader.getByRole("button", { name: "Continue", exact: true }).click();
  await liveAgain;
  await expect(reader).toHaveURL(/\/s\/[\w-]{22}#p5$/);
  let forks = 0;
  const answerFork = await holdRequests(reader, "**/fork", async (route) => {
    forks += 1;
    await route.continue();
  });
  await begin.last().dblclick({ delay: 100 });
  answerFork();
  await expect(reader).toHaveURL(/\/stories\/[\w-]+$/);
  expect(forks).toBe(1);
  expect(reader.url()).not.toContain(story);
  await expect(storyLog(reader)).toContainText(COUNTED);

  const again = await openSheet(page);
  // The sixth, a line without a reply, would not be in it.
  await expect(again.getByRole("radio", { name: /5 passages, as they stand now/ })).toBeVisible();
  goOn();
  await expect(again.getByRole("paragraph").filter({ hasText: /^1\s*reader since/ })).toBeVisible();
  await again.getByRole("button", { name: "Stop sharing" }).click();
  await again.getByRole("button", { name: "Go on sharing" }).press("Enter");
  await expect(again.getByRole("button", { name: "Stop sharing" })).toBeFocused();
  await page.keyboard.press("Enter");
  const endBoth = await holdRequests(page, /\/shares\/[\w-]+$/);
  await again.getByRole("button", { name: "Stop sharing" }).dblclick();
  const gone = page.waitForResponse((answer) => answer.status() === 404);
  endBoth();
  await gone;
  await expect(again.getByText("This copy is no longer shared.")).toBeFocused();
  await expect(page.getByText("It is still shared.")).toHaveCount(0);
  expect((await reader.goto(copy))?.status()).toBe(410);
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText(/no longer shared/);
  await expect(reader.getByText(COUNTED)).toBeHidden();
  await expectAccessible(reader);
  await expect(page).toHaveURL(new RegExp(`${story}$`));

  await test.step("a copy that another tab no longer shares is taken away where it is changed", async () => {
    await page.reload();
    const { shareId } = await callApi(page, "POST", `/api${story}/shares`);
    await openSheet(page);
    await expect(sheet.getByLabel("Link", { exact: true })).toBeVisible();
    await callApi(page, "DELETE", `/api${story}/shares/${shareId}`);
    await mayBegin.click({ force: true });
    await expect(sheet.getByText("This copy is no longer shared.")).toBeVisible();
    await expect(sheet.getByLabel("Link", { exact: true })).toHaveCount(0);
  });
});

test("an answer that comes late takes nothing away from a copy that has grown", async ({
  page,
  model,
  openPlainPage,
}) => {
  const shared = await shareCopy(page, await afterLines(page, model, []), { grows: true });
  const reader = await openPlainPage({ javaScriptEnabled: true });
  const answer = (count: number) => ({
    contentType: "text/html",
    body: `<article data-copy data-count="${count}"><p data-part="about">${count} passages</p></article>`,
  });
  const answerLate = await holdRequests(reader, /count=8/, (route) => route.fulfill(answer(8)));
  for (const count of [9, 10])
    await reader.route(`**/*count=${count}`, (route) => route.fulfill(answer(count)));
  const line = Promise.withResolvers<(count: number) => void>();
  await reader.routeWebSocket(/\/live\/shares\//, (socket) =>
    line.resolve((count) => socket.send(JSON.stringify({ count }))),
  );
  const late = reader.waitForResponse(/count=8/);
  await reader.goto(shared);
  const copy = reader.locator("[data-copy]");
  /** The counts that the copy has had. */
  const counts = await copy.evaluateHandle((element) => {
    const seen: (string | null)[] = [];
    new MutationObserver(() => seen.push(element.getAttribute("data-count"))).observe(element, {
      attributeFilter: ["data-count"],
    });
    return seen;
  });
  const grow = await line.promise;
  for (const count of [8, 9]) grow(count);
  await expect(copy).toHaveAttribute("data-count", "9");
  answerLate();
  await (await late).finished();
  grow(10);
  await expect(copy).toHaveAttribute("data-count", "10");
  expect(await counts.jsonValue()).toEqual(["9", "10"]);
  grow(9); // the author has removed one
  await expect(copy).toHaveAttribute("data-count", "9");
  await expect(passages(reader), "those that the page does not have any more").toHaveCount(0);
});

async function openDialog(page: Page, menu: RegExp) {
  await chooseInMenu(page, menu, "Take it with you");
  return page.getByRole("dialog", { name: /^Take this (?:story|chat) with you$/ });
}

async function download(page: Page, name: string) {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: `Download ${name}` }).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("a story is taken out as Markdown, a chat as text; a book is part of Premium", async ({
  page,
  model,
  expectedErrors,
}) => {
  expectedErrors.push("402", "net::ERR_FAILED"); // a cover that can't be had
  expectedErrors.push("net::ERR_INTERNET_DISCONNECTED"); // the page may be asking for its facts just then
  await afterLines(page, model, ["I look at the dial."]);
  const dialog = await openDialog(page, /^Story menu/);
  await expect(dialog.getByText("3 passages. The story stays here too.")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: /^EPUB .* about \d+ kB$/ })).toBeVisible();
  await expectAccessible(page);
  const cover = dialog.locator("img");
  const before = await cover.getAttribute("src");
  await page.route("**/covers/**", (route) => route.abort(), { times: 1 });
  await dialog.getByRole("button", { name: "Another drawing" }).click();
  await expect(cover).not.toHaveAttribute("src", before ?? "");
  await expect(cover).toHaveCSS("opacity", "0");
  await dialog.getByRole("button", { name: "Another drawing" }).click();
  await expect(cover).toHaveCSS("opacity", "1");
  await expect(page.getByRole("button", { name: "Download Markdown" })).toBeVisible();
  await dialog.getByRole("radio", { name: /^EPUB .* Part of Premium\./ }).check();
  await page.getByRole("button", { name: "Download EPUB" }).click();
  const limit = page.getByRole("dialog", { name: "Part of Premium" });
  await expect(limit.getByText(/^Books as EPUB are part of Premium/)).toBeVisible();
  await limit.getByRole("link", { name: "Upgrade Plan" }).click();
  await expect(page).toHaveURL(/\/upgrade$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goBack();
  await openDialog(page, /^Story menu/);

  await dialog.getByRole("radio", { name: /^Markdown/ }).check();
  // The story is short: only an answer that waits shows what is counted meanwhile.
  await page.route(/format=markdown/, async (route) => {
    await expect(dialog.getByText(/^0 kB of about \d+ kB$/)).toBeVisible();
    await route.continue();
  });
  await page.context().setOffline(true);
  await expect(dialog.getByText("Waiting for the network")).toBeVisible();
  await expect(page.getByRole("button", { name: "Download Markdown" })).toBeDisabled();
  await page.context().setOffline(false);
  const markdown = await download(page, "Markdown");
  expect(markdown.name).toMatch(/\.md$/);
  expect(markdown.bytes.toString()).toContain(`${OPENING}\n\n> I look at the dial.\n\n`);
  await expect(dialog).toBeHidden();

  await page.goto(await createChat(page));
  await openDialog(page, /^Chat menu/);
  await expect(dialog.getByRole("img", { name: "Mara Voss" }), "on the front").toBeVisible();
  await dialog.getByRole("radio", { name: /^EPUB/ }).check();
  await expect(dialog.getByText("Name on the cover")).toBeVisible();
  await dialog.getByRole("radio", { name: /^Plain text/ }).check();
  await expect(dialog.getByText("Name on the cover")).toBeHidden();
  expect((await download(page, "Plain text")).name).toMatch(/\.txt$/);
});

test("a hostile book in five scripts is taken out, and read with each word once", async ({ page }) => {
  await signUp(page);
  await goPremium(page);
  await page.goto("/stories/bring-in");
  const buffer = Buffer.from(makeStoryFile(BOOK_SEED));
  await page.getByLabel("Files").setInputFiles({ name: "book.json", mimeType: "", buffer });
  await page.getByRole("button", { name: "Bring it in" }).click();
  await page.getByRole("link", { name: "Open the story" }).click();
  const dialog = await openDialog(page, /^Story menu/);
  await dialog.getByRole("radio", { name: /^All \d+ paths: 33 passages, each told once$/ }).check();
  const { name, bytes } = await download(page, "EPUB");
  expect(name).toMatch(/\.epub$/);
  await readBookIn({ goto: (url) => page.goto(url), run: (script) => page.evaluate(script) }, bytes);
});
