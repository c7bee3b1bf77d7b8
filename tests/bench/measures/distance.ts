import { setTimeout as delay } from "node:timers/promises";
import { encode } from "#domain/protocol.ts";
import { startFakeIssuer } from "#tests/fakes/issuer.ts";
import { CONSENT } from "#tests/faults/harness/reader.ts";
import { WebVisitor } from "#tests/faults/harness/web-visitor.ts";
import { Product } from "#tests/harness/product.ts";
import { makeAllPremium } from "#tests/harness/seed.ts";
import { type Figure, figureOf, type Round } from "../harness/figures.ts";
import { Line } from "../harness/line.ts";
import type { Measure } from "../harness/measure.ts";
import { startProgram } from "../harness/program.ts";
import { median } from "../harness/statistics.ts";
import { openStory, type Reply, type ReplyPlan, type Talk } from "../harness/talk.ts";
import { productSettings } from "../harness/world.ts";

/** Before each call of D1, KV, R2 and objects. */
const DISTANCE_MS = 50;
/** Before each call of D1, while a model takes this long to its first word. */
const DATABASE_MS = 100;
const FIRST_WORD_MS = 300;
const SAMPLES = 3;
const QUICK: ReplyPlan = { pieces: 2, everyMs: 0 };
/** Fewer than one story takes in a minute. */
const SENDS_A_STORY = 20;
const SUB = "bench|far-away";

/** One page or step: runs once, and returns its milliseconds. */
type Step = { name: string; atMost: number | null; run: () => Promise<number> };

/**
 * The product with its databases and objects far away: for each page and step the time that 50 ms before every call add, in calls
 * that wait for each other. And how long the first word takes with D1 far away, to D1 beside it.
 */
export const measureDistance: Measure = async (_world, { rounds }) => {
  const model = await startProgram("tests/bench/model.ts");
  const issuer = await startFakeIssuer();
  const product = await Product.start({
    env: productSettings(model, issuer),
    start: "tests/bench/distance/start.ts",
  });
  try {
    const person = await signIn(product, `${issuer.url}/bench`);
    await product.stop();
    makeAllPremium(product.stateDir);
    await product.startAgain();
    const writer = new Writer(product, person);
    const storyId = await writer.begin();
    const figures = [];
    for (const step of listSteps(product, person, writer, storyId)) {
      figures.push(await countCalls(product, step, rounds));
    }
    figures.push(await measureFirstWord(product, writer, rounds));
    writer.close();
    return figures;
  } finally {
    await product.dispose();
    await Promise.all([model.stop(), issuer.close()]);
  }
};

