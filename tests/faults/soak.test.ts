import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { afterAll, beforeAll, expect, it } from "vitest";
import { begunDemoSchema, DEMO_INTERACTIONS, demoStorySchema } from "#domain/demo.ts";
import { errorBodySchema } from "#domain/errors.ts";
import { replyScript } from "#tests/fakes/reply-script.ts";
import { DISTURBANCES } from "#tests/fakes/scripted-model-server.ts";
import { createRandom } from "#tests/harness/seeded-random.ts";
import type { Visitor } from "#tests/harness/visitor.ts";
import type { Reader } from "./harness/reader.ts";
import { findUnsettled, readTexts, UsageLog } from "./harness/settled-state.ts";
import { type TalkedTurn, Talker, type TalkerParts } from "./harness/talker.ts";
import { report, spread, World } from "./harness/world.ts";

/** An address may begin ten demos in a minute. */
const DEMO_EVERY_MS = 25_000;
const DROP = { chance: 0.2, withinMs: 600 };
const ANSWER_LIMIT_MS = 90_000;

type DemoTalkerParts = Pick<TalkerParts, "name" | "random" | "whenUp"> & { newVisitor: () => Visitor };

const PREMISE = {
  genre: "Mystery",
  character: "A night porter",
  description: "A guest checks out of a room that was never let.",
};
const replySchema = v.object({ aiMessage: v.object({ content: v.string() }) });

/** Visitors who play demo stories, one after another, over calls that are dropped at random and sent again. */
class DemoTalker {
  readonly problems: string[] = [];
  readonly codes: string[] = [];
  demos = 0;
  drops = 0;
  readonly #parts: DemoTalkerParts;

  constructor(parts: DemoTalkerParts) {
    this.#parts = parts;
  }

  async talk(until: AbortSignal): Promise<void> {
    const { random } = this.#parts;
    await wait(random() * DEMO_EVERY_MS, undefined, { signal: until }).catch(() => undefined);
    while (!until.aborted) {
      try {
        await this.#play();
      } catch (error) {
        this.problems.push(`${this.#parts.name} in demo ${this.demos}: ${error}`);
        return;
      }
      await wait(DEMO_EVERY_MS, undefined, { signal: until }).catch(() => undefined);
    }
  }

  async #play(): Promise<void> {
    this.demos += 1;
    const visitor = this.#parts.newVisitor();
    const begun = await this.#ask(visitor, "/api/stories/demo", PREMISE, begunDemoSchema);
    if (begun === null) return;
    const path = `/api/stories/demo/${begun.storyId}`;
    const opening = { isInitialContinue: true, requestId: crypto.randomUUID() };
    const opened = await this.#ask(visitor, `${path}/continue`, opening, replySchema);
    const expected = opened === null ? [] : [opened.aiMessage.content];
    for (let index = 0; opened !== null && index < DEMO_INTERACTIONS; index += 1) {
      const content = replyScript({ id: `${this.#parts.name}-${this.demos}-${index}`, everyMs: 20 });
      const answer = await this.#ask(
        visitor,
        `${path}/message`,
        { content, requestId: crypto.randomUUID() },
        replySchema,
      );
      if (answer !== null) expected.push(content, answer.aiMessage.content);
    }
    const { messages } = v.parse(demoStorySchema, await this.#untilAnswered(() => visitor.call("GET", path)));
    const told = messages.map(({ content }) => content);
    const others = told.filter((text) => !expected.includes(text));
    const isWhole = told.filter((text) => expected.includes(text)).join("\n") === expected.join("\n");
    // A message whose reply was interrupted without text stays.
    if (!isWhole || others.length > this.codes.length) {
      this.problems.push(`${path} has ${JSON.stringify(told)} in place of ${JSON.stringify(expected)}`);
    }
  }

  /** Posts until there is an answer, with the same body. `null`: it was a refusal, whose code is noted. */
  async #ask<Schema extends v.GenericSchema>(
    visitor: Visitor,
    path: string,
    body: object,
    schema: Schema,
  ): Promise<v.InferOutput<Schema> | null> {
    const { random } = this.#parts;
    let dropAfterMs = random() < DROP.chance ? Math.round(random() * DROP.withinMs) : null;
    const response = await this.#untilAnswered(() => {
      const signal = AbortSignal.timeout(dropAfterMs ?? ANSWER_LIMIT_MS);
      if (dropAfterMs !== null) this.drops += 1;
      dropAfterMs = null;
      const headers = { "Content-Type": "application/json" };
      return visitor
        .fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal })
        .then(async (answer) => ({ isOk: answer.ok, json: await answer.json() }));
    });
    if (response.isOk) return v.parse(schema, response.json);
    this.codes.push(v.parse(errorBodySchema, response.json).code);
    return null;
  }

  async #untilAnswered<T>(call: () => Promise<T>): Promise<T> {
    const stuckAt = Date.now() + ANSWER_LIMIT_MS;
    for (;;) {
      await this.#parts.whenUp();
      try {
        return await call();
      } catch (error) {
        if (Date.now() >= stuckAt) throw error;
        await wait(200); // it was dropped, or the server was killed
      }
    }
  }
}

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

const random = createRandom(SEED);

let world: World;
let isModelFailing = false;
let failures = 0;

beforeAll(async () => {
  world = await World.start({
    disturb: () => {
      if (!isModelFailing || random() >= FAILING) return null;
      failures += 1;
      return DISTURBANCES[Math.floor(random() * DISTURBANCES.length)] ?? null;
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
      firstTextMs: spread(
        turns.flatMap(({ firstTextMs }) => (firstTextMs === null ? [] : [Math.round(firstTextMs)])),
      ),
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
    const conversationId = await reader.begin();
    const name = `${reader.kind}${person}-${index}`;
    const pauseMs = PAUSE_MS;
    talkers.push(
      new Talker({ name, reader, conversationId, pauseMs, random: newRandom(), whenUp: server.whenUp }),
    );
  }
  return talkers;
}

/** Each talks at random moments of their own, whatever the others do meanwhile. */
function newRandom(): () => number {
  return createRandom(Math.floor(random() * 2 ** 31));
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
