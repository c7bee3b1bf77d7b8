import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./harness/axe.ts";
import { holdRequests } from "./harness/held-requests.ts";
import { button, pill } from "./harness/input-bar.ts";
import { atRest, inAStory, inputBox, openBox, storyLog, write } from "./harness/story.ts";
import { expect, onDesktopAlone, test } from "./harness/test.ts";

const ANSWER = Array.from({ length: 60 }, (_, index) => `Sentence ${index} of the answer.`).join(" ");
const SLOW = { piecesPerSecond: 10 };

function form(page: Page): Locator {
  return page.getByRole("form", { name: "Write what happens next" });
}

/** The position of an element after its animation. */
async function restOf(element: Locator) {
  await element.evaluate((node) =>
    Promise.all(
      [node, node.parentElement].flatMap((one) => one?.getAnimations().map(({ finished }) => finished) ?? []),
    ),
  );
  return element.boundingBox();
}

async function heightOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.height ?? 0;
}

test("at rest the bar is a pill between three round buttons with their names, and the pill or the write button opens the box", async ({
  page,
  model,
}) => {
  await inAStory(page, model);
  await expect(pill(page)).toHaveText("What happens next?");
  await expect(inputBox(page)).toBeHidden();
  for (const name of ["Generate suggestion", "Write custom response", "Continue story"]) {
    await expect(button(page, name)).toBeVisible();
  }
  // By keyboard, because a phone has no pointer.
  await pill(page).focus();
  for (const name of ["Write custom response", "Continue story"]) {
    await page.keyboard.press("Tab");
    await expect(button(page, name)).toBeFocused();
    await expect(button(page, name).getByText(name)).toBeVisible();
  }

  await pill(page).click();
  await expect(inputBox(page)).toBeFocused();
  await expect(inputBox(page)).toHaveAttribute("placeholder", "What happens next...");
  await expect(button(page, "Regenerate suggestion")).toBeVisible();
  await expect(button(page, "Send")).toBeDisabled();
  await button(page, "Close").click();
  await expect(inputBox(page)).toBeHidden();
  await expect(pill(page)).toBeFocused();

  await button(page, "Write custom response").click();
  await expect(inputBox(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(pill(page)).toBeFocused();
});

test("the pill shows 35 characters of the typed text and an ellipsis, and the box still has all of it", async ({
  page,
  model,
}) => {
  await inAStory(page, model);
  const text = "I take the stairs two at a time, count them, and stop.";
  await (await openBox(page)).fill(text);
  await button(page, "Close").click();
  await expect(pill(page)).toContainText(`${text.slice(0, 35)}…`);
  await expect(pill(page)).not.toContainText(text.slice(0, 36));
  await expect(await openBox(page)).toHaveValue(text);
});

test("Enter sends and Shift+Enter makes a new line; after sending the bar is closed, and blank text is not sent", async ({
  page,
  model,
}) => {
  model.tells("The stairs went on.", { to: "I climb" });
  await inAStory(page, model);
  const box = await openBox(page);
  await box.press("Enter");
  await box.fill("   ");
  await box.press("Enter");
  await expect(button(page, "Send")).toBeDisabled();
  await expect(box).toHaveValue("   ");

  await box.fill("I climb");
  await box.press("Shift+Enter");
  await box.pressSequentially("and climb.");
  await expect(box).toHaveValue("I climb\nand climb.");
  await box.press("Enter");
  await expect(inputBox(page)).toBeHidden();
  await expect(storyLog(page)).toContainText("and climb.");
  await expect(storyLog(page)).toContainText("The stairs went on.");
  await expect(pill(page)).toHaveText("What happens next?");
});

test("the Enter that ends an input method's composition sends nothing, and the limit waits for its end", async ({
  page,
  model,
}) => {
  onDesktopAlone();
  model.tells("The tower answered.", { to: "東京" });
  await inAStory(page, model);
  const box = await openBox(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Input.imeSetComposition", { text: "とうきょう", selectionStart: 5, selectionEnd: 5 });
  const enter = { type: "rawKeyDown", key: "Enter", code: "Enter" } as const;
  await browser.send("Input.dispatchKeyEvent", { ...enter, windowsVirtualKeyCode: 13 });
  await expect(box).toHaveValue("とうきょう");
  await browser.send("Input.insertText", { text: "東京" });
  await expect(box).toHaveValue("東京");
  // Safari ends the composition first, and then sends the key with the input method's code.
  await browser.send("Input.dispatchKeyEvent", { ...enter, windowsVirtualKeyCode: 229 });
  await expect(box).toHaveValue("東京");
  await box.press("Enter");
  await expect(storyLog(page)).toContainText("東京");
  await expect(storyLog(page)).toContainText("The tower answered.");
  await atRest(page);

  await (await openBox(page)).fill("x".repeat(499));
  await browser.send("Input.imeSetComposition", { text: "とうきょう", selectionStart: 5, selectionEnd: 5 });
  await expect(box).toHaveValue(`${"x".repeat(499)}とうきょう`);
  await browser.send("Input.insertText", { text: "東京" });
  await expect(box).toHaveValue(`${"x".repeat(499)}東`);
});

test("a counter appears with the first character, warns above 90 %, and nothing beyond 500 is accepted", async ({
  page,
  model,
}) => {
  onDesktopAlone();
  await inAStory(page, model);
  const box = await openBox(page);
  await expect(form(page)).not.toContainText("/500");
  await box.fill("I");
  await expect(form(page).getByText("1/500")).toBeVisible();
  await box.fill("x".repeat(450));
  await expect(form(page).getByText("450/500")).toBeVisible();
  await expect(form(page).getByText("Almost at limit")).toBeHidden();
  const calm = await form(page)
    .getByText("450/500")
    .evaluate((count) => getComputedStyle(count).color);
  await box.press("x");
  await expect(form(page).getByText("Almost at limit")).toBeVisible();
  const warning = await form(page)
    .getByText("451/500")
    .evaluate((count) => getComputedStyle(count).color);
  expect(warning).not.toBe(calm);

  await box.fill(`${"x".repeat(250)}${"y".repeat(250)}`);
  await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(250, 250));
  await box.pressSequentially("no");
  await expect(box).toHaveValue(`${"x".repeat(250)}${"y".repeat(250)}`);
  expect(await box.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(250);

  await box.fill("👩‍🚀".repeat(500));
  await expect(form(page).getByText("500/500")).toBeVisible();
  await expect(button(page, "Send")).toBeEnabled();
});

test("a paste that is too long is cut, with a message", async ({ page, model }) => {
  onDesktopAlone();
  await inAStory(page, model);
  const box = await openBox(page);
  await box.fill(`${"a".repeat(495)}end`);
  await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(495, 495));
  await box.evaluate((_, text) => document.execCommand("insertText", false, text), "pasted");
  await expect(box).toHaveValue(`${"a".repeat(495)}paend`);
  await expect(form(page).getByRole("status")).toContainText("The rest was cut");
  await expect(form(page).getByRole("status")).toContainText("Almost at limit");
  await box.press("Backspace");
  await expect(form(page).getByRole("status")).not.toContainText("The rest was cut");
});

test("while a reply streams the bar can't be opened, Stop replaces Continue, and nothing moves", async ({
  page,
  model,
}) => {
  await inAStory(page, model);
  model.tells(ANSWER, SLOW);
  const calm = await button(page, "Continue story").boundingBox();
  await button(page, "Continue story").dblclick();
  await expect(storyLog(page)).toContainText("Sentence 2 of");
  await expect(button(page, "Write custom response")).toBeDisabled();
  await expect(button(page, "Generate suggestion")).toBeDisabled();
  await expect(pill(page)).toBeDisabled();
  await pill(page).click({ force: true });
  await expect(inputBox(page)).toBeHidden();
  expect(await button(page, "Stop").boundingBox()).toEqual(calm);

  await button(page, "Stop").click();
  await atRest(page);
  await expect(storyLog(page)).not.toContainText("Sentence 59 of");
  await expect(button(page, "Continue story")).toBeFocused();
});

test("a box that is open when a reply begins elsewhere keeps its text, position and size, and shows why it waits", async ({
  page,
  context,
  model,
}) => {
  const path = await inAStory(page, model);
  model.tells(ANSWER, SLOW);
  const box = await openBox(page);
  const before = await restOf(form(page));
  const second = await context.newPage();
  await second.goto(path);
  await second.getByRole("button", { name: "Continue story" }).click();
  await expect(box).toHaveAttribute("placeholder", "AI is responding...");
  await expect(box).toBeDisabled();
  await expect(button(page, "Stop")).toBeVisible();
  expect(await form(page).boundingBox()).toEqual(before);
  await button(page, "Stop").click();
  await expect(box).toBeEnabled();
  expect(await form(page).boundingBox()).toEqual(before);
});

test("the box has the specified width at every width of the page, and grows to the specified height", async ({
  page,
  model,
}) => {
  await inAStory(page, model);
  const box = await openBox(page);
  const sizes = [
    [1920, 650, 140],
    [1536, 650, 140],
    [1535, 600, 140],
    [1280, 600, 140],
    [1279, 550, 140],
    [1024, 550, 140],
    [1023, 500, 140],
    [768, 500, 140],
    [767, 450, 120],
    [640, 450, 120],
    [639, 400, 100],
    [480, 400, 100],
    [479, 479 - 24, 100],
    [390, 390 - 24, 100],
    [360, 360 - 24, 100],
  ] as const;
  for (const [page_, width, tallest] of sizes) {
    await page.setViewportSize({ width: page_, height: 844 });
    await box.fill("");
    await expect.poll(async () => [page_, (await form(page).boundingBox())?.width]).toEqual([page_, width]);
    await expect.poll(async () => [page_, await heightOf(box)]).toEqual([page_, 40]);
    await box.fill("line\n".repeat(12));
    await expect.poll(async () => [page_, await heightOf(box)]).toEqual([page_, tallest]);
  }
});

test("at rest the bar has the size that was drawn, and under 768 px it fills the width at the bottom edge", async ({
  page,
  model,
}) => {
  await inAStory(page, model);
  const shape = pill(page).locator("..");
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await shape.boundingBox()).toMatchObject({ width: 376, height: 60 });
  expect(await button(page, "Generate suggestion").boundingBox()).toMatchObject({ width: 52, height: 52 });
  expect(await button(page, "Continue story").boundingBox()).toMatchObject({ width: 52, height: 52 });

  for (const width of [767, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const place = await page.locator("[data-placement]").boundingBox();
    expect(place).toMatchObject({ x: 0, width });
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBe(844);
    const [first, last] = await Promise.all([
      button(page, "Generate suggestion").boundingBox(),
      button(page, "Continue story").boundingBox(),
    ]);
    expect(first?.x).toBe(12);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBe(width - 12);
  }
});

test("the bar never covers the end of the story or the button that scrolls there, however high it is", async ({
  page,
  model,
}) => {
  await inAStory(page, model);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 420 });
  model.tells(ANSWER, { to: "I go on" });
  await write(page, "I go on.");
  await expect(storyLog(page)).toContainText("Sentence 59 of");
  await atRest(page);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const box = await openBox(page);
  await box.fill("line\n".repeat(12));
  await expect
    .poll(async () => {
      const [story, bar] = await Promise.all([storyLog(page).boundingBox(), form(page).boundingBox()]);
      return story && bar ? bar.y - (story.y + story.height) : Number.NaN;
    })
    .toBeGreaterThan(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  const toEnd = await button(page, "To the end").boundingBox();
  const bar = await form(page).boundingBox();
  expect(toEnd && bar && toEnd.y + toEnd.height <= bar.y).toBe(true);
});

test("text typed before hydration is kept, with the focus", async ({ page, model }) => {
  onDesktopAlone();
  const path = await inAStory(page, model);
  const hydrate = await holdRequests(page, "**/assets/**.js");
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.locator("[data-placement]")).toHaveCSS("position", "fixed");
  const at = await page.getByRole("button", { name: "What happens next?" }).boundingBox();
  expect(at).not.toBeNull();
  await page.mouse.click((at?.x ?? 0) + 40, (at?.y ?? 0) + 30);
  await page.keyboard.type("I was sooner.");
  await expect(page.getByText("What happens next?")).toBeHidden();
  await expect(page.locator("[data-alive]")).toHaveCount(0);
  hydrate();
  await expect(page.locator("[data-alive]")).toBeAttached();
  await expect(inputBox(page)).toHaveValue("I was sooner.");
  await expect(inputBox(page)).toBeFocused();
  await expect(form(page).getByText("13/500")).toBeVisible();
  await page.keyboard.type(" Really.");
  await expect(inputBox(page)).toHaveValue("I was sooner. Really.");
});

