import { expectAccessible } from "./harness/axe.ts";
import { pressTool } from "./harness/editing.ts";
import { findRest } from "./harness/page.ts";
import { callApi, signUp } from "./harness/person.ts";
import { fakeSpeech, finishSpeaking, isSilent, readSpoken } from "./harness/speech.ts";
import {
  afterLines,
  analysing,
  atRest,
  beginStory,
  inAStory,
  LONG_ANSWER,
  mention,
  named,
  storyLog,
  write,
} from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

test("suggestions can go, and the bar be for the left hand on a phone", async ({ page, model }) => {
  const path = await inAStory(page, model);
  await page.goto("/settings");
  await page.getByRole("checkbox", { name: /Booky’s suggestions/ }).uncheck();
  await page.getByRole("checkbox", { name: /Left-handed bar/ }).check();
  await expectAccessible(page, "main");
  await page.goto(path);
  await expect(page.getByRole("button", { name: "Generate suggestion" })).toHaveCount(0);
  await page.keyboard.press("s");
  for (const [width, isLeft] of [
    [1440, false],
    [390, true],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const pill = await findRest(page.getByRole("button", { name: "What happens next?" }));
    const carryOn = await findRest(page.getByRole("button", { name: "Continue story" }));
    expect(carryOn.x < pill.x, `at ${width} px`).toBe(isLeft);
  }
});

test("Listen reads on from here, marks the sentence, and stops with the text", async ({ page, model }) => {
  await fakeSpeech(page);
  await page.addInitScript(() => {
    const mediaKeys: Record<string, unknown> = {};
    Object.assign(window, { mediaKeys });
    navigator.mediaSession.setActionHandler = (name, press) => Object.assign(mediaKeys, { [name]: press });
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      Object.assign(window, { sound: this });
      return play.call(this);
    };
  });
  model.tells("“Eight,” said Mara Voss. It stopped.", { to: "I count." });
  analysing(model, { characters: [named("Mara Voss")] });
  const path = await afterLines(page, model, ["I count."]);
  await expect(mention(page, "Mara Voss")).toHaveCount(2); // who says it is known by its name
  /** What the browser shows for the media keys. It gives them only to a page that plays a sound, and speech does not count as one. */
  const readMediaKeys = () =>
    page.evaluate(() => ({
      title: navigator.mediaSession.metadata?.title,
      state: navigator.mediaSession.playbackState,
      isQuiet: Reflect.get(window, "sound").paused,
      keys: Object.values(Reflect.get(window, "mediaKeys")).filter((press) => press !== null).length,
    }));
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get("spoken") ?? [])].map((range) => range.toString()).join());
  const said = async () => (await readSpoken(page)).map(({ text }) => text);

  await page.getByRole("button", { name: "Text settings" }).click();
  await page.getByRole("button", { name: "Listen from here" }).click();
  const dock = page.getByRole("region", { name: "Listening" });
  await expect(dock).toContainText("passage 1 of 3");
  await expectAccessible(page);
  await expect(page.getByRole("button", { name: "Pause" })).toBeFocused();
  await expect.poll(said).toEqual(["The radio hissed at nine."]);
  await expect.poll(marked).toBe("The radio hissed at nine.");

  await test.step("Space pauses and begins the sentence again, the arrows go from sentence to sentence", async () => {
    await page.keyboard.press("Space");
    await expect(page.getByRole("button", { name: "Go on" })).toBeVisible();
    await expect.poll(() => isSilent(page)).toBe(true);
    await page.keyboard.press("Space");
    await expect.poll(said).toEqual(["The radio hissed at nine.", "The radio hissed at nine."]);
    await page.keyboard.press("ArrowRight");
    await expect.poll(said).toContain("Mara Voss set down her cup and looked at the dial.");
  });

  await test.step("media keys do the same, also under another title", async () => {
    await callApi(page, "PUT", `/api${path}`, { title: "Eight" });
    await expect.poll(readMediaKeys).toEqual({ title: "Eight", state: "playing", isQuiet: false, keys: 5 });
    const press = (key: string) => page.evaluate((name) => Reflect.get(window, "mediaKeys")[name](), key);
    await press("pause");
    await expect.poll(() => isSilent(page)).toBe(true);
    await press("pause");
    expect(await readMediaKeys()).toMatchObject({ state: "paused", isQuiet: true });
    await press("play");
    await expect.poll(() => isSilent(page)).toBe(false);
    await press("previoustrack");
    await expect.poll(marked).toBe("The radio hissed at nine.");
    await press("nexttrack");
    await expect.poll(marked).toBe("Mara Voss set down her cup and looked at the dial.");
  });

  await test.step("own words, then direct speech in the voice of who says it", async () => {
    await page.getByRole("button", { name: "1.0× speed" }).click();
    await finishSpeaking(page);
    await expect.poll(said).toContain("I count.");
    await expect(dock).toContainText("passage 2 of 3");
    await finishSpeaking(page);
    await expect.poll(marked).toBe("“Eight,” said Mara Voss.");
    const quote = { text: "“Eight,”", rate: 0.9 * 1.2, voice: "Microsoft Zira" };
    await expect.poll(async () => (await readSpoken(page)).at(-1)).toEqual(quote);
    await finishSpeaking(page);
  });

  await test.step("a voice of one's own is kept", async () => {
    await page.getByRole("button", { name: "Voices" }).click();
    const voice = page.getByLabel("Mara Voss");
    await expect(voice.getByRole("option")).toHaveText(["Samantha", "Microsoft Zira"]);
    await voice.selectOption("Samantha");
    await expect.poll(async () => (await readSpoken(page)).at(-1)).toMatchObject({ voice: "Samantha" });
    await expectAccessible(page, "[data-listening]");
  });

  await page.getByRole("button", { name: "Next sentence" }).click();
  await page.getByRole("button", { name: "Next sentence" }).click();
  await expect(dock).toBeHidden();
  await expect(page.getByRole("button", { name: "Text settings" })).toBeFocused();
  await expect.poll(marked).toBe("");
  expect(await readMediaKeys()).toEqual({ state: "none", isQuiet: true, keys: 0 });
  await page.keyboard.press("l");
  await expect(dock).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dock).toBeHidden();
});

