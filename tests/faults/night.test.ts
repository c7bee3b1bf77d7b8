import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { replyScript } from "#tests/fakes/reply-script.ts";
import { inProject } from "#tools/paths.ts";
import { logWith } from "#workers/logging.ts";
import type { Reader } from "./harness/reader.ts";
import { World } from "./harness/world.ts";

const HEALTH_CHECKS = 130;
const SETUP_MS = 240_000; // the product may have to be built

/** The questions of docs/operations.md with their commands, and the command that writes the file that these read. */
const operations = readFileSync(inProject("docs/operations.md"), "utf8");
const questions = new Map(
  [...operations.matchAll(/\*\*([^*]+\?)\*\*[^`]*(?:`[^`\n]+`[^`]*)*```sh\n(jq [\s\S]*?)\n```/g)].map(
    ([, question = "", command = ""]) => [question, command],
  ),
);
const [, collect = ""] = /\| (jq -c --unbuffered '[^']+') \| tee -a night\.log/.exec(operations) ?? [];

const hasJq = canRun("jq");

let world: World;
let folder: string;
let reader: Reader;
let storyId: string;

function canRun(program: string): boolean {
  try {
    execFileSync(program, ["--version"]);
    return true;
  } catch {
    return false;
  }
}

/** An event as `wrangler tail --format json` prints it: an address with a secret, and lines of the log. */
function toTailEvent(lines: string[]): string {
  const event = {
    outcome: "ok",
    scriptName: "talespark",
    exceptions: [],
    logs: lines.map((line) => ({ message: [line], level: "log", timestamp: Date.now() })),
    eventTimestamp: Date.now(),
    event: {
      request: { url: "https://talespark.app/auth/callback?code=a-secret-code", method: "GET", headers: {} },
    },
  };
  return JSON.stringify(event, null, 2);
}

/** Sends a message and waits for the end of its turn. */
async function ask(script: Parameters<typeof replyScript>[0]): Promise<void> {
  const socket = await reader.open(storyId);
  socket.say(replyScript(script));
  await Promise.race([socket.waitFor("stream-complete"), socket.waitFor("stream-error")]);
  socket.close();
}

/** D1 fails while a reply is being written, and works again after the next message was refused. */
async function loseDatabase(): Promise<void> {
  const socket = await reader.open(storyId);
  socket.say(replyScript({ pieces: 20, everyMs: 100 }));
  await socket.waitFor("stream-chunk");
  const { unlock } = lockDatabase();
  await socket.waitFor("stream-complete");
  await vi.waitFor(() => expect(world.product.output).toContain("outbox.retry"), {
    timeout: 30_000,
    interval: 100,
  });
  socket.say(replyScript({ pieces: 1 }));
  await socket.waitFor("stream-error");
  socket.close();
  // An answer is given again for five seconds.
  const askHealth = async () => (await fetch(`${world.product.origin}/api/health`)).status;
  await vi.waitFor(async () => expect(await askHealth()).toBe(503), { timeout: 30_000, interval: 500 });
  unlock();
}

/** Checks the health more often than the limit of 60 a minute allows, also if a minute ends meanwhile. */
async function exceedHealthLimit(): Promise<void> {
  const countLines = () => world.product.output.split('"route":"/api/health"').length;
  const before = countLines();
  await Promise.all(Array.from({ length: HEALTH_CHECKS }, () => fetch(`${world.product.origin}/api/health`)));
  // The log comes through a pipe, later than the answers.
  await vi.waitFor(() => expect(countLines()).toBeGreaterThanOrEqual(before + HEALTH_CHECKS), {
    timeout: 10_000,
  });
}

/** Locks the file of the local D1: until `unlock` every query fails. */
function lockDatabase(): { unlock: () => void } {
  const place = path.join(world.product.stateDir, "v3", "d1", "miniflare-D1DatabaseObject");
  const locks = readdirSync(place)
    .filter((name) => name.endsWith(".sqlite") && !name.startsWith("metadata"))
    .map((name) => new DatabaseSync(path.join(place, name)));
  for (const lock of locks) lock.exec("BEGIN EXCLUSIVE");
  return {
    unlock: () => {
      for (const lock of locks) lock.close();
    },
  };
}

beforeAll(async () => {
  if (!hasJq) return;
  folder = mkdtempSync(path.join(tmpdir(), "talespark-night-"));
  world = await World.start();
  reader = await world.newReader();
  storyId = await reader.beginStory();
  await ask({ pieces: 3 });
  await ask({ fault: "status-500" });
  await loseDatabase();
  await exceedHealthLimit();

  const lines = world.product.output.split("\n").filter((line) => line.startsWith("{"));
  writeFileSync(
    path.join(folder, "tail.json"),
    [...lines.map((line) => toTailEvent([line])), toTailEvent(nightlyLines()), toTailEvent(["no JSON"])].join(
      "\n",
    ),
  );
  await run(`cat tail.json | ${collect} > night.log`);
}, SETUP_MS);

afterAll(async () => {
  await world?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

/** Lines of jobs that run at other times, written by the product's own log. */
function nightlyLines(): string[] {
  const texts: string[] = [];
  const spies = (["log", "warn", "error"] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((text) => texts.push(text)),
  );
  const log = logWith({ job: "nightly", shard: 0 });
  log("info", "consistency.rows", { compared: 200, renewed: 1, empty: 0 });
  log("warn", "account.deletion-stuck", { deletionId: "d", hours: 2 });
  logWith({})("error", "stripe.failed", { code: "card_declined" });
  logWith({})("info", "billing.webhook", { type: "invoice.paid" });
  for (const spy of spies) spy.mockRestore();
  return texts;
}

async function run(command: string, env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 50_000_000 };
  const { stdout } = await promisify(execFile)("bash", ["-o", "pipefail", "-c", command], options);
  return stdout;
}

/** The answer to a question: one object a line. */
async function answer(
  question: string,
  env: Record<string, string> = {},
): Promise<Record<string, unknown>[]> {
  const command = questions.get(question) ?? "";
  expect(command, `docs/operations.md asks "${question}"`).not.toBe("");
  asked.add(question);
  const lines = (await run(command, env)).trim().split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

const asked = new Set<string>();

// `apt-get install jq`: an operator needs it, but the product does not.
describe.skipIf(!hasJq)("at night, the log answers (skipped where jq is not installed)", () => {
  it("with lines in which no address is left", async () => {
    const log = await run("cat night.log");

    expect(log.split("\n").length).toBeGreaterThan(100);
    expect(log).not.toContain("a-secret-code");
    expect(log).not.toContain("no JSON");
  });

  it("what fails", async () => {
    const lines = await answer("What fails?");

    expect(lines).toContainEqual(expect.objectContaining({ event: "unhealthy", part: "d1" }));
    expect(lines).toContainEqual(expect.objectContaining({ event: "stripe.failed" }));
    for (const { error } of lines) expect(String(error)).not.toContain("\n");
  });

  it("which route is slow", async () => {
    const [first, ...more] = await answer("Which route is slow?");

    expect(first).toEqual({
      route: expect.stringMatching(/^\//),
      requests: expect.any(Number),
      median: expect.any(Number),
      slowest: expect.any(Number),
    });
    expect(more.map(({ route }) => route)).toContain("/api/stories");
  });

  it("whose turn failed, and why", async () => {
    expect(await answer("Whose turn failed, and why?")).toContainEqual(
      expect.objectContaining({
        userId: reader.sub,
        conversationId: storyId,
        kind: "message",
        code: expect.stringMatching(/^MODEL_/),
      }),
    );
  });

  it("whether the model is down", async () => {
    const codes = await answer("Is the model down?");

    expect(codes).toContainEqual({ code: null, turns: 2, firstWords: expect.any(Number) });
    expect(codes).toContainEqual(
      expect.objectContaining({ code: expect.stringMatching(/^MODEL_/), turns: 1 }),
    );
  });

  it("whether D1 is away", async () => {
    const events = (await answer("Is D1 away?")).map(({ event }) => event);

    expect(events.sort()).toEqual(["outbox.retry", "turn.open", "unhealthy"]);
  });

  it("which service does not answer", async () => {
    const parts = (await answer("Which service does not answer?")).map(({ part }) => part);

    expect(parts).toEqual(["d1"]);
  });

  it("whether an object is stuck", async () => {
    const [first] = await answer("Is an object stuck?");

    expect(first).toEqual({
      conversationId: storyId,
      topic: expect.any(String),
      attempts: expect.any(Number),
      last: expect.any(String),
    });
  });

  it("whether it is the new version", async () => {
    const versions = await answer("Is it the new version?");

    expect(versions).toContainEqual({
      version: expect.stringMatching(/^[0-9a-f-]{36}$/),
      lines: expect.any(Number),
      errors: expect.any(Number),
      failedTurns: 1,
    });
  });

  it("what happened to one request, or to one person", async () => {
    const lines = await answer("What happened to one request, or to one person?", { ID: storyId });

    expect(lines.map(({ event }) => event)).toEqual(
      expect.arrayContaining(["turn", "outbox.retry", "turn.open"]),
    );
  });

  it("who is refused for too many requests", async () => {
    expect(await answer("Who is refused for too many requests?")).toContainEqual({
      route: "/api/health",
      userId: null,
      refused: expect.any(Number),
    });
  });

  it("whether payments fail", async () => {
    expect((await answer("Do payments fail?")).map(({ event }) => event)).toEqual(["stripe.failed"]);
  });

  it("what the nightly run did", async () => {
    const lines = await answer("What did the nightly run do, and what did it find?");

    expect(lines).toContainEqual({
      level: "info",
      event: "consistency.rows",
      job: "nightly",
      shard: 0,
      compared: 200,
      renewed: 1,
      empty: 0,
    });
  });

  it("whether a deletion of an account hangs", async () => {
    expect(await answer("Does a deletion of an account hang?")).toEqual([
      expect.objectContaining({ event: "account.deletion-stuck", hours: 2 }),
    ]);
  });

  it("every question that the document asks", () => {
    expect([...questions.keys()].filter((question) => !asked.has(question))).toEqual([]);
  });
});