test("unsent text is restored after a reload, and not shown in other tabs", async ({
  page,
  context,
  model,
}) => {
  onDesktopAlone();
  const path = await inAStory(page, model);
  await (await openBox(page)).fill("I was about to");
  await page.reload();
  await expect(pill(page)).toContainText("I was about to");
  await expect(await openBox(page)).toHaveValue("I was about to");
  const second = await context.newPage();
  await second.goto(path);
  await expect(pill(second)).toHaveText("What happens next?");
});

test("the text of a message that could not be sent opens the box again, and the toast leaves Copy free", async ({
  page,
  model,
}) => {
  model.fails(500, "I try the door");
  await inAStory(page, model);
  await write(page, "I try the door.");
  await expect(page.getByText("Failed to send message. Please try again.")).toBeVisible();
  for (const width of [1440, 1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.getByRole("button", { name: "Copy" }).last().click({ trial: true });
  }
  await expect(inputBox(page)).toBeVisible();
  await expect(inputBox(page)).toHaveValue("I try the door.");
  await page.reload();
  await expect(await openBox(page)).toHaveValue("I try the door.");
});

test("on iOS the bar stands on the keyboard, the page grows by it, and a focused field is scrolled into view after 300 ms", async ({
  page,
  model,
}) => {
  const path = await inAStory(page, model);
  await page.addInitScript(() => {
    const viewport = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 });
    Object.defineProperty(window, "visualViewport", { value: viewport });
    Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5)" });
    const scrolled: number[] = [];
    Object.defineProperty(window, "scrolledAfter", { value: scrolled });
    let focusedAt = 0;
    document.addEventListener("focusin", () => {
      focusedAt = performance.now();
    });
    Element.prototype.scrollIntoView = function () {
      if (this instanceof HTMLTextAreaElement) scrolled.push(performance.now() - focusedAt);
    };
  });
  await page.goto(path);
  await openBox(page);
  await expect.poll(() => page.evaluate("scrolledAfter.length")).toBe(1);
  expect(await page.evaluate("scrolledAfter[0]")).toBeGreaterThanOrEqual(295);

  const bottomOf = async () => {
    const bar = await form(page).boundingBox();
    return Math.round((bar?.y ?? 0) + (bar?.height ?? 0));
  };
  const tall = page.viewportSize()?.height ?? 0;
  const pageHeight = () => page.evaluate(() => document.querySelector("main")?.scrollHeight ?? 0);
  const before = await pageHeight();
  await page.evaluate(() => {
    const viewport = window.visualViewport;
    if (viewport) Object.assign(viewport, { height: innerHeight - 300 });
    viewport?.dispatchEvent(new Event("resize"));
  });
  const gap = (page.viewportSize()?.width ?? 0) < 768 ? 10 : 20;
  await expect.poll(bottomOf).toBe(tall - 300 - gap);
  expect(await pageHeight()).toBe(before + 300);
});