test("Listen in a reply that is being written begins with it once it is whole, and Escape does not stop it", async ({
  page,
  model,
}) => {
  await fakeSpeech(page);
  const dock = page.getByRole("region", { name: "Listening" });
  const said = async () => (await readSpoken(page)).map(({ text }) => text);
  const told = (of: string, to: string) => {
    const text = `${of} rang. ${LONG_ANSWER.replaceAll("Sentence", of)} It stopped.`;
    return model.tells(text, { to, holdsAfter: ["It"] });
  };
  const endOpening = told("Bells", "<opening_request/>");
  await signUp(page);
  await beginStory(page);
  await expect(storyLog(page)).toContainText("Bells 59");
  await page.keyboard.press("l");
  await expect(dock).toBeVisible();
  endOpening();
  await expect.poll(said).toEqual(["Bells rang."]);
  await page.keyboard.press("Escape");
  await expect(dock).toBeHidden();

  await atRest(page);
  const endReply = told("Boats", "I go down");
  await write(page, "I go down.");
  const reply = storyLog(page).getByRole("article").last();
  await expect(reply).toContainText("Boats 59");
  await reply.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top));
  const listen = async () => {
    await page.getByRole("button", { name: "Text settings" }).click();
    await page.getByRole("button", { name: "Listen from here" }).click();
    await expect(dock).toBeVisible();
  };
  await listen();
  await page.keyboard.press("Escape");
  await expect(dock).toBeHidden();
  await listen();
  await expect.poll(() => isSilent(page)).toBe(true);
  endReply();
  await expect.poll(said).toEqual(["Bells rang.", "Boats rang."]);
  await expect(storyLog(page)).toContainText("It stopped.");
  await page.keyboard.press("Escape");

  model.tells("Gulls rang.", { to: "I wait." });
  await atRest(page);
  await write(page, "I wait.");
  await expect(storyLog(page)).toContainText("Gulls rang.");
  await atRest(page);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await listen();
  while ((await said()).at(-1) !== "Gulls rang.") await page.keyboard.press("ArrowRight");
  const endVersion = model.tells("Terns rang.", { to: "different_take", holdsAfter: [""] });
  // Not by its key: for a second after a text is sent, letters count as typed into the box.
  await pressTool(page, storyLog(page).getByRole("article").last(), "Regenerate…");
  const wish = page.getByRole("textbox", { name: "How should it be different?" });
  const measureFree = async () => ((await dock.boundingBox())?.y ?? 0) - ((await wish.boundingBox())?.y ?? 0);
  await expect.poll(measureFree, "the dock does not cover the last passage").toBeGreaterThan(44);
  await wish.press("Enter");
  await finishSpeaking(page);
  endVersion();
  await expect.poll(async () => (await said()).at(-1), "another version").toBe("Terns rang.");
});

