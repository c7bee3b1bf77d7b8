import type { Page } from "@playwright/test";
import { PUBLIC_PAGES } from "#domain/public-pages.ts";
import { callApi, signUp, somebodyNew } from "./harness/person.ts";
import { atRest, beginStory, shareCopy, storyLog, THE_NINTH_SIGNAL, write } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

/** The narrowest screen that a page must fit. It also equals 1280 px at a zoom of 400 %. */
const NARROW = { width: 320, height: 640 };

/** Those that are not among the screens of the second test. */
const SIGNED_IN_PAGES = [
  "/home",
  "/stories/deleted",
  "/characters/deleted",
  "/help",
  "/upgrade",
  "/upgrade-success",
  "/payment/success",
  "/age-confirmation",
  "/account/delete",
];

test.use({ viewport: NARROW });
test("no page scrolls sideways at 320 px, also for a person with a long name", async ({ page }) => {
  for (const path of [...PUBLIC_PAGES, "/api/docs", "/login", "/account/deleted"])
    await expectToFit(page, path);
  await page.goto("/");
  const isClear = await page
    .getByText("What happens next?", { exact: true })
    .evaluate((text) => [text, text.nextElementSibling].map((part) => part?.getBoundingClientRect()))
    .then(([text, button]) => text && button && text.right <= button.left);
  expect(isClear, "the sample's box has its words beside its button").toBe(true);
  const { email, name } = somebodyNew("Augusta Ada King, Countess of Lovelace, Keeper-of-the-Harbour-Radio");
  await signUp(page, { name, email: email.replace("reader", "somebody-with-a-rather-long-address") });
  for (const path of SIGNED_IN_PAGES) await expectToFit(page, path);
});

/** A word of 200 letters, and scripts without spaces or from right to left. */
const WORD = "Donaudampfschifffahrtsgesellschaft".repeat(6).slice(0, 200);
const ARABIC = "كانت المنارة صامتة منذ ثلاثة أيام حين سمعت الاسم";
const THAI = "ประภาคารเงียบมาสามวันแล้วเมื่อเสียงวิทยุเอ่ยชื่อเรือ";
const CHINESE = "灯塔已经沉默三天了收音机里念出了那艘失踪船的名字";
const STRANGE = `${WORD} ${ARABIC} ${THAI} ${CHINESE}`;

test("a word of 200 letters and other scripts stay inside screens of 320 px", async ({ page, model }) => {
  test.slow(); // a dozen screens
  model.tells(`${STRANGE} “${WORD}”`);
  await signUp(page, somebodyNew(WORD.slice(0, 100)));
  const character = STRANGE.slice(0, 200);
  const path = await beginStory(page, { ...THE_NINTH_SIGNAL, character, description: STRANGE });
  await expect(storyLog(page)).toContainText(CHINESE);
  await atRest(page);
  model.tells(`The lamp went out. ${WORD}`);
  await write(page, STRANGE);
  await expect(storyLog(page)).toContainText("The lamp went out.");
  await atRest(page);
  await callApi(page, "PUT", `/api${path}`, { title: STRANGE.slice(0, 120) });
  const somebody = { name: WORD.slice(0, 50), description: STRANGE, personality: STRANGE, voice: STRANGE };
  const quirks = [WORD.slice(0, 50)];
  const { characterId } = await callApi(page, "POST", "/api/characters", { ...somebody, quirks });
  const chat = { characterId, title: STRANGE.slice(0, 120) };
  const { chatId } = await callApi(page, "POST", "/api/character-chats", chat);
  const chatPath = `/character-chats/${chatId}`;
  await page.goto(chatPath);
  await page.getByRole("textbox", { name: "Message" }).fill(STRANGE);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log")).toContainText(CHINESE);

  /** Each screen, what is opened on it, and what that says once it is loaded. */
  const screens: [path: string, open?: () => Promise<void>, loaded?: string | RegExp][] = [
    [path],
    [path, () => page.getByRole("button", { name: "Story information" }).click()],
    [path, () => openFromMenu(page, "Edit")],
    [path, () => openFromMenu(page, "What the AI sees"), "Rules"],
    [path, () => openFromMenu(page, "Paths"), "One path so far"],
    [path, () => openFromMenu(page, "Story notes"), /About [\d,]+ tokens/],
    [path, () => openFromMenu(page, "Begin a new story")],
    [path, () => openFromMenu(page, "Delete")],
    [chatPath],
    [chatPath, () => openFromMenu(page, "Edit", /^Chat menu/)],
    [chatPath, () => openFromMenu(page, "Chat notes", /^Chat menu/), /About [\d,]+ tokens/],
    ["/home"],
    ["/stories"],
    ["/stories/new"],
    ["/characters"],
    ["/characters", () => page.getByRole("button", { name: "Create New Character" }).click()],
    ["/characters", () => page.getByRole("article").getByRole("heading").getByRole("button").first().click()],
    ["/settings"],
  ];
  const beyond: string[] = [];
  for (const [where, open, loaded = ""] of screens) {
    await page.goto(where);
    await expect(page.locator("main").first()).toBeVisible();
    await open?.();
    if (open) await expect(page.getByRole("dialog").first()).toContainText(loaded);
    for (const found of await findBeyond(page)) beyond.push(`${where} ${open ?? ""}: ${found}`);
  }
  await page.goto(await shareCopy(page, path, { mayFork: true }), { waitUntil: "load" }); // it has no React
  for (const found of await findBeyond(page)) beyond.push(`a reading copy: ${found}`);
  expect(beyond).toEqual([]);
});

async function openFromMenu(page: Page, item: string, menu = /^Story menu/): Promise<void> {
  await page.getByRole("button", { name: menu }).first().click();
  await page.getByRole("menuitem", { name: item }).first().click();
}

/** What is wider than its place: the page, and what scrolls in it, but for rows that are made to scroll sideways. */
async function findBeyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrollers = [...document.querySelectorAll("body *")].filter((element) => {
      const { overflowX, overflowY, scrollSnapType } = getComputedStyle(element);
      const scrolls = /auto|scroll/.test(overflowX) && /auto|scroll/.test(overflowY);
      return scrolls && !scrollSnapType.startsWith("x");
    });
    return [document.documentElement, ...scrollers]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ tagName, className }) => `${tagName} ${className}`);
  });
}

async function expectToFit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("main").first()).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `the width of ${path}`).toBeLessThanOrEqual(NARROW.width);
}