test("contained in a parent, the bar is at its bottom and no wider than it", async ({ page, model }) => {
  await inAStory(page, model);
  await openBox(page);
  const parent = await page.locator("[data-placement]").evaluateHandle((place: HTMLElement) => {
    const frame = document.createElement("div");
    frame.style.cssText = "position: absolute; inset: 70px auto auto 10px; width: 320px; height: 300px";
    document.body.append(frame);
    place.dataset["placement"] = "parent";
    frame.append(place);
    return frame;
  });
  const [outer, inner] = await Promise.all([parent.boundingBox(), form(page).boundingBox()]);
  expect(inner && outer && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width).toBe(true);
  expect(inner && outer && inner.y + inner.height <= outer.y + outer.height).toBe(true);
  expect(inner && outer && outer.y + outer.height - (inner.y + inner.height)).toBeLessThanOrEqual(20);
});

test("the bar is accessible in all four themes, at rest, with a hint, in use and near its limit", async ({
  page,
  model,
}) => {
  test.slow(); // sixteen runs of axe
  await inAStory(page, model);
  await page.reload();
  await expect(page.locator("[data-hint]")).toBeVisible();
  await expectAccessible(page);
  const box = await openBox(page);
  await expectAccessible(page);
  await box.fill("x".repeat(470));
  await expectAccessible(page);
  await button(page, "Close").click();
  model.tells(ANSWER, SLOW);
  await button(page, "Continue story").click();
  await expect(storyLog(page)).toContainText("Sentence 1 of");
  await expectAccessible(page, "[data-placement]");
});
