import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { launch } from "puppeteer-core";
import * as v from "valibot";
import { anyFreePort } from "#tools/ports.ts";

const XVFB = "/usr/bin/Xvfb";
const WEB_DRIVER = "/usr/bin/WebKitWebDriver";
const START_LIMIT_MS = 30_000;
/** What the page has drawn reaches the picture later than its scripts know of it. */
const PAINT_MS = 400;
const ANSWER_LIMIT_MS = 120_000;

/** The code points by which WebDriver names keys. */
const KEYS: Record<Key, string> = { Enter: "\uE007", Escape: "\uE00C", Tab: "\uE004", ArrowDown: "\uE015" };

/** WebKitGTK's own small browser, driven over WebDriver, on a screen in memory. It has the engine of Safari, not its surface. */
export const WEBKIT: Engine = {
  name: "webkit",
  packages: { xvfb: XVFB, "webkit2gtk-driver": WEB_DRIVER },
  async open() {
    const screen = spawn(XVFB, ["-displayfd", "1", "-screen", "0", "1600x1100x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const start = await Promise.all([
      once(screen.stdout, "data", { signal: AbortSignal.timeout(START_LIMIT_MS) }),
      anyFreePort(),
    ]).catch(async (error: unknown) => {
      await end(screen);
      throw error;
    });
    const [[display], port] = start;
    const driver = spawn(WEB_DRIVER, [`--port=${port}`], {
      env: { ...process.env, DISPLAY: `:${String(display).trim()}` },
      stdio: "ignore",
    });
    const origin = `http://127.0.0.1:${port}`;
    const close = () => Promise.all([end(driver), end(screen)]);
    const sessionId = await openSession(origin).catch(async (error: unknown) => {
      await close();
      throw error;
    });
    const call = (path: string, body: unknown) => send(origin, "POST", `/session/${sessionId}${path}`, body);
    const run = (script: unknown, ...args: unknown[]) =>
      call("/execute/sync", { script: `return (${script})(...arguments)`, args });
    const act = (type: "key" | "pointer", actions: readonly object[]) =>
      call("/actions", { actions: [{ type, id: type, actions }] });
    const typeKeys = (keys: readonly string[]) =>
      act(
        "key",
        keys.flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value }))),
      );
    return {
      goto: async (url) => void (await call("/url", { url })),
      run: (script, ...args) => run(script, ...args) as never,
      clickAt: async (x, y) => {
        const at = { x: Math.round(x), y: Math.round(y), origin: "viewport" };
        const press = ["pointerDown", "pointerUp"].map((type) => ({ type, button: 0 }));
        await act("pointer", [{ type: "pointerMove", duration: 0, ...at }, ...press]);
      },
      type: async (text) => void (await typeKeys(Array.from(text))),
      press: async (key) => void (await typeKeys([KEYS[key]])),
      resize: async (width, height) => {
        await call("/window/rect", { width, height });
        const bars = v.parse(v.number(), await run("() => outerHeight - innerHeight"));
        await call("/window/rect", { width, height: height + bars });
      },
      picture: async () => {
        await wait(PAINT_MS);
        const taken = await send(origin, "GET", `/session/${sessionId}/screenshot`);
        return Buffer.from(v.parse(v.string(), taken), "base64");
      },
      listErrors: () => [], // its driver tells none
      close: async () => {
        await send(origin, "DELETE", `/session/${sessionId}`).catch(() => undefined); // it is killed all the same
        await close();
      },
    };
  },
};

/** Starts the browser. Returns the id of the session. */
async function openSession(origin: string): Promise<string> {
  await untilReady(origin);
  const capabilities = { alwaysMatch: { acceptInsecureCerts: true } };
  const session = await send(origin, "POST", "/session", { capabilities });
  return v.parse(v.object({ sessionId: v.string() }), session).sessionId;
}

async function send(origin: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(origin + path, {
    method,
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = v.parse(v.object({ value: v.unknown() }), await answer.json());
  if (!answer.ok) throw new Error(`WebKit's driver refused ${path}: ${JSON.stringify(value)}`);
  return value;
}

async function untilReady(origin: string): Promise<void> {
  for (const limit = Date.now() + START_LIMIT_MS; ; await wait(100)) {
    const isReady = await send(origin, "GET", "/status").then(
      () => true,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > limit) throw new Error("WebKit's driver did not start.");
  }
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const gone = once(process, "exit");
  process.kill();
  await gone;
}

const BINARY = "/usr/bin/firefox-esr";
/** How it says that it was reading an answer when the page was left: nobody is there to see that. */
const CUT_OFF = /Error in input stream/u;

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
    page.on("pageerror", (error) => !CUT_OFF.test(String(error)) && note(error));
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

/** A browser, reduced to what the drivers of all engines can do: scripts in the page, a real pointer and a real keyboard. */
export type Driver = {
  goto(url: string): Promise<void>;
  /** Runs a function in the page. It sees only its arguments, and they and its result are JSON. */
  run<Args extends unknown[], Result>(
    script: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Presses the pointer at a point of the window. */
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Makes the window this large, or as narrow as the engine allows. */
  resize(width: number, height: number): Promise<void>;
  /** A PNG of what is in the window. */
  picture(): Promise<Buffer>;
  /** The errors in the console, each after the address of its page, as far as the engine tells them. */
  listErrors(): readonly string[];
  close(): Promise<void>;
};
export type Key = "Enter" | "Escape" | "Tab" | "ArrowDown";

export type Engine = {
  name: "firefox" | "webkit";
  /** The Debian packages that it needs, each with a program of it. */
  packages: Record<string, string>;
  open(): Promise<Driver>;
};
