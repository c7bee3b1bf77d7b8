import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type FakeIssuer, startFakeIssuer } from "#tests/fakes/issuer.ts";
import { createToken, toSettings } from "#tests/faults/harness/world.ts";
import { seedStories } from "#tests/harness/long-story.ts";
import { Product } from "#tests/harness/product.ts";
import { makeAllPremium } from "#tests/harness/seed.ts";
import { median, type Round } from "./figures.ts";
import { Reader } from "./line.ts";
import { type Program, startProgram } from "./program.ts";

export type WorldOptions = {
  /** People with an account, on the Premium plan. */
  readers: number;
  /** Stories that already have this many messages; each belongs to a person of its own. */
  seeded: { messages: number; stories: number; paths?: number }[];
};
export type SeededStory = { reader: Reader; storyId: string; messages: number; paths: number };

/** The product, the relay and the model server for both, each a process of its own on an empty state. */
export class World {
  readonly product: Product;
  #relay: Program;
  readonly readers: Reader[];
  readonly seeded: SeededStory[];
  readonly #startRelay: () => Promise<Program>;
  readonly #end: () => Promise<void>;

  private constructor(parts: {
    product: Product;
    relay: Program;
    startRelay: () => Promise<Program>;
    readers: Reader[];
    seeded: SeededStory[];
    end: () => Promise<void>;
  }) {
    this.product = parts.product;
    this.#relay = parts.relay;
    this.#startRelay = parts.startRelay;
    this.readers = parts.readers;
    this.seeded = parts.seeded;
    this.#end = parts.end;
  }

  static async start({ readers: count, seeded: wanted }: WorldOptions): Promise<World> {
    const model = await startProgram("tests/bench/model.ts");
    const relayState = await mkdtemp(path.join(tmpdir(), "talespark-relay-"));
    const startRelay = () => startProgram("tests/bench/relay/main.ts", `${model.url}/v1`, relayState);
    const relay = await startRelay();
    const issuer = await startFakeIssuer();
    const product = await Product.start({ env: toSettings(model, issuer) });
    const newReader = createReaders(product.origin, issuer);

    const readers: Reader[] = [];
    for (let index = 0; index < count; index += 1) readers.push(await newReader());
    const seeded: SeededStory[] = [];
    for (const { messages, stories, paths = 0 } of wanted) {
      for (let index = 0; index < stories; index += 1) {
        const reader = await newReader();
        const storyId = await reader.api.beginStory();
        (await reader.open(storyId)).close(); // its object now knows the id of its story
        seeded.push({ reader, storyId, messages, paths });
      }
    }
    await product.stop();
    makeAllPremium(product.stateDir);
    seedStories(
      product.stateDir,
      new Map(seeded.map(({ storyId, messages, paths }) => [storyId, { messages, paths }])),
    );
    await product.startAgain();

    return new World({
      product,
      relay,
      startRelay,
      readers,
      seeded,
      end: async () => {
        await product.dispose();
        await Promise.all([model.stop(), issuer.close()]);
        await rm(relayState, { recursive: true, force: true });
      },
    });
  }

  /** A person who does not take part in the other measurements. */
  reader(index = 0): Reader {
    const reader = this.readers[index];
    if (reader === undefined) throw new Error("There are fewer readers.");
    return reader;
  }

  get relay(): Program {
    return this.#relay;
  }

  /** Starts the product and the relay again. Whoever is connected loses their connection. */
  async restart(): Promise<void> {
    await Promise.all([this.product.stop(), this.#relay.stop()]);
    await this.product.startAgain();
    this.#relay = await this.#startRelay();
  }

  async stop(): Promise<void> {
    await this.#relay.stop();
    await this.#end();
  }
}

/** Makes people with an account, one at each call. */
export function createReaders(origin: string, issuer: FakeIssuer): () => Promise<Reader> {
  return async () => {
    const sub = `bench|${crypto.randomUUID()}`;
    const reader = new Reader(origin, sub, await createToken(issuer, sub));
    await reader.api.settleIn();
    return reader;
  };
}

/** Medians of both in turn: the machine is as busy for one as for the other, and the second of a pair is faster. */
export async function compareInTurn(
  stories: readonly SeededStory[],
  baselines: readonly SeededStory[],
  act: (story: SeededStory) => Promise<number>,
): Promise<Round> {
  const times: { product: number[]; baseline: number[] } = { product: [], baseline: [] };
  for (const [index, story] of stories.entries()) {
    const baseline = baselines[index % baselines.length];
    if (baseline === undefined) continue;
    const isFirst = index % 2 === 0;
    if (isFirst) times.product.push(await act(story));
    times.baseline.push(await act(baseline));
    if (!isFirst) times.product.push(await act(story));
  }
  return { product: median(times.product), baseline: median(times.baseline) };
}
