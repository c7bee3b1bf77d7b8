import { type BrowserContext, expect, type Locator, type Page, type Route } from "@playwright/test";

/** Holds the page's requests to an address until the returned function is called; then `proceed` is called with each. */
export async function holdRequests(
  page: Page,
  address: string | RegExp,
  proceed: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await proceed(route);
  });
  return release;
}

/** Simulates that another tab was in front of this one, or is no longer. */
export async function setVisibility(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}

/** From the next document on, React draws some frames late, as on a slow machine; what a key or a click changes is still drawn at once. */
export async function drawLate(pages: Page | BrowserContext): Promise<void> {
  await pages.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (message: unknown) {
      setTimeout(() => postMessage.call(this, message), 60); // React's scheduler starts its work with such a message
    };
  });
}

/** Where an element stands once it has not moved for ten frames. */
export function findRest(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  return element.evaluate(async (node) => {
    let last = "";
    for (let frames = 0; frames < 10; ) {
      await new Promise(requestAnimationFrame);
      const now = JSON.stringify(node.getBoundingClientRect());
      frames = now === last ? frames + 1 : 0;
      last = now;
    }
    const { x, y, width, height } = node.getBoundingClientRect();
    return { x, y, width, height };
  });
}

/** The name that an icon button shows over itself now; `null`: it shows none. It is drawn by style, so that no locator finds it. */
export function findShownName(button: Locator): Promise<string | null> {
  return button.evaluate((element) =>
    getComputedStyle(element, "::before").display === "none" ? null : element.getAttribute("data-tip"),
  );
}

/** Presses Tab until an element has the focus. */
export async function tabTo(element: Locator): Promise<void> {
  while (!(await element.evaluate((node) => node === document.activeElement))) {
    await element.page().keyboard.press("Tab");
  }
}

/** Opens a menu by its button, and chooses an entry. */
export async function chooseInMenu(page: Page, menu: string | RegExp, entry: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: menu }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

/** Closes all toasts, which lie on the lower part of a phone's page and stay while the pointer is on one of them. */
export async function closeToasts(page: Page): Promise<void> {
  const close = page.getByRole("button", { name: "Close toast" });
  const closeAll = () =>
    close.evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click();
      return buttons.length;
    });
  await expect.poll(closeAll).toBe(0); // one may come meanwhile
}

/** Counts or deletes the stories that the browser keeps. */
export function onKeptStories(page: Page, what: "count" | "clear"): Promise<number> {
  return page.evaluate(async (wanted) => {
    // If the database does not exist, opening it here would create it without the stores that the page needs.
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes("talespark")) return 0;
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open("talespark");
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const db = opening.result;
        const asked = db.transaction("stories", "readwrite").objectStore("stories")[wanted]();
        asked.onsuccess = () => {
          db.close();
          resolve(asked.result ?? 0);
        };
      };
    });
  }, what);
}
