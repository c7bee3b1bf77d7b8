import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { BINDING_LIMITS } from "#domain/rate-limits.ts";
import { figureOf, type Measure, median, type Round } from "#tests/bench/harness/figures.ts";
import { arrive } from "#tests/e2e/harness/person.ts";
import { atRest, beginStory, shareCopy, storyLog, write } from "#tests/e2e/harness/story.ts";
import { findBrowser } from "#tests/harness/browser.ts";
import { seedStories } from "#tests/harness/long-story.ts";
import { Product } from "#tests/harness/product.ts";
import { makeAllPremium, seedLibrary } from "#tests/harness/seed.ts";
import { inProject, PROJECT_ROOT } from "#tools/paths.ts";
import { anyFreePort } from "#tools/ports.ts";
import type { ServerOptions } from "#tools/server.ts";
import { STORYTELLER_MODEL } from "#tools/settings.ts";

const MESSAGES = { short: 100, long: 10_000 };
const SHELVES = { small: 50, large: 5_000 };
const REQUESTS_A_ROUND = 25;
const WARM_UP = 5;
const SCREENS_UP = 30;
const MESSAGE = "I climb down to the water and look under the tarpaulin.";

/** A person in a browser, with one story that has messages and a library of some size. */
type Guest = { context: BrowserContext; page: Page; story: string };

/**
 * What a page costs: the time to its first byte beside that of a bare React Router page with one read on the same runtime, and
 * what a long story or a large library adds.
 */
export const measurePages: Measure = async (_world, { rounds: count }) => {
  const product = await Product.start({ env: { AI_MODEL: STORYTELLER_MODEL } });
  const bare = await startBarePage();
  const small = await welcome(product.origin);
  const large = await welcome(product.origin);
  try {
    await fillState(product, small, large);
    const cookies = { small: await cookieOf(small), large: await cookieOf(large) };
    const at = (path: string) => new URL(path, product.origin).href;
    const page = (path: string, cookie?: string) => () => firstByte(at(path), cookie);
    const toBarePage = async (measure: string, ofProduct: () => Promise<number>, atMost: number) => {
      const rounds = await measureBeside(count, ofProduct, () => firstByte(bare.url));
      return figureOf(`first byte, ${measure}, to a bare page`, "ms", rounds, { of: "ratio", atMost });
    };
    const figures = [
      await toBarePage("landing", page("/"), 0.8),
      await toBarePage("library", page("/stories", cookies.small), 2),
      await toBarePage("reading page", page(small.story, cookies.small), 2.2),
    ];
    const copy = await shareCopy(small.page, small.story);
    const copies = await measureBeside(count, page(copy), page("/"));
    const shelves = await measureBeside(
      count,
      page("/stories", cookies.large),
      page("/stories", cookies.small),
    );
    const nodes = { product: await countNodes(large), baseline: await countNodes(small) };
    const upload: Round = { product: await measureUpload(large), baseline: await measureUpload(small) };
    const to = `at ${MESSAGES.long} messages, to ${MESSAGES.short}`;
    return [
      ...figures,
      figureOf("first byte, reading copy, to the landing page", "ms", copies, { of: "ratio", atMost: 1 }),
      figureOf(`library of ${SHELVES.large} stories, to ${SHELVES.small}`, "ms", shelves, {
        of: "ratio",
        atMost: 1.2,
      }),
      figureOf(`nodes of the page ${to}`, "nodes", [nodes], { of: "ratio", atMost: 1.1 }),
      figureOf(`upload beside the message ${to}`, "bytes", [upload], { of: "product", atMost: 1_024 }),
    ];
  } finally {
    await Promise.all([small, large].map(({ context }) => context.close()));
    await Promise.all([product.dispose(), bare.stop()]);
  }
};

async function welcome(origin: string): Promise<Guest> {
  const context = await openBrowser(origin);
  const page = await context.newPage();
  await arrive(page);
  await page.getByRole("button", { name: "Only Necessary" }).click();
  const story = await beginStory(page);
  await atRest(page);
  await page.goto("about:blank");
  return { context, page, story };
}

async function fillState(product: Product, small: Guest, large: Guest): Promise<void> {
  const idOf = ({ story }: Guest) => story.split("/").at(-1) ?? "";
  await product.stop();
  makeAllPremium(product.stateDir);
  seedStories(
    product.stateDir,
    new Map([
      [idOf(small), MESSAGES.short],
      [idOf(large), MESSAGES.long],
    ]),
  );
  seedLibrary(product.stateDir, idOf(small), SHELVES.small);
  seedLibrary(product.stateDir, idOf(large), SHELVES.large);
  await product.startAgain();
}