test("after a day “Previously…” stands above the line that was left", async ({ page, model }) => {
  await page.clock.install(); // before the first page: while it is installed, it is 1970
  const words = Array.from({ length: 1_200 }, (_, index) => `word${index}`);
  const paragraphs = Array.from({ length: 30 }, (_, at) => words.slice(at * 40, at * 40 + 40).join(" "));
  const opening = { to: "<opening_request/>", piecesPerSecond: Number.POSITIVE_INFINITY };
  model.tells(paragraphs.join("\n\n"), opening);
  await signUp(page);
  const path = await beginStory(page);
  await page.reload();
  await expect(storyLog(page)).toContainText("word1199", { timeout: 30_000 });
  await atRest(page);
  const first = storyLog(page).getByRole("article").first();
  const fromId = await first.getAttribute("data-message");
  await page.route("**/memory", async (route) => {
    const lines = ["You woke. It rained.", "Mara lit the lamp.", "A boat came in."].map((text, index) => ({
      lineId: `line${index}`,
      text,
      fromId,
      toId: "first",
      depth: 0,
      isPinned: false,
      isCorrected: false,
      isForgotten: false,
      isStale: false,
    }));
    await route.fulfill({ json: { lines } });
  });
  const paragraph = storyLog(page).getByText("word480");
  /** Scrolls, and waits until the place is kept: when the page has stood still. */
  const scrollAndStay = async (scroll: () => Promise<void>) => {
    const kept = () => page.evaluate(() => localStorage.getItem("talespark:places"));
    const before = await kept();
    await scroll();
    await expect.poll(kept).not.toBe(before);
  };
  await scrollAndStay(() =>
    paragraph.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 80)),
  );

  const panel = page.getByRole("region", { name: "Previously" });
  const comeBack = async (days: number, line = paragraph) => {
    await page.goto("about:blank"); // the clock moves while no page begins to listen
    await page.clock.setSystemTime(Date.now() + days * 24 * 60 * 60 * 1_000);
    // The page is left only when it is connected: one that is left before may report an error.
    const connected = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));
    await page.goto(path);
    await expect(line).toBeInViewport();
    await connected;
  };
  await comeBack(0.5);
  await expect(panel).toHaveCount(0);
  await comeBack(2);
  await expect(panel).toContainText("You woke. Mara lit the lamp. A boat came in.");
  await expect(panel).toContainText("You stopped here on");
  await expectAccessible(page);
  const { height } = await findRest(panel);
  expect(Math.abs((await findRest(paragraph)).y - 84 - height)).toBeLessThan(4);
  await scrollAndStay(() => page.mouse.wheel(0, 40));
  await expect(panel).toBeHidden();

  await comeBack(4);
  await expect(panel).toBeVisible();
  const { y } = await findRest(paragraph);
  await page.getByRole("button", { name: "Hide what happened previously" }).click();
  await expect(panel).toBeHidden();
  expect((await findRest(paragraph)).y).toBeCloseTo(y, 0);

  await comeBack(6);
  await page.getByRole("button", { name: "From the start" }).click();
  await expect(first).toBeFocused();
  await expect(panel, "over the start of the text").toBeHidden();

  await page.goto("/settings");
  await page.getByRole("checkbox", { name: /Previously/ }).uncheck();
  await comeBack(8, first);
  await expect(panel).toHaveCount(0);
});
