import type { Locator } from "@playwright/test";
import * as v from "valibot";
import { expectAccessible } from "./harness/axe.ts";
import { chooseInMenu, holdRequests, tabTo } from "./harness/page.ts";
import { callApi } from "./harness/person.ts";
import { openSheet, withTwoPaths } from "./harness/sheets.ts";
import { inAStory, OPENING, openFromLibrary, storyLog, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

const OWN = "I let it ring out.";
const REPLY = "It rang nine times. Mara Voss counted with her lips.";
const OTHER = "I pull the plug from the wall.";
const LINES = { own: OWN, reply: REPLY, other: OTHER };

const pathsSchema = v.object({ paths: v.array(v.object({ leafId: v.string(), isOpen: v.boolean() })) });

function row(sheet: Locator, name: RegExp): Locator {
  return sheet.getByRole("treeitem", { name });
}

test("another path is compared, and read from the sheet, with a way back that stays", async ({
  page,
  model,
}) => {
  await withTwoPaths(page, model, LINES);
  const sheet = await openSheet(page, "Paths");
  await expect(sheet.getByRole("heading", { level: 2 })).toHaveText(/, 2 paths: Paths$/);
  await expect(sheet.getByRole("treeitem")).toHaveCount(4);
  await expect(row(sheet, /^You are here/)).toHaveAttribute("aria-current", "location");
  await expect(row(sheet, /^You are here/)).toContainText(OTHER);
  const other = row(sheet, /^Path: I let it ring out/);
  await expect(other).toContainText("2 passages");
  await other.click();
  await expectAccessible(page);

  await test.step("from where they part; on a phone one after the other", async () => {
    await sheet.getByRole("button", { name: "Compare", exact: true }).click();
    const comparison = page.getByRole("dialog", { name: /Compare two paths$/ });
    await expect(comparison).toContainText("The same for 1 passage");
    await expect(comparison.getByText(REPLY)).toBeVisible();
    await expect(comparison.locator("blockquote", { hasText: OTHER })).toBeVisible();
    await expect(comparison.getByText(OPENING)).toHaveCount(0);
    await expectAccessible(page);
    const viewport = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(comparison.getByText(OTHER).and(page.locator("blockquote"))).toBeHidden();
    await comparison.getByRole("tab", { name: OTHER }).click();
    await expect(comparison.locator("blockquote", { hasText: OTHER })).toBeVisible();
    await expectAccessible(page);
    if (viewport) await page.setViewportSize(viewport);
    await page.keyboard.press("Escape");
    await expect(comparison).toBeHidden();
  });

  await other.getByRole("button", { name: "Read this path" }).click();
  await expect(sheet).toBeHidden();
  await expect(storyLog(page)).toContainText(REPLY);
  await expect(storyLog(page)).not.toContainText(OTHER);

  const notice = page.getByRole("status", { name: "Where you came from" });
  await expect(notice).toContainText(`You came from “${OTHER}”`);
  await expect(notice).toContainText("passage 2, kept where you left it");
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Go back" }).click();
  await expect(storyLog(page)).toContainText(OTHER);
  await tabTo(notice.getByRole("button", { name: "Dismiss" }));
  await page.keyboard.press("Enter");
  await expect(notice).toBeHidden();
  await expect(page.locator("article[data-message]:focus")).toBeVisible();
});

test("paths are used by keyboard alone, and each Escape closes one layer", async ({ page, model }) => {
  await withTwoPaths(page, model, LINES);
  const button = page.getByRole("button", { name: "Paths", exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: /\S, 2 paths: Paths$/ });
  const here = row(sheet, /^You are here/);
  await expect(here).toBeVisible();
  await tabTo(here);
  await page.keyboard.press("Home");
  await expect(here).not.toBeFocused();
  await page.keyboard.press("End");
  await expect(here).toBeFocused();
  await page.keyboard.press("ArrowUp");
  const other = row(sheet, /^Path: I let it ring out/);
  await expect(other).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(row(sheet, /^The radio hissed|passage 1$/)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(other).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(row(sheet, /^The radio hissed|passage 1$/)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(other.getByRole("button", { name: "Compare" })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(other.getByRole("button", { name: "Compare" })).toBeHidden();
  await page.keyboard.press(" ");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(other.getByRole("button", { name: "Compare" })).toBeFocused();
  await page.keyboard.press("Enter");
  const comparison = page.getByRole("dialog", { name: /Compare two paths$/ });
  await expect(comparison).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(comparison).toBeHidden();
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(button).toBeFocused();

  await test.step("Escape empties the search of many paths before it closes the sheet", async () => {
    await page.route(/\/paths\?/, async (route) => {
      const answer = await (await route.fetch()).json();
      const left = answer.paths.find(({ isOpen }: { isOpen: boolean }) => !isOpen);
      const more = Array.from({ length: 12 }, () => ({ ...left, leafId: crypto.randomUUID() }));
      await route.fulfill({ json: { ...answer, paths: [...answer.paths, ...more] } });
    });
    await page.keyboard.press("Enter");
    const many = page.getByRole("dialog", { name: /Paths$/ });
    const box = many.getByRole("searchbox");
    await box.fill("lighthouse");
    await box.press("Escape");
    await expect(box).toHaveValue("");
    await expect(many).toBeVisible();
    await box.press("Escape");
    await expect(many).toBeHidden();
  });
});

test("a path is named, removed, and comes back by Undo and from the bin", async ({ page, model }) => {
  await withTwoPaths(page, model, LINES);
  const sheet = await openSheet(page, "Paths");
  const name = "The night on which nobody answered the radio, told to the end";
  await row(sheet, /^Path: I let it ring out/).click();
  await chooseInMenu(page, /^More/, "Name");
  const dialog = page.getByRole("dialog", { name: "Name this path" });
  await dialog.getByLabel("Name").fill(`${name}!`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("A path's name can be at most 60 characters long.")).toBeVisible();
  await dialog.getByLabel("Name").fill(name.slice(0, 60));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const named = row(sheet, /^Path: The night on which/);
  await expect(named).toBeVisible();
  await expectAccessible(page);

  const remove = async () => {
    await expect(async () => {
      if ((await named.getAttribute("aria-expanded")) === "false") await named.click();
      await expect(named).toHaveAttribute("aria-expanded", "true", { timeout: 1_000 });
    }).toPass();
    await chooseInMenu(page, /^More/, "Remove");
    await expect(named).toBeHidden();
    await expect(sheet.getByRole("tree").locator(":focus"), "the row in its place").toBeVisible();
  };
  await remove();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(named).toBeVisible();
  await expect(sheet.getByRole("tree").locator(":focus")).toBeVisible();
  await remove();
  const part = sheet.getByRole("region", { name: "Removed" });
  await expect(part).toContainText(OWN);
  await expect(part).toContainText(/2 passages, can be restored until \d+ \w+/);
  await part.getByRole("button", { name: `Restore: ${OWN}` }).click();
  await expect(named).toBeVisible();
  await expect(part).toBeHidden();

  // What a screen reader says of a version: which one it is, and of which path.
  await named.press("Enter");
  await expect(sheet).toBeHidden();
  const words = new RegExp(`^Version \\d of 2, path ${name.slice(0, 60)}$`);
  await expect(storyLog(page).getByRole("status", { name: words })).toBeVisible();
});

test("one path says how to open another, what fails can be tried again, also offline, and a reply that comes is in it", async ({
  page,
  model,
  context,
  expectedErrors,
}) => {
  expectedErrors.push("net::ERR_FAILED", "net::ERR_INTERNET_DISCONNECTED");
  await openFromLibrary(page, await inAStory(page, model));
  await page.route("**/paths?*", (route) => route.abort(), { times: 1 });
  const sheet = await openSheet(page, "Paths");
  await expect(sheet.getByRole("alert")).toContainText("The paths could not be loaded.");
  await sheet.getByRole("button", { name: "Try again" }).click();
  await expect(sheet).toContainText("One path so far. Go on from any passage to open another.");
  await expectAccessible(page);
  const pencil = sheet.getByRole("button", { name: "Name this path" });
  await pencil.hover();
  const nameTop = await pencil.evaluate((button) => getComputedStyle(button, "::before").top);
  expect(Number.parseFloat(nameTop), "the head of the sheet does not cover its name").toBeGreaterThan(0);
  await pencil.click();
  const dialog = page.getByRole("dialog", { name: "Name this path" });
  await dialog.getByLabel("Name").fill("Offshore");
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This name could not be saved.")).toBeVisible();
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(sheet.getByText("Offshore")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  const finish = model.tells("It rang. It stopped.", { to: "I wait.", holdsAfter: ["It rang."] });
  await write(page, "I wait.");
  await expect(storyLog(page)).toContainText("It rang.");
  await openSheet(page, "Paths");
  await expect(row(sheet, /^You are here/)).toContainText("passage 2");
  await pencil.click();
  await dialog.getByLabel("Name").fill("The reef");
  finish();
  await expect(page.locator("[role=log]")).toHaveAttribute("aria-busy", "false");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(row(sheet, /^You are here/)).toContainText("passage 3");
  await expect(sheet.getByText("The reef")).toBeVisible();
  await expect(sheet.getByText("Offshore")).toBeHidden();
  await expect(sheet.getByRole("treeitem"), "no path of its own has the name").toHaveCount(2);
});

test("the memory is that of the open path, also if a change is answered late or the path becomes shorter", async ({
  page,
  model,
}) => {
  const path = await withTwoPaths(page, model, LINES);
  const toMemory = (text: string) => {
    const of = { lineId: "1", fromId: "1", toId: "1", depth: 1 };
    const marks = { isPinned: false, isCorrected: false, isForgotten: false, isStale: false };
    return { lines: [{ ...of, ...marks, text }] };
  };
  let memory = toMemory("She has the key.");
  await page.route("**/memory", (route) => route.fulfill({ json: memory }));
  const answer = await holdRequests(page, "**/memory/1", (route) =>
    route.fulfill({ json: toMemory("She has the key.") }),
  );
  const sheet = await openSheet(page, "Story notes");
  await sheet.getByRole("tab", { name: /^Memory/ }).click();
  await sheet.getByRole("button", { name: /^Pin/ }).press("Enter");
  memory = toMemory("She lost the key.");
  const { paths } = v.parse(pathsSchema, await (await page.request.get(`/api${path}/paths`)).json());
  const other = paths.find(({ isOpen }) => !isOpen);
  await callApi(page, "POST", `/api${path}/paths/${other?.leafId}/open`);
  await expect(sheet.getByText("She lost the key.")).toBeVisible();
  const answered = page.waitForResponse("**/memory/1");
  answer();
  await (await answered).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(sheet.getByText("She lost the key.")).toBeVisible();

  memory = toMemory("She left.");
  await callApi(page, "DELETE", `/api${path}/messages/${other?.leafId}`);
  await expect(sheet.getByText("She left.")).toBeVisible();
});
