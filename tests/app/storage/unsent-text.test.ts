import { beforeEach, expect, test, vi } from "vitest";
import type { PendingRequest } from "#app/features/conversation/live/conversation-state.ts";
import { keepRequest, keptRequests } from "#app/features/conversation/live/kept-request.ts";
import { keepText, listKept, readKept } from "#app/features/storage/browser-storage.ts";
import type * as Unsent from "#app/features/storage/unsent-text.ts";
import { forgetUnsentCopies, joinTexts } from "#app/features/storage/unsent-text.ts";
import { memoryStorage } from "#tests/app/browser.ts";

/** Locks of one browser, which its tabs share. */
function createLocks() {
  const held = new Set<string>();
  return {
    held,
    async request(name: string, _options: LockOptions, use: (lock: unknown) => Promise<void> | null) {
      if (held.has(name)) return void (await use(null));
      held.add(name);
      await use({});
      held.delete(name);
    },
  };
}

let locks = createLocks();

beforeEach(() => {
  locks = createLocks();
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("sessionStorage", memoryStorage());
  vi.stubGlobal("navigator", { locks });
});

/** Opens a tab, which has its own storage and its own copy of the code. From here on the code runs in it. */
async function openTab(): Promise<typeof Unsent & { show: () => void }> {
  const storage = memoryStorage();
  const show = () => void vi.stubGlobal("sessionStorage", storage);
  show();
  vi.resetModules();
  const code = await import("#app/features/storage/unsent-text.ts");
  return { ...code, show };
}

/** Opens a tab in which Ada has typed a text and not sent it. */
async function openTabWith(text: string): Promise<Awaited<ReturnType<typeof openTab>>> {
  const tab = await openTab();
  tab.keepUnsent("ada", "draft", text);
  await settle();
  return tab;
}

/** Closes all tabs. */
function closeTabs(): void {
  locks.held.clear();
}

