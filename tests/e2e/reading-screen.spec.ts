import type { Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe.ts";
import { openStory } from "./harness/cast-story.ts";
import { findRest } from "./harness/page.ts";
import { signUp } from "./harness/person.ts";
import { atRest, beginStory, inAStory, mention, storyLog, tellStory, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

test("text is set as its reader likes, from the first paint on @both", async ({ page, model, isMobile }) => {
  // The face for dyslexia is loaded only where it is chosen.
  const faces: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("opendyslexic")) faces.push(request.url());
  });
  await openStory(page, model);
  const text = storyLog(page).getByText("The radio hissed at nine");
  const read = (property: "fontSize" | "lineHeight" | "fontFamily") =>
    text.evaluate((element, name) => getComputedStyle(element)[name], property);
  const size = () => read("fontSize");
  const readHeight = async () => Number.parseFloat(await read("lineHeight"));
  expect(await size()).toBe(isMobile ? "18px" : "19px");

  await page.getByRole("button", { name: "Text settings" }).click();
  for (const [name, pixels] of [
    ["Small", "17px"],
    ["Largest", "24px"],
    ["Large", "21px"],
  ] as const) {
    await page.getByRole("radio", { name, exact: true }).check();
    await expect.poll(size).toBe(pixels);
  }
  const before = await readHeight();
  await page.getByRole("group", { name: "Lines" }).getByRole("radio", { name: "Open" }).check();
  await expect.poll(readHeight).toBeGreaterThan(before);
  expect(faces).toEqual([]);
  await page.getByRole("radio", { name: /^Easy/ }).check();
  await expect.poll(() => read("fontFamily")).toContain("OpenDyslexic");
  await expect.poll(() => faces.length).toBe(1);
  await page.getByRole("radio", { name: "Sans" }).check();
  await page.getByRole("radio", { name: "Wide" }).check();
  await page.getByRole("radio", { name: "Dark" }).check();
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "dark");
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute("content", "#14100e");
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
  expect(await read("fontFamily")).toContain("Libre Franklin");
  await expect.poll(async () => (await storyLog(page).boundingBox())?.width).toBe(width);
  const shifted = await page.evaluate(() =>
    (Reflect.get(window, "shifts") as number[]).reduce((sum, value) => sum + value, 0),
  );
  expect(shifted).toBeLessThan(0.02);

  await test.step("the theme arrives with every page, and the account keeps its own", async () => {
    await page.goto("/settings");
    await expect(html).toHaveAttribute("data-theme", "dark");
    await expect(page.getByRole("radio", { name: "Literary" })).toBeChecked();
    await page.getByRole("button", { name: "Show Literary here too" }).click();
    await expect(html).toHaveAttribute("data-theme", "literary");
  });
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
        const node = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT).nextNode();
        for (const { 0: word, index } of node?.textContent?.matchAll(/\S+/g) ?? []) {
          if (node === null) continue;
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

test("an opening opens at its beginning; a reply is followed to the top, although more of it comes before the browser reports a scroll", async ({
  page,
  model,
}) => {
  model.tells(TEXT, { to: "<opening_request/>", piecesPerSecond: Number.POSITIVE_INFINITY });
  const goOn = model.tells(`It rained.\n\n${TEXT.replaceAll("x", "y")}`, {
    to: "I wait.",
    holdsAfter: ["It rained."],
  });
  await signUp(page);
  await tellStory(page, []);
  await expect(storyLog(page)).toContainText("29x39");
  await findRest(storyLog(page));
  await expect(storyLog(page).getByText("0x0", { exact: false }).first()).toBeInViewport();
  await write(page, "I wait.");
  await expect(storyLog(page)).toContainText("It rained.");
  await storyLog(page).evaluate((log) => {
    const grow = () => log.style.setProperty("padding-bottom", "400px");
    window.addEventListener("scroll", grow, { capture: true, once: true });
  });
  goOn();
  await expect(storyLog(page)).toContainText("29y39");
  await atRest(page);
  const top = () =>
    storyLog(page)
      .getByText("It rained.")
      .evaluate((line) => line.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(TOP + 40);
  expect(await top()).toBeGreaterThan(0);
});

test("a story opens at the line that was left, and keeps it", async ({ page, model, browser, baseURL }) => {
  model.tells(TEXT, { to: "<opening_request/>", piecesPerSecond: Number.POSITIVE_INFINITY });
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

test("a story that was left at its very end opens there, also below a passage that was cut", async ({
  page,
  model,
}) => {
  await inAStory(page, model);
  model.tells(TEXT, { to: "I wait.", holdsAfter: ["9x39"] });
  await write(page, "I wait.");
  await expect(storyLog(page)).toContainText("9x39");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await atRest(page);
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.reload();
  await expect(again).toBeVisible();
  const measureRest = () =>
    page.evaluate(() => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      return scrollHeight - clientHeight - scrollTop;
    });
  await expect.poll(measureRest).toBeLessThan(2);
});
