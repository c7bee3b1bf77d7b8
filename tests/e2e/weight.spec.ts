import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { signUp } from "./harness/person.ts";
import { atRest, beginStory, createChat, shareCopy } from "./harness/story.ts";
import { expect, test } from "./harness/test.ts";

/** The maximum of a first visit to a page: its JavaScript, gzipped, in units of 1,000 bytes. React and React Router are 108 of it. */
const LIMITS_KB = { landing: 136.5, library: 161.2, reading: 199.2, characters: 164, chat: 208.7, copy: 4 };

test("no page loads more JavaScript than it may", async ({ page }) => {
  const landing = await weigh(page, "/");
  await signUp(page);
  const chat = await createChat(page);
  const story = await beginStory(page);
  await atRest(page);

  const weights = {
    landing,
    library: await weigh(page, "/stories"),
    reading: await weigh(page, story),
    characters: await weigh(page, "/characters"),
    chat: await weigh(page, chat),
    copy: await weigh(page, await shareCopy(page, story)),
  };
  for (const [name, { kB, files }] of Object.entries(weights)) {
    const description = `${name}: ${kB.toFixed(1)} kB of JavaScript in ${files} files`;
    test.info().annotations.push({ type: "weight", description });
    process.stdout.write(`${description}\n`);
  }
  for (const name of ["landing", "library", "reading", "characters", "chat", "copy"] as const) {
    expect.soft(weights[name].kB, `kB of ${name}`).toBeLessThanOrEqual(LIMITS_KB[name]);
  }
});

/** What a first visit loads. */
async function weigh(page: Page, path: string): Promise<{ kB: number; files: number }> {
  const sizes: Promise<number>[] = [];
  const onResponse = (response: Awaited<ReturnType<Page["waitForResponse"]>>) => {
    if (response.request().resourceType() !== "script") return;
    sizes.push(response.body().then((body) => gzipSync(body).byteLength));
  };
  await page.goto("about:blank"); // what the last page still loads belongs to it, and its body is gone
  // Files in the browser's cache are answered with 304, which has no body to weigh.
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.setCacheDisabled", { cacheDisabled: true });
  page.on("response", onResponse);
  await page.goto(path, { waitUntil: "networkidle" });
  page.off("response", onResponse);
  await browser.detach();
  const all = await Promise.all(sizes);
  return { kB: all.reduce((sum, size) => sum + size, 0) / 1_000, files: all.length };
}
