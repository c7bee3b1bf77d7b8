import { randomUUID } from "node:crypto";
import type { Page } from "./page.ts";

const MARAS_MENU = /^Character menu: Mara Voss/;
const PREMISE = "A voice on the harbour radio reads out the name of a boat that was lost years ago.";

/** What a person does with Talespark, from the first visit to the payment. Every step throws if it does not come to its end. */
export async function makeJourney(page: Page, { isNarrow }: { isNarrow: boolean }): Promise<void> {
  await page.goto("/");
  await page.press("button", "Accept All");
  await makeDemo(page);
  await signIn(page);
  await meetFullShelf(page); // the demo's story is theirs now, and the free plan has room for one
  await upgrade(page);
  await readStory(page);
  await changeLibrary(page, isNarrow);
  await talk(page);
  await changeSettings(page);
}

async function makeDemo(page: Page): Promise<void> {
  await page.driver.run(() => {
    const select = document.querySelector("select");
    if (select === null) throw new Error("There is no genre to choose.");
    select.value = "Mystery";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await page.fill("Your character", "A night porter");
  await page.fill("What happens in it", PREMISE);
  await page.press("button", "Give me an idea");
  await page.opens("dialog", "Ask Booky for an idea");
  await page.until("the ideas have no room", () => {
    const dialog = document.querySelector("[role=dialog]");
    return dialog !== null && dialog.clientWidth > Math.min(600, innerWidth - 40);
  });
  await page.driver.press("Escape");
  await page.hides("dialog", "Ask Booky for an idea");
  await page.press("button", "Start the story");
  await page.until(
    "the demo does not begin",
    () => (document.querySelector("[role=log]")?.textContent ?? "").length > 40,
  );
  await page.goto("/features"); // in the middle of a reply, which goes on
  await page.goto("/");
  await storyAtRest(page, 300);
  await page.takePicture("demo");
}

async function signIn(page: Page): Promise<void> {
  await page.goto("/login");
  await page.press("button", "Sign In");
  await page.fill("Name", "Ada Lovelace");
  await page.fill("E-mail", `reader-${randomUUID()}@example.com`);
  await page.press("button", "Continue");
  await page.opens("dialog", "Before the first page");
  await page.press("field", /^I /);
  await page.press("button", "Continue");
  await page.hides("dialog", "Before the first page");
}

async function meetFullShelf(page: Page): Promise<void> {
  await page.goto("/stories");
  await page.press("link", "Begin New Story");
  await page.opensAndCloses("dialog", "Begin Your Story");
  await beginStory(page);
  await page.opens("dialog", /^Your free shelf/);
  await page.press("button", "Not now");
}

async function beginStory(page: Page): Promise<void> {
  await page.goto("/stories/new");
  // What loads late may move the choices away from under the pointer.
  do await page.press("field", "Mystery");
  while (!(await page.driver.run(() => document.querySelector("[name=genre]:checked") !== null)));
  await page.fill("Your character", "A relief operator on a lighthouse");
  await page.fill("What it is about", PREMISE);
  await page.press("button", "Begin the story");
}

async function readStory(page: Page): Promise<void> {
  await page.goto("/stories/new"); // with what was filled in when there was no room for it
  await page.press("button", "Begin the story");
  await page.until("no story was begun", () => /^\/stories\/[0-9a-f-]{36}$/u.test(location.pathname));
  await storyAtRest(page, 300);

  await page.press("button", "Write custom response");
  await page.until("the box has no focus", () => document.activeElement?.matches("textarea"));
  await page.driver.type("I climb the stairs to the lamp room.");
  await page.driver.press("Enter");
  await page.until(
    "no reply began",
    () => document.querySelector("[role=log]")?.getAttribute("aria-busy") === "true",
  );
  await storyAtRest(page, 600);
  await page.until("the page stays short of the end of the reply", () => {
    const { scrollHeight } = document.documentElement;
    return scrollHeight - scrollY - innerHeight < 200;
  });
  await page.until("names have no line under them", () => {
    const name = document.querySelector("[role=log] [aria-haspopup=dialog]");
    return name !== null && getComputedStyle(name).textDecorationLine === "underline";
  });
  await page.takePicture("turn");

  // Without a pointer that hovers, and in a narrow window, the tools are behind one word. Headless Firefox has no such pointer.
  if (await page.driver.run(() => matchMedia("(hover: none), (max-width: 767px)").matches)) {
    await page.press("button", "Change…");
  }
  await page.press("button", "Regenerate…");
  await page.press("button", "Regenerate");
  await page.shows("text", /2\s*\/\s*2/);
  await storyAtRest(page, 600);
  await page.press("button", "Previous version");
  await page.shows("text", /1\s*\/\s*2/);

  for (const place of [0, 0.5]) {
    await page.driver.run((part) => window.scrollTo(0, part * document.documentElement.scrollHeight), place);
    await page.press("button", "Text settings");
    await page.opens("dialog", "Text settings");
    await page.press("button", "Text settings");
    await page.hides("dialog", "Text settings");
    await page.press("button", /^Story menu/);
    await page.opensAndCloses("menu", "Story menu");
    await page.until("the focus is not back on the menu's button", () =>
      document.activeElement?.getAttribute("aria-label")?.startsWith("Story menu"),
    );
  }
  await page.press("button", "Text settings");
  await page.press("field", "Large");
  await page.driver.press("Escape");
  await openFromMenu(page, /^Story menu/, "Keyboard shortcuts", /^Keyboard shortcuts/);
  await openFromMenu(page, /^Story menu/, "What the AI sees", /^What the AI sees/);
  await page.press("button", "Story information");
  await page.opens("dialog", /^Story Information/);
  await page.press("castmember", /./);
  await page.hides("dialog", /^Story Information/);
  await page.opensAndCloses("dialog", /./);
}

async function changeLibrary(page: Page, isNarrow: boolean): Promise<void> {
  await page.goto("/stories");
  await openFromMenu(page, /^Story menu/, "Edit", "Edit Story");
  await openFromMenu(page, /^Story menu/, "Delete", "Delete Story");
  const account = isNarrow ? "Menu" : "Your account";
  await page.press("button", account);
  await page.opensAndCloses("dialog", account);
}

async function talk(page: Page): Promise<void> {
  const path = await page.driver.run(async () => {
    const post = async (address: string, body: object): Promise<Record<string, string>> => {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
      return answer.json();
    };
    const character = { name: "Mara Voss", description: "Keeper of Harrow Light; says little." };
    const { characterId = "" } = await post("/api/characters", character);
    const { chatId } = await post("/api/character-chats", { characterId });
    return `/character-chats/${chatId}`;
  });
  await page.goto("/characters");
  await openFromMenu(page, MARAS_MENU, "Edit", /Edit Character$/);
  await openFromMenu(page, MARAS_MENU, "Choose an emblem", /Appearance$/);
  await openFromMenu(page, MARAS_MENU, "Delete", "Delete Character");
  await page.press("button", "Mara Voss");
  await page.opensAndCloses("dialog", /Mara Voss$/);
  await page.press("button", "Create New Character");
  await page.opens("dialog", /Create New Character$/);
  await page.driver.press("Escape");
  await page.goto(path);
  await page.fill("Message", "Good evening.");
  await page.driver.press("Enter");
  await page.shows("button", "Listen to message");
  await openFromMenu(page, /^Chat menu/, "Edit", "Edit Chat");
  await openFromMenu(page, /^Chat menu/, "What the AI sees", /^What the AI sees/);
  await openFromMenu(page, /^Chat menu/, "Delete", "Delete Chat");
}

async function changeSettings(page: Page): Promise<void> {
  await page.goto("/settings");
  await page.press("button", "Edit profile");
  await page.opens("dialog", "Edit profile");
  await page.fill("Name", " Byron");
  await page.driver.press("Escape");
  await page.opens("dialog", "Discard your changes?");
  await page.press("button", "Discard");
  await page.hides("dialog", "Edit profile");
  await page.press("field", /^Adult content/);
  await page.opensAndCloses("dialog", "Confirm Your Age");
  await page.press("button", "Delete my account");
  await page.opensAndCloses("dialog", "Delete your account?");
  await page.press("field", /Dark$/);
  await page.until(
    "theme and scroll bars are not dark",
    () =>
      document.documentElement.dataset["theme"] === "dark" &&
      getComputedStyle(document.documentElement).colorScheme === "dark",
  );
  await page.takePicture("dark");
}

async function upgrade(page: Page): Promise<void> {
  await page.goto("/upgrade");
  await page.press("button", "Go Premium");
  await page.press("button", /^Pay /);
  await page.opens("heading", /^Premium is yours/);
}

/** Opens a dialog from a menu, and closes it again with Escape: the focus is then back on the menu's button. */
async function openFromMenu(page: Page, menu: RegExp, entry: string, dialog: string | RegExp): Promise<void> {
  await page.press("button", menu);
  await page.opens("menu", /./);
  await page.press("menuitem", entry);
  if (entry === "What the AI sees") await page.shows("text", /^Rules/);
  await page.opensAndCloses("dialog", dialog);
  await page.until("the focus is not back on the menu's button", () =>
    document.activeElement?.hasAttribute("aria-haspopup"),
  );
}

/** Waits until no reply is being written, and the story has this many characters. */
async function storyAtRest(page: Page, characters: number): Promise<void> {
  await page.until(
    "the story did not come to rest",
    (least) => {
      const log = document.querySelector("[role=log]");
      return log?.getAttribute("aria-busy") === "false" && (log.textContent ?? "").length > least;
    },
    characters,
  );
}
