import { launch } from "puppeteer-core";
import type { Engine } from "./driver.ts";

const BINARY = "/usr/bin/firefox-esr";

/** Firefox as Debian has it, driven over WebDriver BiDi. */
export const FIREFOX: Engine = {
  name: "firefox",
  packages: { "firefox-esr": BINARY },
  async open() {
    const browser = await launch({
      browser: "firefox",
      executablePath: BINARY,
      headless: true,
      acceptInsecureCerts: true,
    });
    const page = await browser.newPage();
    return {
      goto: async (url) => {
        await page.goto(url, { waitUntil: "domcontentloaded" });
      },
      // Sent as text: both sides agree that functions and results are JSON.
      run: (script, ...args) => page.evaluate(`(${script})(...${JSON.stringify(args)})`) as never,
      clickAt: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      press: (key) => page.keyboard.press(key),
      resize: (width, height) => page.setViewport({ width, height }),
      picture: async () => Buffer.from(await page.screenshot()),
      close: () => browser.close(),
    };
  },
};
