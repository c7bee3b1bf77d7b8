import { expect, type Page } from "@playwright/test";

/**
 * Runs `open`, checks that it opens one tab with this address, and closes the tab. The browser itself is asked for its
 * tabs, because Playwright sometimes loses the event of a new page on a busy machine (microsoft/playwright#42142).
 */
export async function expectNewTab(page: Page, open: () => Promise<void>, url: RegExp): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("The page's browser was not launched by the test.");
  const session = await browser.newBrowserCDPSession();
  const listTabs = async () => {
    const { targetInfos } = await session.send("Target.getTargets");
    return targetInfos.filter(({ type }) => type === "page");
  };
  const before = new Set((await listTabs()).map(({ targetId }) => targetId));
  const listNew = async () => (await listTabs()).filter(({ targetId }) => !before.has(targetId));

  await open();

  const addresses = async () => (await listNew()).map((tab) => tab.url);
  await expect.poll(addresses, "the addresses of new tabs").toEqual([expect.stringMatching(url)]);
  for (const { targetId } of await listNew()) await session.send("Target.closeTarget", { targetId });
  await expect.poll(addresses, "the new tab is closed").toEqual([]);
  await session.detach();
}
