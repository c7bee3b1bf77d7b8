import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import { type ModelServer, startModelServer } from "#tests/fakes/model-server.ts";
import { findBuildLeaks, findLogLeaks } from "#tests/harness/leaks.ts";
import { Product } from "#tests/harness/product.ts";

type TestFixtures = {
  /** The source of story texts. It has no texts of other tests. */
  model: ModelServer;
  /** Parts of the errors that the page is expected to report in this test. Any other error fails the test. */
  expectedErrors: string[];
  /** The answer to the cookie banner before the test; `null`: no answer yet, so the banner covers the page. */
  cookieChoice: "all" | null;
  /** Opens a page without JavaScript, with cookies of its own. It is closed after the test. */
  openPlainPage: (options?: BrowserContextOptions) => Promise<Page>;
  /** Fails the test at its end if a page of its browser has reported an error. */
  noPageErrors: undefined;
};
type WorkerFixtures = {
  modelServer: ModelServer;
  product: Product;
};

/**
 * Playwright's `test` with the product (the production build as `npm start` runs it, on a free port and an empty state)
 * and a fake model server. All tests of a worker share one of each, so every test signs in as a new person. A test runs on a
 * desktop; with the tag `@both` also on a phone, because its layout is another one there, and with `@phone` only there.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  modelServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from it
    async ({}, use) => {
      const model = await startModelServer();
      await use(model);
      await model.stop();
    },
    { scope: "worker" },
  ],
  model: async ({ modelServer }, use) => {
    await use(modelServer);
    modelServer.forget();
  },
  product: [
    async ({ modelServer }, use) => {
      const product = await Product.start({
        env: {
          AI_BASE_URL: modelServer.baseUrl,
          AI_MODEL: modelServer.model,
          DEMO_STORIES_PER_DAY: "1000", // all tests come from one address
        },
      });
      await use(product);
      await product.stop();
      const leaks = [...findLogLeaks(product), ...findBuildLeaks(product)];
      await product.dispose();
      expect(leaks, "secrets and personal data in the log of all tests, and in the build").toEqual([]);
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.origin);
  },
  cookieChoice: ["all", { option: true }],
  context: async ({ context, cookieChoice }, use) => {
    if (cookieChoice !== null) await keepCookieChoice(context);
    context.on("page", waitUntilAlive);
    await use(context);
  },
  openPlainPage: async ({ browser, product }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const plain = { javaScriptEnabled: false, baseURL: product.origin };
      const context = await browser.newContext({ ...plain, ...options });
      contexts.push(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  // A list of its own for each test: a value would be the same one for all tests of a worker, with what any of them adds.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from it
  expectedErrors: [async ({}, use) => use([]), { option: true }],
  noPageErrors: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      context.on("weberror", (error) => errors.push(String(error.error())));
      context.on("console", (message) => {
        if (message.type() === "error") errors.push(`${message.text()} ${message.location().url}`);
      });
      await use(undefined);
      const unexpected = errors.filter((error) => !expectedErrors.some((part) => error.includes(part)));
      expect(unexpected, "errors that the page has reported").toEqual([]);
    },
    { auto: true },
  ],
});

/** Makes a navigation of a page by Playwright end when React answers there; what is pressed before that has no effect yet. */
function waitUntilAlive(page: Page): void {
  const isAlive = () => {
    const { theme, hydrated } = document.documentElement.dataset;
    const hasScripts = document.querySelector("script[type=module]") !== null;
    return theme === undefined || !hasScripts || hydrated !== undefined; // another site, or a page without React
  };
  for (const name of ["goto", "reload", "goBack", "goForward"] as const) {
    const load = page[name].bind(page) as (...args: unknown[]) => ReturnType<Page["goto"]>;
    Object.assign(page, {
      [name]: async (...args: unknown[]) => {
        const response = await load(...args);
        const options = args.at(-1);
        const isHalfway = typeof options === "object" && options !== null && "waitUntil" in options;
        if (!isHalfway) await page.waitForFunction(isAlive);
        return response;
      },
    });
  }
}

/** Stores a choice about cookies before any page of this browser asks. */
export async function keepCookieChoice(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (!location.protocol.startsWith("http")) return; // an empty page has no storage
    const preferences = { necessary: true, functional: true, analytics: true };
    const choice = { value: "all", preferences, storedAt: new Date().toISOString() };
    localStorage.setItem("talespark:cookie-consent", JSON.stringify(choice));
  });
}

export { expect };