/** Waits for the tabs to write their copies. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}

test("what a person typed is there again after the tab was closed, and gone once it is sent", async () => {
  const first = await openTab();
  first.keepUnsent("ada", "draft", "I w");
  first.keepUnsent("ada", "draft", "I wait");
  await settle();
  closeTabs();
  const second = await openTab();
  expect(second.readUnsent("draft")).toBeNull();
  expect(await second.reclaimUnsent("ada", "draft")).toBe("I wait");
  expect(second.readUnsent("draft")).toBe("I wait");
  second.keepUnsent("ada", "draft", null);
  await settle();
  expect(localStorage.length).toBe(0);
});

test("the text of an open tab is not taken over by another one, which keeps its own", async () => {
  const first = await openTabWith("I wait");
  const second = await openTab();
  expect(await second.reclaimUnsent("ada", "draft")).toBeNull();
  second.keepUnsent("ada", "draft", "I knock");
  second.keepUnsent("ada", "draft", null);
  await settle();
  first.show();
  expect(first.readUnsent("draft")).toBe("I wait");
  closeTabs();
  const third = await openTab();
  expect(await third.reclaimUnsent("ada", "draft")).toBe("I wait");
});

test("the texts of two closed tabs are both there again, one in each new tab", async () => {
  await openTabWith("I wait");
  await openTabWith("I knock");
  closeTabs();
  const texts = [];
  for (let tabs = 0; tabs < 3; tabs += 1) texts.push(await (await openTab()).reclaimUnsent("ada", "draft"));
  expect(texts).toEqual(expect.arrayContaining(["I wait", "I knock", null]));
});

test("a tab with a text of its own leaves that of a closed one as it is", async () => {
  await openTabWith("I wait");
  closeTabs();
  const second = await openTabWith("I knock");
  second.keepUnsent("ada", "draft", null);
  await settle();
  expect(await (await openTab()).reclaimUnsent("ada", "draft")).toBe("I wait");
});

test("a tab that is reloaded goes on with its own copy", async () => {
  const tab = await openTabWith("I wait");
  closeTabs();
  const reloaded = await openTab();
  tab.show();
  reloaded.keepUnsent("ada", "draft", "I wait");
  reloaded.keepUnsent("ada", "draft", "I wait here");
  await settle();
  expect(localStorage.length).toBe(1);
  reloaded.keepUnsent("ada", "draft", null);
  await settle();
  expect(localStorage.length).toBe(0);
});

test("a tab that is reloaded keeps its copy, also if the page before still holds its lock for a moment", async () => {
  const tab = await openTabWith("I wait");
  const reloaded = await openTab();
  tab.show();
  reloaded.keepUnsent("ada", "draft", null);
  setTimeout(closeTabs, 100);
  await expect.poll(() => localStorage.length).toBe(0);
});

test("a tab that is reloaded keeps its own copy, although another one is free by now", async () => {
  const first = await openTabWith("I wait");
  const second = await openTabWith("I knock");
  first.show();
  first.keepUnsent("ada", "draft", null);
  await settle();
  closeTabs();
  const reloaded = await openTab();
  second.show();
  reloaded.keepUnsent("ada", "draft", "I knock");
  await settle();
  expect(localStorage.length).toBe(1);
});

test("a duplicated tab has a copy of its own, and a send in it leaves the text of the other one", async () => {
  await openTabWith("I wait");
  const kept = Object.fromEntries(listKept("session").map((key) => [key, readKept("session", key)]));
  const second = await openTab();
  for (const [key, value] of Object.entries(kept)) keepText("session", key, value);
  second.keepUnsent("ada", "draft", "I wait");
  await expect.poll(() => localStorage.length).toBe(2);
  second.keepUnsent("ada", "draft", null);
  await settle();
  expect(localStorage.length).toBe(1);
  closeTabs();
  expect(await (await openTab()).reclaimUnsent("ada", "draft")).toBe("I wait");
});

test("a text that is typed again at the moment of a send has a copy", async () => {
  const tab = await openTab();
  tab.keepUnsent("ada", "draft", "I wait");
  tab.keepUnsent("ada", "draft", null);
  tab.keepUnsent("ada", "draft", "I knock");
  await settle();
  expect(localStorage.length).toBe(1);
  tab.keepUnsent("ada", "draft", null);
  await settle();
  expect(localStorage.length).toBe(0);
});

test("what is typed while the text of a closed tab is looked for stays alone, and so does that text", async () => {
  await openTabWith("I wait");
  const second = await openTab();
  const reclaimed = second.reclaimUnsent("ada", "draft");
  await settle(); // the first try is over: the lock is held
  second.keepUnsent("ada", "draft", "I knock");
  expect(await reclaimed).toBeNull();
  expect(second.readUnsent("draft")).toBe("I knock");
  closeTabs();
  expect(await (await openTab()).reclaimUnsent("ada", "draft")).toBe("I wait");
});

test("what is typed at the moment when the lock is given does not replace the text of a closed tab", async () => {
  await openTabWith("I wait");
  closeTabs();
  const second = await openTab();
  const { request } = locks;
  locks.request = async (...args) => {
    locks.request = request;
    await Promise.resolve();
    second.keepUnsent("ada", "draft", "I knock");
    return request(...args);
  };
  expect(await second.reclaimUnsent("ada", "draft")).toBeNull();
  second.keepUnsent("ada", "draft", "I knock twice");
  await settle();
  closeTabs();
  expect(await (await openTab()).reclaimUnsent("ada", "draft")).toBe("I wait");
  expect(await (await openTab()).reclaimUnsent("ada", "draft")).toBe("I knock twice");
});

test("the lock of a tab that was closed just now is waited for", async () => {
  await openTabWith("I wait");
  setTimeout(closeTabs, 100);
  expect(await (await openTab()).reclaimUnsent("ada", "draft")).toBe("I wait");
});

test("an empty box takes nothing away that a closed tab has left", async () => {
  await openTabWith("I wait");
  closeTabs();
  const second = await openTab();
  const reclaimed = second.reclaimUnsent("ada", "draft");
  second.keepUnsent("ada", "draft", null);
  expect(await reclaimed).toBe("I wait");
});

test("a visitor's text stays in its tab", async () => {
  const first = await openTab();
  first.keepUnsent(null, "draft", "I wait");
  expect(first.readUnsent("draft")).toBe("I wait");
  await settle();
  expect(localStorage.length).toBe(0);
  expect(await (await openTab()).reclaimUnsent(null, "draft")).toBeNull();
});

test("a browser without locks keeps the text in its tab", async () => {
  vi.stubGlobal("navigator", {});
  const tab = await openTabWith("I wait");
  expect(tab.readUnsent("draft")).toBe("I wait");
  expect(localStorage.length).toBe(0);
});

test("nobody takes over the text of somebody else; who signs in removes it, and a logout removes all", async () => {
  const tab = await openTab();
  tab.keepUnsent("ada", "draft", "I wait");
  tab.keepUnsent("ada b", "other", "I knock"); // an id that begins like another one
  localStorage.setItem("talespark:shortcuts", "off");
  await settle();
  closeTabs();
  const other = await openTab();
  expect(await other.reclaimUnsent("grace", "draft")).toBeNull();
  forgetUnsentCopies("ada");
  expect(await other.reclaimUnsent("ada b", "other")).toBeNull();
  expect(await other.reclaimUnsent("ada", "draft")).toBe("I wait");
  forgetUnsentCopies(null);
  expect(localStorage.length).toBe(1);
  expect(localStorage.getItem("talespark:shortcuts")).toBe("off");
});

test("where a setting has turned storage off nothing is kept, and nothing fails", () => {
  for (const name of ["localStorage", "sessionStorage"]) vi.stubGlobal(name, null);
  for (const area of ["local", "session"] as const) {
    keepText(area, "draft", "I wait");
    expect(readKept(area, "draft")).toBeNull();
    expect(listKept(area)).toEqual([]);
  }
});

test("a text that returns goes before a newer one, and the same text is there only once", () => {
  expect(joinTexts("I wait", "", "\n")).toBe("I wait");
  expect(joinTexts("", "I wait", "\n")).toBe("I wait");
  expect(joinTexts("I wait", "I wait", "\n")).toBe("I wait");
  expect(joinTexts("I wait", "and then", "\n")).toBe("I wait\nand then");
  expect(joinTexts("I wait", "I wait\nand then", "\n")).toBe("I wait\nand then");
  expect(joinTexts("I wait", "I waited", "\n")).toBe("I wait\nI waited");
});

const MESSAGE: PendingRequest = { requestId: "r1", kind: "message", content: "I knock.", accepted: false };

test("a request that was not answered outlives a reload, and a message its tab as well", async () => {
  keepRequest("ada", "one", { ...MESSAGE, kind: "continue", content: "" });
  expect(keptRequests.read("one")).toMatchObject({ kind: "continue" });
  await settle();
  expect(localStorage.length).toBe(0);
  keepRequest("ada", "one", MESSAGE);
  await expect.poll(() => localStorage.length).toBe(1);
  keepRequest("ada", "one", null);
  expect(keptRequests.read("one")).toBeNull();
});

test.each(["", "{", '{"requestId":"r1"}'])("a kept request that can't be read (%j) is none", (text) => {
  sessionStorage.setItem("talespark:request:one", text);
  expect(keptRequests.read("one")).toBeNull();
});
