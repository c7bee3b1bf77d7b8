import type { Page } from "@playwright/test";
import { edit, editorField, goOnButton, messageAt, openEditor } from "./harness/editing.ts";
import { signUp } from "./harness/person.ts";
import { openSheet } from "./harness/sheets.ts";
import { atRest, beginStory, inAStory, regenerate, shareCopy, storyLog, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

type Heard = { text: string; isReply: boolean };

/** Records what a screen reader is told from now on: what is added to a live region, once for each element. */
async function record(page: Page): Promise<(ofReply?: boolean) => Promise<string>> {
  const recorder = await page.evaluateHandle(() => {
    const heard: Heard[] = [];
    const regions = '[aria-live], [role="status"], [role="alert"], [role="log"]';
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        const place = target instanceof Element ? target : target.parentElement;
        const region = place?.closest(regions);
        if (!region || region.getAttribute("aria-live") === "off" || region.closest("[inert]")) continue;
        const added = type === "childList" ? [...addedNodes] : [target];
        const text = added
          .map((node) => node.textContent)
          .join(" ")
          .trim();
        if (text !== "") heard.push({ text, isReply: region.hasAttribute("data-spoken") });
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    return heard;
  });
  return async (ofReply = true) => {
    const heard = await recorder.jsonValue();
    for (const { text, isReply } of heard) {
      if (!isReply) expect(text, "no other region says the text").not.toMatch(/Sentence number/);
    }
    return heard
      .filter(({ isReply }) => isReply === ofReply)
      .map(({ text }) => text)
      .join(" ");
  };
}

function tellSentences(mark: string): string[] {
  return Array.from({ length: 24 }, (_, at) => `Sentence number ${at} ${mark}, and the rain went on.`);
}

test("a screen reader hears each sentence once, who speaks, and the end", async ({ page, model }) => {
  test.slow();
  await inAStory(page, model);
  await expect(page.locator("[data-spoken]"), "what is told of the opening").toContainText("complete");
  const COMPLETE = "The reply is complete.";

  for (const [pace, piecesPerSecond] of [
    ["fast", 4_000],
    ["slow", 60],
  ] as const) {
    await test.step(pace, async () => {
      const sentences = tellSentences(pace);
      model.tells(sentences.join(" "), { piecesPerSecond, to: `I go ${pace}.` });
      const heard = await record(page);
      await write(page, `I go ${pace}.`);
      await expect(storyLog(page)).toContainText(sentences.at(-1) ?? "", { timeout: 30_000 });
      await atRest(page);
      await expect.poll(heard).toBe([`You: I go ${pace}.`, "Story:", ...sentences, COMPLETE].join(" "));
    });
  }

  await test.step("cut", async () => {
    const sentences = tellSentences("cut");
    model.tells(sentences.join(" "), { to: "I am cut.", holdsAfter: ["number 2 cut, and"] });
    const heard = await record(page);
    await write(page, "I am cut.");
    await expect(storyLog(page)).toContainText("Sentence number 2 cut, and");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await atRest(page);
    await expect.poll(heard).toMatch(/ The reply was cut short\.$/);
    const text = await messageAt(page, 6).locator("p[data-start]").allTextContents();
    expect(await heard()).toBe(
      `You: I am cut. Story: ${text.join(" ").trim().replace(/\w$/, "$&.")} The reply was cut short.`,
    );
  });

  await test.step("regenerated", async () => {
    const sentences = tellSentences("anew");
    model.tells(sentences.join(" "), { piecesPerSecond: 400, to: "Darker" });
    const heard = await record(page);
    await regenerate(page, "Darker");
    await expect(storyLog(page)).toContainText(sentences.at(-1) ?? "", { timeout: 30_000 });
    await atRest(page);
    await expect
      .poll(heard)
      .toBe(["Story, another version:", ...sentences, `${COMPLETE} Version 2 of 2.`].join(" "));
  });

  await test.step("edited, and gone on from there", async () => {
    const sentences = tellSentences("edited");
    model.tells(sentences.join(" "), { piecesPerSecond: 400, to: "I edit this." });
    const heard = await record(page);
    await openEditor(page, messageAt(page, 5));
    await editorField(page).fill("I edit this.");
    await goOnButton(page).click();
    await expect(storyLog(page)).toContainText(sentences.at(-1) ?? "", { timeout: 30_000 });
    await atRest(page);
    await expect.poll(heard).toBe(["You: I edit this.", "Story:", ...sentences, COMPLETE].join(" "));
  });

  await test.step("edited, and saved as a new version", async () => {
    const heard = await record(page);
    await edit(page, messageAt(page, 6), "It is another text.");
    await expect.poll(() => heard(false)).toBe("Saved as version 2.");
    expect(await heard()).toBe("");
  });

  await test.step("the tree has a heading of each author, and the name of a version", async () => {
    await expect(storyLog(page).getByRole("heading", { name: "You:" })).toHaveCount(3);
    await expect(storyLog(page).getByRole("heading", { name: "Story:" })).toHaveCount(4);
    await expect(messageAt(page, 5).getByRole("status", { name: /^Version 2 of 2/ })).toHaveCount(1);
  });

  await test.step("a path that gets a name, and a version that is chosen", async () => {
    const heardOfName = await record(page);
    const sheet = await openSheet(page, "Paths");
    await sheet.getByRole("button", { name: "Name this path" }).click();
    const dialog = page.getByRole("dialog", { name: "Name this path" });
    await dialog.getByLabel("Name").fill("The reef");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await page.keyboard.press("Escape");
    const name = "Version 2 of 2, edited, path The reef";
    await expect(messageAt(page, 6).getByRole("status", { name })).toBeVisible();
    expect(await heardOfName(false)).not.toContain("The reef");

    const heard = await record(page);
    await messageAt(page, 6).getByRole("button", { name: "Previous version" }).click();
    await expect.poll(() => heard(false)).toContain("Version 1 of 2, path The reef");
  });
});

test("a screen reader is told replies whole, or not at all, where wanted", async ({ page, model }) => {
  const path = await inAStory(page, model);
  const sentences = tellSentences("whole");
  for (const [choice, expected] of [
    ["The whole reply", ["You: I wait.", "Story:", ...sentences, "The reply is complete."].join(" ")],
    ["Nothing", ""],
  ] as const) {
    await page.goto("/settings");
    await page.getByRole("radio", { name: choice }).check();
    await page.goto(path);
    await atRest(page);
    const heard = await record(page);
    const finish = model.tells(sentences.join(" "), { to: "I wait.", holdsAfter: ["number 3"] });
    await write(page, "I wait.");
    await expect(storyLog(page).getByRole("article").last()).toContainText("Sentence number 2 whole");
    expect(await heard()).not.toContain("Sentence");
    finish();
    await atRest(page);
    await expect.poll(heard).toBe(expected);
  }
});

test("a screen reader knows in which language a story is", async ({ page, model }) => {
  const opening = "Les bateaux sont dans une brume des îles.";
  model.tells(opening, { to: "<opening_request/>" });
  await signUp(page);
  const path = await beginStory(page);
  await expect(storyLog(page)).toContainText(opening);
  const french = page.locator("article [lang=fr]", { hasText: opening });
  await expect(french).toBeVisible();
  await expect(page.locator("[data-spoken][lang=fr]")).toBeAttached();
  await page.reload();
  await expect(french).toBeVisible();
  await page.goto(await shareCopy(page, path), { waitUntil: "load" }); // it has no React
  await expect(french).toBeVisible();
});
