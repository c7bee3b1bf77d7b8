import type { Locator } from "@playwright/test";
import { THEMES } from "#domain/themes.ts";
import { expectAccessible } from "./harness/axe.ts";
import { findRest, findShownName, holdRequests } from "./harness/page.ts";
import { callApi } from "./harness/person.ts";
import {
  afterLines,
  atRest,
  barForm,
  button,
  inAStory,
  inputBox,
  LONG_ANSWER,
  openAnotherTab,
  openBox,
  pill,
  SUGGESTION,
  storyLog,
  suggesting,
  write,
} from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

/** It is not finished before it is stopped. */
const UNFINISHED = { holdsAfter: ["Sentence 2 of"] };

test("a closed bar is a pill and buttons with names, and opens", async ({ page, model }) => {
  await inAStory(page, model);
  await expect(pill(page)).toHaveText("What happens next?");
  await expect(inputBox(page)).toBeHidden();
  for (const name of ["Generate suggestion", "Write custom response", "Continue story"]) {
    await expect(button(page, name)).toBeVisible();
  }
  await pill(page).focus();
  for (const name of ["Write custom response", "Continue story"]) {
    await page.keyboard.press("Tab");
    await expect(button(page, name)).toBeFocused();
    await expect.poll(() => findShownName(button(page, name))).toBe(name);
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

  await (await openBox(page)).fill("My own words.");
  await button(page, "Close").click();
  suggesting(model);
  await button(page, "Generate suggestion").press("Enter");
  await expect(inputBox(page)).toHaveValue(SUGGESTION);
  await expect(inputBox(page)).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(inputBox(page)).toHaveValue("My own words.");
  await page.keyboard.press("Control+Shift+z");
  await expect(inputBox(page)).toHaveValue(SUGGESTION);
  const russian = { key: "я", code: "KeyZ", ctrlKey: true, bubbles: true, cancelable: true };
  await inputBox(page).evaluate((box, key) => box.dispatchEvent(new KeyboardEvent("keydown", key)), russian);
  await expect(inputBox(page)).toHaveValue("My own words.");
});

test("Enter sends, but neither blank text nor what a composition ends with", async ({ page, model }) => {
  model.tells("The tower answered.", { to: "東京" });
  await inAStory(page, model);
  const box = await openBox(page);
  await box.fill("   ");
  await box.press("Enter");
  await expect(button(page, "Send")).toBeDisabled();
  await expect(box).toHaveValue("   ");
  await box.fill("");
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
  await box.press("Shift+Enter");
  await expect(box).toHaveValue("東京\n");
  await box.press("Enter");
  await expect(inputBox(page)).toBeHidden();
  await expect(storyLog(page)).toContainText("The tower answered.");
  await atRest(page);

  // The limit waits for the end of a composition.
  await (await openBox(page)).fill("x".repeat(499));
  await browser.send("Input.imeSetComposition", { text: "とうきょう", selectionStart: 5, selectionEnd: 5 });
  await expect(box).toHaveValue(`${"x".repeat(499)}とうきょう`);
  await browser.send("Input.insertText", { text: "東京" });
  await expect(box).toHaveValue(`${"x".repeat(499)}東`);

  // Of what is dropped in the middle of a text only what fits is taken, and nothing of the text.
  await box.fill(`Left.${"x".repeat(490)}`);
  await box.evaluate((area: HTMLTextAreaElement) => {
    area.setRangeText("A dropped passage. ", 5, 5, "select");
    area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromDrop" }));
  });
  await expect(box).toHaveValue(`Left.A dro${"x".repeat(490)}`);
});

test("while a reply streams nothing moves: a closed bar stays closed, an open box open", async ({
  page,
  model,
}) => {
  await inAStory(page, model);
  model.tells(LONG_ANSWER, UNFINISHED);
  const calm = await findRest(button(page, "Continue story"));
  await button(page, "Continue story").dblclick();
  await expect(storyLog(page)).toContainText("Sentence 2 of");
  await expect(button(page, "Write custom response")).toBeDisabled();
  await expect(button(page, "Generate suggestion")).toBeDisabled();
  await expect(pill(page)).toBeDisabled();
  await pill(page).click({ force: true });
  await expect(inputBox(page)).toBeHidden();
  expect(await findRest(button(page, "Stop"))).toEqual(calm);

  await button(page, "Stop").click();
  await atRest(page);
  await expect(storyLog(page)).not.toContainText("Sentence 59 of");
  await expect(button(page, "Continue story")).toBeFocused();

  const box = await openBox(page);
  const before = await findRest(barForm(page));
  const second = await openAnotherTab(page);
  await button(second, "Continue story").click();
  await expect(box).toHaveAttribute("placeholder", "AI is responding...");
  await expect(box).toBeDisabled();
  await expect(box).toBeFocused(); // else what is typed on would be shortcuts
  await expect(button(page, "Stop")).toBeVisible();
  expect(await findRest(barForm(page))).toEqual(before);
  await button(page, "Stop").click();
  await expect(box).toBeEnabled();
  expect(await findRest(barForm(page))).toEqual(before);
});

test("a line that is sent later is not put under what another device has written meanwhile", async ({
  page,
  context,
  model,
  expectedErrors,
}) => {
  expectedErrors.push("Failed to load resource");
  const story = await inAStory(page, model);
  const id = await storyLog(page).getByRole("article").first().getAttribute("data-message");
  await openBox(page);
  await context.setOffline(true);
  await write(page, "I answer.");
  await expect(page.getByText("What you wrote is kept and will be sent.")).toBeVisible();
  const version = { content: "Nobody asked her.", newMessageId: crypto.randomUUID() };
  await callApi(page, "POST", `/api${story}/messages/${id}/versions`, version);
  await context.setOffline(false);
  await expect(page.getByText("This has gone on somewhere else meanwhile.")).toBeVisible();
  await expect(storyLog(page)).toContainText("Nobody asked her.");
  await expect(inputBox(page)).toHaveValue("I answer.");
  expect(model.prompts("I answer.")).toHaveLength(0);
  await inputBox(page).press("Enter");
  await expect.poll(() => model.prompts("I answer.")).toHaveLength(1);
});

test("text typed before hydration is kept, with the focus", async ({ page, model }) => {
  const path = await inAStory(page, model);
  const hydrate = await holdRequests(page, "**/assets/**.js");
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.locator("[data-placement]")).toHaveCSS("position", "fixed");
  const at = await page.getByRole("button", { name: "What happens next?" }).boundingBox();
  await page.mouse.click((at?.x ?? 0) + 40, (at?.y ?? 0) + 30);
  await page.keyboard.type("I was sooner.");
  await expect(page.getByText("What happens next?")).toBeHidden();
  await expect(page.locator("[data-alive]")).toHaveCount(0);
  hydrate();
  await expect(page.locator("[data-alive]")).toBeAttached();
  await expect(inputBox(page)).toHaveValue("I was sooner.");
  await expect(inputBox(page)).toBeFocused();
  await expect(barForm(page).getByText("13/500")).toBeVisible();
  await page.keyboard.type(" Really.");
  await expect(inputBox(page)).toHaveValue("I was sooner. Really.");
});

