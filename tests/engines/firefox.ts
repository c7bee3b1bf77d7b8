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
      defaultViewport: null, // `resize` sets it
    });
    const page = await browser.newPage();
    const errors: string[] = [];
    const note = (error: unknown) => errors.push(`${page.url()}: ${error}`);
    page.on("pageerror", note);
    page.on("console", (line) => line.type() === "error" && note(line.text()));
    return {
      goto: async (url) => {
        await page.goto(url, { waitUntil: "domcontentloaded" });
      },
      // Sent as text: both sides agree that functions and results are JSON.
      run: (script, ...args) => page.evaluate(`(${script})(...${JSON.stringify(args)})`) as never,
      clickAt: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      press: (key) => page.keyboard.press(key),
      resize: async (width, height) => {
        await page.setViewport({ width, height }).catch((error: unknown) => {
          // Older versions can't turn the screen, which Puppeteer asks for as well.
          if (!String(error).includes("unknown command emulation.setScreenOrientationOverride")) throw error;
        });
        await page.waitForFunction(`innerWidth === ${width} && innerHeight === ${height}`);
      },
      picture: async () => Buffer.from(await page.screenshot()),
      listErrors: () => errors,
      close: () => browser.close(),
    };
  },
};