async function cookieOf({ context }: Guest): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** Medians of two sides that take turns. */
async function measureBeside(
  count: number,
  page: () => Promise<number>,
  beside: () => Promise<number>,
): Promise<Round[]> {
  const rounds: Round[] = [];
  await waitForRoom(WARM_UP);
  for (let warm = 0; warm < WARM_UP; warm += 1) for (const each of [page, beside]) await each();
  for (let round = 0; round < count; round += 1) {
    await waitForRoom(REQUESTS_A_ROUND);
    const times = { page: [] as number[], beside: [] as number[] };
    for (let index = 0; index < REQUESTS_A_ROUND; index += 1) {
      times.page.push(await page());
      times.beside.push(await beside());
    }
    rounds.push({ product: median(times.page), baseline: median(times.beside) });
  }
  return rounds;
}

const { limit: MOST_REQUESTS, windowS } = BINDING_LIMITS.REQUESTS_PER_USER;
/** The requests to each side in the window that ends then. */
let inWindow = { until: 0, requests: 0 };

/** Resolves when so many requests to both sides are within the limit of one person, whoever they are for. */
async function waitForRoom(count: number): Promise<void> {
  const requests = 2 * count;
  if (Date.now() < inWindow.until && inWindow.requests + requests > MOST_REQUESTS) {
    await delay(inWindow.until - Date.now());
  }
  if (Date.now() >= inWindow.until) {
    // Windows begin at the same moment for everybody.
    const windowMs = windowS * 1_000;
    inWindow = { until: (Math.floor(Date.now() / windowMs) + 1) * windowMs, requests: 0 };
  }
  inWindow.requests += requests;
}

const agent = new Agent({ keepAlive: true });

/** Milliseconds from the request to the first byte of the page. Throws if it is not the page. */
function firstByte(url: string, cookie = ""): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const sent = request(url, { agent, headers: { Cookie: cookie } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}.`));
      let time = Number.NaN;
      response.once("data", () => {
        time = performance.now() - start;
      });
      response.on("end", () => resolve(time));
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** The most elements of the page while a story is opened at its end and read upwards. */
async function countNodes({ page, story }: Guest): Promise<number> {
  await page.goto(story);
  await storyLog(page).getByRole("article").last().waitFor();
  let most = 0;
  for (let step = 0; step < SCREENS_UP; step += 1) {
    most = Math.max(most, await page.evaluate(() => document.querySelectorAll("*").length));
    await page.evaluate(() => window.scrollBy({ top: -window.innerHeight, behavior: "instant" }));
    await delay(150);
  }
  return most;
}

/** Bytes of the frame that sends a message, without the message. */
async function measureUpload({ page, story }: Guest): Promise<number> {
  const sent = new Promise<string>((resolve) => {
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        if (String(payload).includes(MESSAGE)) resolve(String(payload));
      }),
    );
  });
  await page.goto(story);
  await write(page, MESSAGE);
  return Buffer.byteLength(await sent) - Buffer.byteLength(MESSAGE);
}

/** A browser with one profile, for a site. */
export async function openBrowser(baseURL: string): Promise<BrowserContext> {
  const found = await findBrowser();
  const browser = await chromium.launch(
    found === null ? {} : { executablePath: found.executablePath, env: { ...process.env, ...found.env } },
  );
  const context = await browser.newContext({ baseURL });
  context.on("close", () => void browser.close());
  return context;
}

const BUILD = inProject(".cache", "bench", "bare-page");
const READY_LIMIT_MS = 30_000;

export type BarePage = { url: string; stop: () => Promise<void> };

/** Builds and serves `tests/bench/bare-page` as `npm start` serves the product, on an empty state. */
export async function startBarePage(): Promise<BarePage> {
  await runNode(
    ["node_modules/@react-router/dev/bin.cjs", "build", "tests/bench/bare-page", "--emptyOutDir"],
    { NODE_ENV: "production" },
  );
  const stateDir = await mkdtemp(path.join(tmpdir(), "talespark-bare-page-"));
  const port = await anyFreePort();
  const options: ServerOptions = { port, gateway: null, stateDir, buildDir: BUILD, vars: {} };
  const server = startNode(["tools/server.ts"], { SERVER_OPTIONS: JSON.stringify(options) });
  const url = `http://localhost:${port}/`;
  await waitUntilServed(url);
  return {
    url,
    stop: async () => {
      const gone = once(server, "exit");
      server.kill("SIGTERM");
      await gone;
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}

function startNode(args: string[], env: Record<string, string>) {
  return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...env, EXIT_WITH_STDIN: "1" },
    stdio: ["pipe", "ignore", "inherit"],
  });
}

async function runNode(args: string[], env: Record<string, string>): Promise<void> {
  const [code] = await once(startNode(args, env), "exit");
  if (code !== 0) throw new Error(`${args.join(" ")} ended with code ${code}.`);
}

async function waitUntilServed(url: string): Promise<void> {
  const deadline = performance.now() + READY_LIMIT_MS;
  for (;;) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    if (performance.now() > deadline) throw new Error(`${url} is not served.`);
    await delay(100);
  }
}
