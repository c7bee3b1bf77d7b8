import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe.ts";
import { OPENING, openInformation, openStory, section } from "./harness/cast-story.ts";
import { findRest } from "./harness/page.ts";
import { signUp } from "./harness/person.ts";
import { atRest, beginStory, mention, regenerate, storyLog, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

test("an earlier passage with several versions leads to the others, and back to what followed", async ({
  page,
  model,
}) => {
  await openStory(page, model);
  model.tells("A knock came from below.", { to: "I listen" });
  await write(page, "I listen.");
  await expect(storyLog(page)).toContainText("A knock came from below.");
  await atRest(page);
  model.tells("Nothing moved but the sea.", { to: "different_take" });
  await regenerate(page);
  await expect(storyLog(page)).toContainText("Nothing moved but the sea.");
  await atRest(page);
  const many = Array.from({ length: 12 }, (_, index) => `The stairs went on, ${index}.`).join(" ");
  const finish = model.tells(many, { to: "I go down", holdsAfter: ["went on, 0."] });
  await write(page, "I go down.");

  const previous = page.getByRole("button", { name: "Previous version" });
  await expect(storyLog(page)).toContainText("The stairs went on, 0.");
  await expect(previous).toHaveAttribute("aria-disabled", "true");
  finish();
  await atRest(page);
  await expect(page.getByLabel("Version 2 of 2")).toContainText("2/2");
  await previous.focus();
  await page.keyboard.press("Enter");
  await expect(storyLog(page)).toContainText("A knock came from below.");
  await expect(storyLog(page)).not.toContainText("I go down.");
  await expect(page.getByLabel("Version 1 of 2")).toBeVisible();
  await expect(previous).toBeFocused();
  const sheet = await openInformation(page);
  await expect(section(sheet, "Story Details").getByRole("definition").last()).toHaveText("3");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Next version" }).click();
  await expect(storyLog(page)).toContainText("Nothing moved but the sea.");
  await expect(storyLog(page)).toContainText("The stairs went on, 11.");
});

test("the last passage is copied as it was written", async ({ page, model, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openStory(page, model);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(OPENING);
  await expect(page.getByRole("button", { name: "Copy", exact: true })).toBeVisible();
});

test("text is set as its reader likes it, from the first paint on, until they choose otherwise", {
  tag: "@both",
}, async ({ page, model }) => {
  await openStory(page, model);
  const text = storyLog(page).getByText("The radio hissed at nine");
  const size = () => text.evaluate((element) => getComputedStyle(element).fontSize);
  const phone = (page.viewportSize()?.width ?? 0) < 768;
  expect(await size()).toBe(phone ? "18px" : "19px");

  await page.getByRole("button", { name: "Text settings" }).click();
  for (const [name, pixels] of [
    ["Small", "17px"],
    ["Largest", "24px"],
    ["Large", "21px"],
  ] as const) {
    await page.getByRole("radio", { name, exact: true }).check();
    await expect.poll(size).toBe(pixels);
  }
  await page.getByRole("radio", { name: "Sans" }).check();
  await page.getByRole("radio", { name: "Wide" }).check();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Text settings" })).toBeFocused();
  const { width } = await findRest(storyLog(page));

  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ("value" in entry) shifts.push(Number(entry.value));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.reload();
  await expect(mention(page, "Mara Voss")).toBeVisible();
  await expect.poll(size).toBe("21px");
  expect(await text.evaluate((element) => getComputedStyle(element).fontFamily)).toContain("Libre Franklin");
  await expect.poll(async () => (await storyLog(page).boundingBox())?.width).toBe(width);
  const shifted = await page.evaluate(() =>
    (Reflect.get(window, "shifts") as number[]).reduce((sum, value) => sum + value, 0),
  );
  expect(shifted).toBeLessThan(0.02);
});

/** Paragraphs in which every word stands once. */
const TEXT = Array.from({ length: 30 }, (_, line) =>
  Array.from({ length: 40 }, (_, word) => `${line}x${word}`).join(" "),
).join("\n\n");
/** Below the header. */
const TOP = 84;

/** The first word of the line at the top of the window; `of`: another word. Returns where it stands as well. */
function findWord(page: Page, of?: string): Promise<{ word: string; y: number }> {
  return page.evaluate(
    ({ wanted, top }) => {
      const range = document.createRange();
      for (const paragraph of document.querySelectorAll("article p")) {
        const node = paragraph.firstChild;
        for (const { 0: word, index } of node?.textContent?.matchAll(/\S+/g) ?? []) {
          if (node?.nodeType !== Node.TEXT_NODE) continue;
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const { bottom, y, height } = range.getBoundingClientRect();
          if (wanted === undefined ? bottom > top : word === wanted) return { word, y: y + height / 2 };
        }
      }
      return { word: "", y: Number.NaN };
    },
    { wanted: of, top: TOP },
  );
}

test("a story opens at the line where it was left, here and on another device, and keeps the line when the text changes", async ({
  page,
  model,
  browser,
  baseURL,
}) => {
  model.tells(TEXT, { to: "<opening_request/>" });
  await signUp(page);
  const path = await beginStory(page);
  await expect(storyLog(page)).toContainText("0x5");
  await page.reload(); // shows what has arrived at once
  await expect(storyLog(page)).toContainText("29x39", { timeout: 30_000 });
  await atRest(page);
  await page.evaluate(() => {
    const [, , paragraph] = [...document.querySelectorAll("article p")].slice(12);
    window.scrollBy(0, (paragraph?.getBoundingClientRect().top ?? 0) - 20);
  });
  await findRest(storyLog(page));
  const left = await findWord(page);
  expect(left.word).toMatch(/^1[0-9]x/);
  // Half a line: larger letters have another middle.
  const isAt = async (place = page) =>
    expect.poll(async () => Math.abs((await findWord(place, left.word)).y - left.y)).toBeLessThan(12);

  await test.step("at once", async () => {
    await page.getByRole("link", { name: "Back to your library" }).click();
    await page.locator(`a[href="${path}"]`).first().click();
    await isAt();
    await page.reload();
    await isAt();
  });

  await test.step("with other type, a turned screen, and something that arrives late", async () => {
    await page.getByRole("button", { name: "Text settings" }).click();
    await page.getByRole("radio", { name: "Largest" }).check();
    await isAt();
    await page.getByRole("radio", { name: "Small" }).check();
    await isAt();
    for (const [group, name] of [
      ["Lines", "Open"],
      ["Typeface", "Easy"],
      ["Width", "Wide"],
      ["Theme", "Dark"],
    ] as const) {
      const choices = page.getByRole("group", { name: group });
      await choices.getByRole("radio", { name }).check();
      await page.evaluate(() => document.fonts.ready);
      await isAt();
    }
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 700, height: 900 });
    await isAt();
    await page.evaluate(() => {
      const picture = document.createElement("div");
      picture.style.height = "333px";
      document.querySelector("article")?.prepend(picture);
    });
    await isAt();
  });

  await test.step("on another device", async () => {
    const { cookies } = await page.context().storageState();
    const context = await browser.newContext({
      baseURL: baseURL ?? "",
      storageState: { cookies, origins: [] },
    });
    const other = await context.newPage();
    await other.goto(path);
    await expect(storyLog(other)).toContainText("29x3");
    await isAt(other);
    await context.close();
  });
});