function listSteps(product: Product, person: WebVisitor, writer: Writer, storyId: string): Step[] {
  const visitor = new WebVisitor(product.origin, product.origin);
  const page = (name: string, path: string, atMost: number | null, by = person): Step => ({
    name: `page: ${name}`,
    atMost,
    run: () =>
      time(async () => {
        const response = await by.fetch(path);
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${path} was answered ${response.status}.`);
      }),
  });
  return [
    page("landing, visitor", "/", 0, visitor),
    page("terms, visitor", "/terms", 0, visitor),
    page("home", "/home", 2),
    page("library", "/stories", 2),
    page("reading", `/stories/${storyId}`, 3),
    page("characters", "/characters", null),
    page("settings", "/settings", null),
    {
      name: "opening a socket",
      atMost: 3,
      run: () => time(async () => (await connect(product, person, storyId)).close()),
    },
    { name: "a send until accepted", atMost: 1, run: async () => (await writer.ask(QUICK)).accepted },
    { name: "a send until the model writes", atMost: 1, run: async () => (await writer.ask(QUICK)).modelAt },
  ];
}

/** The number of calls one after another: the time that the distance adds, divided by the distance. */
async function countCalls(product: Product, { name, atMost, run }: Step, count: number): Promise<Figure> {
  const sample = async (ms: number) => {
    await setDistance(product, { ms, only: "" });
    const times = [];
    for (let index = 0; index < SAMPLES; index += 1) times.push(await run());
    return Math.min(...times); // other load only adds
  };
  const rounds: Round[] = [];
  await sample(0); // warm
  for (let round = 0; round < count; round += 1) {
    const near = await sample(0);
    const far = await sample(DISTANCE_MS);
    rounds.push({ product: Math.max(0, Math.round((far - near) / DISTANCE_MS)), baseline: null });
  }
  await setDistance(product, { ms: 0, only: "" });
  const target = atMost === null ? null : ({ of: "product", atMost } as const);
  return figureOf(`distance, ${name}`, "calls", rounds, target);
}

async function measureFirstWord(product: Product, writer: Writer, count: number): Promise<Figure> {
  const sample = async (ms: number) => {
    await setDistance(product, { ms, only: "DB" });
    const times = [];
    for (let index = 0; index < SAMPLES; index += 1) {
      times.push((await writer.ask({ ...QUICK, firstMs: FIRST_WORD_MS })).firstChunk);
    }
    return median(times);
  };
  const rounds: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    const near = await sample(0);
    rounds.push({ product: await sample(DATABASE_MS), baseline: near });
  }
  await setDistance(product, { ms: 0, only: "" });
  return figureOf(`first word, D1 at ${DATABASE_MS} ms to 0 ms`, "ms", rounds, { of: "ratio", atMost: 1.1 });
}

/** Writes messages, in a new story before the limit of sends in one is reached. */
class Writer {
  readonly #product: Product;
  readonly #person: WebVisitor;
  #talk: Talk | null = null;
  #asked = 0;

  constructor(product: Product, person: WebVisitor) {
    this.#product = product;
    this.#person = person;
  }

  /** Begins a story, in which one message is written. */
  async begin(): Promise<string> {
    this.close();
    const storyId = await beginStory(this.#person);
    const open = (id: string) => openLine(this.#product, this.#person, id);
    this.#talk = await openStory({ open }, storyId);
    this.#asked = 0;
    await this.#ask(this.#talk, QUICK);
    return storyId;
  }

  /** `modelAt`: when the model sent its first word, in milliseconds since the message was sent. */
  async ask(plan: ReplyPlan): Promise<Reply & { modelAt: number }> {
    if (this.#talk === null || this.#asked >= SENDS_A_STORY) await this.begin();
    if (this.#talk === null) throw new Error("A story has just been opened.");
    return this.#ask(this.#talk, plan);
  }

  close(): void {
    this.#talk?.line.close();
  }

  async #ask(talk: Talk, plan: ReplyPlan): Promise<Reply & { modelAt: number }> {
    this.#asked += 1;
    const startedAt = Date.now();
    const reply = await talk.ask(plan);
    await delay(8 * DISTANCE_MS); // its settlement is far away, too
    return { ...reply, modelAt: (reply.deltas[0]?.sent ?? Number.NaN) - startedAt };
  }
}

async function setDistance(product: Product, distance: { ms: number; only: string }): Promise<void> {
  const init = { method: "PUT", body: JSON.stringify(distance) };
  await fetch(new URL("/bench/distance", product.origin), init);
}

async function time(run: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

async function signIn({ origin }: Product, issuerUrl: string): Promise<WebVisitor> {
  const person = new WebVisitor(origin, origin);
  const control = JSON.stringify({ person: { sub: SUB, name: "A reader" } });
  await fetch(`${issuerUrl}/control`, { method: "PUT", body: control });
  const begun = await person.submit("/login", { returnTo: "/home" });
  const atIssuer = await fetch(begun.headers.get("Location") ?? "", { redirect: "manual" });
  const back = new URL(atIssuer.headers.get("Location") ?? "");
  await person.submit(back.pathname + back.search, { intent: "authenticate-and-go" });
  await person.call("PATCH", `/api/users/${encodeURIComponent(SUB)}/age-confirmation`, CONSENT);
  return person;
}

async function beginStory(person: WebVisitor): Promise<string> {
  const story = await person.call("POST", "/api/stories", {
    genre: "Mystery",
    character: "A relief operator",
    description: "A voice on the harbour radio reads out the name of a lost boat.",
  });
  if (typeof story !== "object" || story === null || !("storyId" in story)) throw new Error("No story came.");
  return String(story.storyId);
}

function connect({ origin }: Product, person: WebVisitor, storyId: string): Promise<Line> {
  const headers = { Cookie: person.cookieHeader, Origin: origin };
  return Line.open(`${origin}/live/stories/${storyId}`, headers);
}

async function openLine(product: Product, person: WebVisitor, storyId: string): Promise<Line> {
  const line = await connect(product, person, storyId);
  line.send(encode({ type: "join-story", storyId }));
  await line.until((data) => data.startsWith('{"type":"joined"'));
  line.take();
  return line;
}
