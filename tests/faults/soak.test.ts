import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DISTURBANCES } from "#tests/fakes/disturbance.ts";
import { createSeededRandom, pick, type Random } from "#workers/covers/parts.ts";
import { DemoTalker } from "./harness/demo-talker.ts";
import type { Reader } from "./harness/reader.ts";
import { findUnsettled, readTexts, UsageLog } from "./harness/settled-state.ts";
import { type TalkedTurn, Talker } from "./harness/talker.ts";
import { report, World } from "./harness/world.ts";

/** How long people talk: `SOAK_MINUTES=30 npm run test:faults -- soak` for the long run. */
const MINUTES = Number(process.env["SOAK_MINUTES"] ?? 0.25);
/** In a short run people have fewer conversations, and go on with each sooner. */
const SHARE = Math.min(1, MINUTES);
/** The seed of all random choices. The order of events still differs between runs. */
const SEED = Number(process.env["SOAK_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
/** The server is killed this often; in a short run once. */
const KILL_EVERY_MS = Math.min(180_000, (MINUTES * 60_000) / 2);
/** The share of requests to the model that fail: for replies and for the jobs after them. */
const FAILING = 0.05;

/** People with so many stories or chats each, 200 in all in a long run, and visitors who play one demo after another. */
const PEOPLE = [
  { kind: "story", people: 10, each: Math.ceil(17 * SHARE) },
  { kind: "chat", people: 10, each: Math.ceil(3 * SHARE) },
] as const;
/** Between two messages of a conversation. */
const PAUSE_MS = { from: 10_000 * SHARE, to: 50_000 * SHARE };
const VISITORS = 3;
/** Deliveries and jobs, also those that have failed a few times, must be done within this time after the last turn. */
const SETTLED_WITHIN_MS = 90_000;

const random = createSeededRandom(SEED);

let world: World;
let isModelFailing = false;
let failures = 0;

beforeAll(async () => {
  world = await World.start({
    disturb: () => {
      if (!isModelFailing || random() >= FAILING) return null;
      failures += 1;
      return pick(random, DISTURBANCES);
    },
    env: {
      AI_SILENCE_SECONDS: "5",
      AI_REPLY_SECONDS: "60",
      BASE_TIER: "premium", // the free plan allows one story
      DEMO_STORIES_PER_DAY: "100000",
    },
  });
});
afterAll(async () => {
  await world.stop();
});

it(
  "failing models, dropped lines and kills lose, double and block nothing, and hold on to no memory",
  async () => {
    const server = new Server();
    const readers = await Promise.all(
      PEOPLE.flatMap(({ kind, people }) => Array.from({ length: people }, () => world.newReader(kind))),
    );
    const owners = readers.map(({ sub }) => sub);
    const talkers = (
      await Promise.all(readers.map((reader, person) => beginTalks(reader, person, server)))
    ).flat();
    const visitors = Array.from({ length: VISITORS }, (_, index) => {
      const name = `visitor${index}`;
      return new DemoTalker({
        name,
        newVisitor: () => world.newVisitor(),
        random: newRandom(),
        whenUp: server.whenUp,
      });
    });

    isModelFailing = true;
    const until = AbortSignal.timeout(MINUTES * 60_000);
    const usage = new UsageLog(world.product, () =>
      talkers.reduce((sum, { turns }) => sum + turns.length, 0),
    );
    const talking = [...talkers, ...visitors].map((talker) => talker.talk(until));
    await killRepeatedly(server, usage, until);
    await Promise.all(talking);
    isModelFailing = false;
    world.model.hangUp();

    const turns = talkers.flatMap((talker) => talker.turns);
    const unsettled = await untilSettled(owners);
    const texts = compareTexts(talkers);
    const problems = [...talkers, ...visitors].flatMap((talker) => talker.problems);
    const faults = findFaults(world.product.output);
    report.info({
      seed: SEED,
      minutes: MINUTES,
      turns: turns.length,
      ends: count(turns.map(({ end }) => end ?? "none")),
      codes: count(turns.flatMap(({ code }) => (code === null ? [] : [code]))),
      demos: visitors.reduce((sum, { demos }) => sum + demos, 0),
      modelFailures: failures,
      drops: [...talkers, ...visitors].reduce((sum, { drops }) => sum + drops, 0),
      kills: server.kills,
      ...texts,
      stuck: turns.filter(({ end }) => end === null).length + unsettled.length,
      firstTextMs: spread(turns.flatMap(({ firstTextMs }) => (firstTextMs === null ? [] : [firstTextMs]))),
    });
    report.table(usage.lives());
    for (const line of [...problems, ...unsettled, ...faults].slice(0, 40)) report.info(line);

    expect(problems).toEqual([]);
    expect(unsettled).toEqual([]);
    expect(texts).toEqual({ lost: 0, doubled: 0, misplaced: 0 });
    expect(faults).toEqual([]);
    expect(server.kills).toBeGreaterThan(0);
    usage.expectFlat(KILL_EVERY_MS);
  },
  MINUTES * 60_000 + 400_000,
);

/** Kills and restarts the server. `whenUp` resolves while it runs. */
class Server {
  kills = 0;
  #up: Promise<void> = Promise.resolve();

  readonly whenUp = (): Promise<void> => this.#up;

  async kill(): Promise<void> {
    this.kills += 1;
    this.#up = world.product.kill9().then(() => world.product.startAgain());
    await this.#up;
  }
}

/** Begins a person's conversations. */
async function beginTalks(reader: Reader, person: number, server: Server): Promise<Talker[]> {
  const talkers: Talker[] = [];
  const each = PEOPLE.find(({ kind }) => kind === reader.kind)?.each ?? 0;
  for (let index = 0; index < each; index += 1) {
    const conversationId = await (reader.kind === "story" ? reader.beginStory() : reader.beginChat());
    const name = `${reader.kind}${person}-${index}`;
    const pauseMs = PAUSE_MS;
    talkers.push(
      new Talker({ name, reader, conversationId, pauseMs, random: newRandom(), whenUp: server.whenUp }),
    );
  }
  return talkers;
}

/** Each talks at random moments of their own, whatever the others do meanwhile. */
function newRandom(): Random {
  return createSeededRandom(Math.floor(random() * 2 ** 31));
}

async function killRepeatedly(server: Server, usage: UsageLog, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const watching = new AbortController();
    const watched = usage.watchLife(watching.signal);
    await wait(KILL_EVERY_MS, undefined, { signal: until }).catch(() => undefined);
    watching.abort();
    await watched;
    world.model.log.length = 0; // the prompts of all requests
    if (!until.aborted) await server.kill();
  }
}

/** What is still unsettled after the time that deliveries and jobs may take. */
async function untilSettled(owners: readonly string[]): Promise<string[]> {
  const limit = Date.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const unsettled = findUnsettled(world.product.stateDir, owners);
    if (unsettled.length === 0 || Date.now() > limit) return unsettled;
    await wait(1_000);
  }
}

/** Compares what people sent and read with what is stored. */
function compareTexts(talkers: readonly Talker[]) {
  const stored = readTexts(world.product.stateDir);
  let lost = 0;
  let doubled = 0;
  let misplaced = 0;
  for (const { conversationId, turns } of talkers) {
    const texts = stored.get(conversationId) ?? [];
    const expected = turns.flatMap(listTexts);
    const missing = expected.filter((text) => !texts.includes(text)).length;
    lost += missing;
    doubled += texts.length - new Set(texts).size;
    if (missing === 0 && texts.join("\n") !== expected.join("\n")) misplaced += 1;
  }
  return { lost, doubled, misplaced };
}

/** The messages that a turn leaves. */
function listTexts({ end, content, text }: TalkedTurn): string[] {
  if (end === "handed-back" || end === null) return [];
  return text === "" ? [content] : [content, text];
}

/** Lines of the log that report a fault of the product. Failures of the model are not its fault. */
function findFaults(output: string): string[] {
  return output
    .split("\n")
    .filter((line) => /"level":"error"/.test(line) && !/"code":"(?:MODEL_|STREAM_|EMPTY_)/.test(line));
}

function count(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function spread(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? Number.NaN);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) };
}