test("an unsent text opens the box again, and its toast leaves Copy free", async ({ page, model }) => {
  model.fails(500, "I try the door");
  await inAStory(page, model);
  await write(page, "I try the door.");
  await expect(page.getByText("Failed to send message. Please try again.")).toBeVisible();
  for (const width of [1440, 1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page
      .getByRole("button", { name: /^(Copy|Change…)$/ })
      .last()
      .click({ trial: true });
  }
  await expect(inputBox(page)).toHaveValue("I try the door.");
  await expect(storyLog(page)).not.toContainText("I try the door.");
});

test("the bar is accessible at rest in all themes, in use and near its limit", async ({ page, model }) => {
  await inAStory(page, model);
  await page.reload();
  await expect(page.locator("[data-hint]")).toBeVisible();
  await expectAccessible(page, "html", THEMES);
  await page.emulateMedia({ forcedColors: "active" });
  const place = page.locator("[data-bar-place]");
  await expect(place, "no text shows between its buttons").toHaveCSS("background-color", /^rgb\(/);
  await page.emulateMedia({ forcedColors: null });
  const box = await openBox(page);
  await expectAccessible(page);
  await box.fill("x".repeat(470));
  await expectAccessible(page);
  await button(page, "Close").click();
  model.tells(LONG_ANSWER, UNFINISHED);
  await button(page, "Continue story").click();
  await expect(storyLog(page)).toContainText("Sentence 1 of");
  await expectAccessible(page, "[data-placement]");
});

async function heightOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.height ?? 0;
}

/** Fails if a text of the bar lies over one of its buttons. */
async function expectBesideButtons(text: Locator): Promise<void> {
  const touched = await text.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return Array.from(element.closest("form")?.querySelectorAll("button") ?? [])
      .filter((button) => {
        const box = button.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      })
      .map((button) => button.textContent);
  });
  expect(touched, "buttons under the text").toEqual([]);
}

