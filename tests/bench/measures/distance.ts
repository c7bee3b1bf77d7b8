import { setTimeout as delay } from "node:timers/promises";
import { encode } from "#domain/protocol.ts";
import { startFakeIssuer } from "#tests/fakes/issuer.ts";
import { CONSENT } from "#tests/faults/harness/reader.ts";
import { WebVisitor } from "#tests/faults/harness/web-visitor.ts";
import { Product } from "#tests/harness/product.ts";
import { makeAllPremium } from "#tests/harness/seed.ts";
import type { Measure } from "../harness/figures.ts";
import { type Figure, figureOf, median, type Round } from "../harness/figures.ts";
import { Line } from "../harness/line.ts";
import { startProgram } from "../harness/program.ts";
import { openStory, type Reply, type ReplyPlan, type Talk } from "../harness/talk.ts";
import { productSettings } from "../harness/world.ts";

/** Before each call of D1, while a model takes this long to its first word. */
const DATABASE_MS = 100;
const FIRST_WORD_MS = 300;
const SAMPLES = 3;
const QUICK: ReplyPlan = { pieces: 2, everyMs: 0 };
/** Fewer than one story takes in a minute. */
const SENDS_A_STORY = 20;
const SUB = "bench|far-away";

/** How long the first word takes with D1 far away, to D1 beside it. `tests/workers/routes/rounds.test.ts` counts calls that wait. */
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
    const figure = await measureFirstWord(product, writer, rounds);
    writer.close();
    return [figure];
  } finally {
    await product.dispose();
    await Promise.all([model.stop(), issuer.close()]);
  }
};

async function measureFirstWord(product: Product, writer: Writer, count: number): Promise<Figure> {
  const sample = async (ms: number) => {
    await setDistance(product, ms);
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
  await setDistance(product, 0);
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
  async #begin(): Promise<void> {
    this.close();
    const storyId = await beginStory(this.#person);
    const open = (id: string) => openLine(this.#product, this.#person, id);
    this.#talk = await openStory({ open }, storyId);
    this.#asked = 0;
    await this.#ask(this.#talk, QUICK);
  }

  async ask(plan: ReplyPlan): Promise<Reply> {
    if (this.#talk === null || this.#asked >= SENDS_A_STORY) await this.#begin();
    if (this.#talk === null) throw new Error("A story has just been opened.");
    return this.#ask(this.#talk, plan);
  }

  close(): void {
    this.#talk?.line.close();
  }

  async #ask(talk: Talk, plan: ReplyPlan): Promise<Reply> {
    this.#asked += 1;
    const reply = await talk.ask(plan);
    await delay(4 * DATABASE_MS); // its settlement is far away, too
    return reply;
  }
}

async function setDistance(product: Product, ms: number): Promise<void> {
  const init = { method: "PUT", body: JSON.stringify(ms) };
  await fetch(new URL("/bench/distance", product.origin), init);
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
