import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as v from "valibot";
import { encode } from "#domain/protocol.ts";
import { BINDING_LIMITS } from "#domain/rate-limits.ts";
import { compareInTurn, figureOf, type Measure, type Round } from "#tests/bench/harness/figures.ts";
import { World as PeopleWorld } from "#tests/faults/harness/world.ts";
import { seedStories } from "#tests/harness/long-story.ts";
import { makeAllPremium, seedLibrary } from "#tests/harness/seed.ts";
import type { Visitor } from "#tests/harness/visitor.ts";
import { inProject, PROJECT_ROOT } from "#tools/paths.ts";
import { anyFreePort } from "#tools/ports.ts";
import { runNode } from "#tools/run-node.ts";
import type { ServerOptions } from "#tools/server.ts";

const MESSAGES = 100;
const SHELVES = { small: 50, large: 5_000 };
const REQUESTS_A_ROUND = 25;
const WARM_UP = 5;

/** A signed-in person with one story. */
type Guest = { visitor: Visitor; storyId: string };

/**
 * What a page costs: the time to its first byte beside that of a bare React Router page with one read on the same runtime, and
 * what a large library adds.
 */
export const measurePages: Measure = async (_world, count) => {
  const world = await PeopleWorld.start();
  const { product } = world;
  const bare = await startBarePage();
  try {
    const [small, large] = [await welcome(world), await welcome(world)];
    await product.stop();
    makeAllPremium(product.stateDir);
    seedStories(product.stateDir, new Map([[small.storyId, MESSAGES]]));
    seedLibrary(product.stateDir, small.storyId, SHELVES.small);
    seedLibrary(product.stateDir, large.storyId, SHELVES.large);
    await product.startAgain();
    const at = (path: string) => new URL(path, product.origin).href;
    const page = (path: string, guest?: Guest) => () => firstByte(at(path), guest?.visitor.cookieHeader);
    const toBarePage = async (measure: string, ofProduct: () => Promise<number>, atMost: number) => {
      const rounds = await measureBeside(count, ofProduct, () => firstByte(bare.url));
      return figureOf(`first byte, ${measure}, to a bare page`, "ms", rounds, { of: "ratio", atMost });
    };
    const figures = [
      await toBarePage("landing", page("/"), 0.8),
      await toBarePage("library", page("/stories", small), 2),
      await toBarePage("reading page", page(`/stories/${small.storyId}`, small), 2.2),
    ];
    const copies = await measureBeside(count, page(await shareCopy(small)), page("/"));
    const shelves = await measureBeside(count, page("/stories", large), page("/stories", small));
    return [
      ...figures,
      figureOf("first byte, reading copy, to the landing page", "ms", copies, { of: "ratio", atMost: 1 }),
      figureOf(`library of ${SHELVES.large} stories, to ${SHELVES.small}`, "ms", shelves, {
        of: "ratio",
        atMost: 1.2,
      }),
    ];
  } finally {
    await Promise.all([world.stop(), bare.stop()]);
  }
};

/** A new person with a story that has begun. */
async function welcome(world: PeopleWorld): Promise<Guest> {
  const visitor = await world.newWebVisitor();
  const premise = { genre: "Mystery", character: "A relief operator", description: "A voice on the radio." };
  const story = await visitor.call("POST", "/api/stories", premise);
  const { storyId } = v.parse(v.object({ storyId: v.string() }), story);
  const asked = { requestId: crypto.randomUUID(), storyId, isInitialContinue: true };
  const body = encode({ type: "stream-continue", ...asked });
  await visitor.fetch(`/live/stories/${storyId}`, { method: "POST", body });
  const readMessages = () => visitor.call("GET", `/api/stories/${storyId}/messages`);
  while (!v.is(v.tuple([v.unknown()]), await readMessages())) await delay(100);
  return { visitor, storyId };
}

/** The path of a reading copy of the story. */
async function shareCopy({ visitor, storyId }: Guest): Promise<string> {
  const share = await visitor.call("POST", `/api/stories/${storyId}/shares`, {});
  return new URL(v.parse(v.object({ url: v.string() }), share).url).pathname;
}

/** Medians of two sides that take turns. */
async function measureBeside(
  count: number,
  page: () => Promise<number>,
  beside: () => Promise<number>,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = -1; round < count; round += 1) {
    const requests = round < 0 ? WARM_UP : REQUESTS_A_ROUND;
    await waitForRoom(requests);
    const measured = await compareInTurn([page], [beside], (request) => request(), requests);
    if (round >= 0) rounds.push(measured);
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

const BUILD = inProject(".cache", "bench", "bare-page");
const READY_LIMIT_MS = 30_000;

type BarePage = { url: string; stop: () => Promise<void> };

/** Builds and serves `tests/bench/bare-page` as `npm start` serves the product, on an empty state. */
async function startBarePage(): Promise<BarePage> {
  const build = ["node_modules/@react-router/dev/bin.cjs", "build", "tests/bench/bare-page", "--emptyOutDir"];
  const code = await runNode(build, { env: { NODE_ENV: "production" }, quiet: true });
  if (code !== 0) throw new Error(`The bare page can't be built: ${code}.`);
  const stateDir = await mkdtemp(path.join(tmpdir(), "talespark-bare-page-"));
  const port = await anyFreePort();
  const options: ServerOptions = { port, gateway: null, stateDir, buildDir: BUILD, vars: {} };
  const server = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "tools/server.ts"], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, SERVER_OPTIONS: JSON.stringify(options), EXIT_WITH_STDIN: "1" },
    stdio: ["pipe", "ignore", "inherit"],
  });
  const url = `http://localhost:${port}/`;
  const deadline = performance.now() + READY_LIMIT_MS;
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (performance.now() > deadline) throw new Error(`${url} is not served.`);
    await delay(100);
  }
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