test("the box grows as specified, and covers neither the story's end nor the way there", async ({
  page,
  model,
}) => {
  model.tells(LONG_ANSWER, { to: "I go on" });
  await afterLines(page, model, ["I go on."]);
  const box = await openBox(page);
  const sizes = [
    [1536, 650, 140],
    [1535, 600, 140],
    [1279, 550, 140],
    [1023, 500, 140],
    [768, 500, 140],
    [767, 450, 120],
    [639, 400, 100],
    [479, 479 - 24, 100],
    [360, 360 - 24, 100],
  ] as const;
  for (const [page_, width, tallest] of sizes) {
    await page.setViewportSize({ width: page_, height: 844 });
    await box.fill("");
    await expect
      .poll(async () => [page_, (await barForm(page).boundingBox())?.width])
      .toEqual([page_, width]);
    await expect.poll(async () => [page_, await heightOf(box)]).toEqual([page_, 40]);
    await box.fill("line\n".repeat(12));
    await expect.poll(async () => [page_, await heightOf(box)]).toEqual([page_, tallest]);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  for (const length of [450, 500]) {
    await box.fill("x".repeat(length));
    await expectBesideButtons(barForm(page).getByText(`${length}/500`));
  }

  await box.fill("line\n".repeat(12));
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 420 });
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        const [story, bar] = await Promise.all([storyLog(page).boundingBox(), barForm(page).boundingBox()]);
        return story && bar ? bar.y - (story.y + story.height) : Number.NaN;
      })
      .toBeGreaterThan(0);
    // Above the bar, and beside the text or on the ground of the bar.
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, 0));
        const places = [
          button(page, "To the end"),
          barForm(page),
          page.locator("[data-bar-place]"),
          storyLog(page),
        ];
        const [toEnd, bar, ground, text] = await Promise.all(places.map((place) => place.boundingBox()));
        if (!toEnd || !bar || !ground || !text) return null;
        const isBesideWords = toEnd.x >= text.x + text.width || toEnd.y >= ground.y;
        return { isAboveTheBar: toEnd.y + toEnd.height <= bar.y, isBesideWords };
      })
      .toEqual({ isAboveTheBar: true, isBesideWords: true });
  }
});

test("on Android Enter sends also the word that is composed, on iOS the bar stands on the keyboard @phone", async ({
  page,
  model,
}) => {
  model.tells("The bell answered.", { to: "I ring the bell" });
  const path = await inAStory(page, model);
  suggesting(model);
  await button(page, "Generate suggestion").press("Enter");
  await expect(inputBox(page)).toHaveValue(SUGGESTION);
  await expect(barForm(page), "the box would open the keyboard").toBeFocused();

  const box = await openBox(page);
  await box.fill("I ring the ");
  const browser = await page.context().newCDPSession(page);
  await browser.send("Input.imeSetComposition", { text: "bell", selectionStart: 4, selectionEnd: 4 });
  await expect(box).toHaveValue("I ring the bell");
  const enter = { type: "rawKeyDown", key: "Enter", code: "Enter" } as const;
  await browser.send("Input.dispatchKeyEvent", { ...enter, windowsVirtualKeyCode: 229 });
  await expect(box, "a choice of the keyboard is not sent").toHaveValue("I ring the bell");
  await browser.send("Input.dispatchKeyEvent", { ...enter, windowsVirtualKeyCode: 13 });
  await expect(storyLog(page)).toContainText("The bell answered.");
  await expect(storyLog(page)).toContainText("I ring the bell");
  await atRest(page);
  await expect(await openBox(page)).toHaveValue("");

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
    const bar = await barForm(page).boundingBox();
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
  await expect.poll(bottomOf).toBe(tall - 300 - 10);
  await expect.poll(pageHeight).toBe(before + 300);
});

/** Hints would change twice in this time on the page's clock. */
const TWO_TURNS_MS = 6_000;

test("three hints come one by one, stop at a touch, and come back twice", async ({ page, model }) => {
  await page.clock.install(); // it goes on as usual, and can be moved on
  suggesting(model);
  await inAStory(page, model);
  const bubble = page.locator("[data-hint]");
  await page.addInitScript(() => {
    /** Each hint, and the buttons over which it was in the last frame in which it was shown. */
    const hints: Record<string, (string | null)[]> = {};
    Object.assign(window, { hints });
    const look = () => {
      const hint = document.querySelector("[data-hint]");
      if (hint) {
        const { left, right, bottom } = hint.getBoundingClientRect();
        const under = [...document.querySelectorAll("[data-alive] button")].filter((button) => {
          const { x, y } = button.getBoundingClientRect();
          return bottom <= y && left <= x + 26 && right >= x + 26;
        });
        const isWhole = left >= 0 && right <= window.innerWidth;
        hints[hint.textContent] = isWhole ? under.map((button) => button.getAttribute("aria-label")) : [];
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, "hints")))
    .toEqual({
      "Get AI suggestion": expect.arrayContaining(["Generate suggestion"]),
      "Write what happens next": expect.arrayContaining(["Write custom response"]),
      "Auto continue story": expect.arrayContaining(["Continue story"]),
    });
  await page.clock.runFor(TWO_TURNS_MS);
  await expect(bubble).toHaveCount(0);

  await page.reload();
  await expect(bubble).toHaveAttribute("aria-hidden", "true");
  await bubble.click();
  await expect(bubble).toHaveCount(0);
  await page.clock.runFor(TWO_TURNS_MS);
  await expect(bubble).toHaveCount(0);
  await expect(inputBox(page)).toBeHidden();

  // That was the third time: the first one was when the story was begun.
  await page.reload();
  await expect(pill(page)).toBeVisible();
  await page.clock.runFor(TWO_TURNS_MS);
  await expect(bubble).toHaveCount(0);
});

test("a slow suggestion shows a waiting state, and typing cancels it", async ({ page, model }) => {
  await inAStory(page, model);
  const answer = await holdRequests(
    page,
    "**/suggestion*",
    (route) => route.fulfill({ json: { suggestion: SUGGESTION } }).catch(() => undefined), // nothing may wait any longer
  );
  await button(page, "Generate suggestion").click();
  await expect(button(page, "Generate suggestion")).toHaveAttribute("aria-busy", "true");
  await expect(page.getByText("Booky is thinking…")).toBeVisible();
  const box = await openBox(page);
  await box.pressSequentially("I");
  await expect(page.getByText("Booky is thinking…")).toBeHidden();
  answer();
  await expect(button(page, "Regenerate suggestion")).toHaveAttribute("aria-busy", "false");
  await expect(box).toHaveValue("I");

  // A suggestion that is not prepared streams into the box, and what the person types into it stays.
  await page.unroute("**/suggestion*");
  model.tells(SUGGESTION.repeat(4), { to: "<suggestion_request/>", piecesPerSecond: 4 });
  await button(page, "Regenerate suggestion").click();
  await expect(box).toHaveValue(/^.{12,}$/);
  // Until it is whole nothing is sent, and one's own words come back by one press.
  await box.press("Enter");
  await expect(button(page, "Send")).toBeDisabled();
  await button(page, "Keep mine").click();
  await expect(box).toHaveValue("I");
  await button(page, "Regenerate suggestion").click();
  await expect(box).toHaveValue(/^.{12,}$/);
  await box.press("Control+End");
  await box.press("!");
  const typed = await box.inputValue();
  expect(typed).toMatch(/!$/);
  await expect(button(page, "Regenerate suggestion")).toHaveAttribute("aria-busy", "false");
  await expect(box).toHaveValue(typed);
  await button(page, "Undo suggestion").click();
  await expect(box).toHaveValue("I");
  await button(page, "Redo suggestion").click();
  await expect(box).toHaveValue(typed);
  await expect(button(page, "Redo suggestion")).toBeFocused();
  await expect(button(page, "Redo suggestion")).toBeDisabled();
});
