import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startFakeIssuer } from "#tests/fakes/issuer.ts";
import { createToken, toSettings } from "#tests/faults/harness/world.ts";
import { seedStories } from "#tests/harness/long-story.ts";
import { Product } from "#tests/harness/product.ts";
import { type Program, startProgram } from "#tests/harness/program.ts";
import { makeAllPremium } from "#tests/harness/seed.ts";
import { Reader } from "./line.ts";

export type WorldOptions = {
  /** People with an account, on the Premium plan. */
  readers?: number;
  /** Stories that already have this many messages; each belongs to a person of its own. */
  seeded?: readonly Size[];
  /** The program that starts the product; absent: that of `npm start`. */
  start?: string;
  /** The model server; absent: the scripted one. */
  model?: Pick<Program, "url" | "stop">;
};
/** How long a story is, how many paths leave it, and how many stories there are of that size. */
export type Size = { messages: number; paths: number; stories: number };
export type SeededStory = { reader: Reader; storyId: string; size: Size };

/** The product, the relay and the model server for both, each a process of its own on an empty state. */
export type World = {
  product: Product;
  seeded: SeededStory[];
  /** A person who does not take part in the other measurements. */
  reader: (index?: number) => Reader;
  relay: () => Program;
  /** Starts the product and the relay again. Whoever is connected loses their connection. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { readers: count = 1, seeded: sizes = [], start } = options;
  const model = options.model ?? (await startProgram("tests/bench/model.ts"));
  const relayState = await mkdtemp(path.join(tmpdir(), "talespark-relay-"));
  const startRelay = () => startProgram("tests/bench/relay/main.ts", `${model.url}/v1`, relayState);
  let relay = await startRelay();
  const issuer = await startFakeIssuer();
  const product = await Product.start({
    env: toSettings(model, issuer),
    ...(start === undefined ? {} : { start }),
  });

  async function newReader(): Promise<Reader> {
    const sub = `bench|${crypto.randomUUID()}`;
    const reader = new Reader(product.origin, sub, await createToken(issuer, sub));
    await reader.settleIn();
    return reader;
  }
  const readers: Reader[] = [];
  for (let index = 0; index < count; index += 1) readers.push(await newReader());
  const seeded: SeededStory[] = [];
  for (const size of sizes) {
    for (let index = 0; index < size.stories; index += 1) {
      const reader = await newReader();
      const storyId = await reader.beginStory();
      (await reader.openLine(storyId)).close(); // its object now knows the id of its story
      seeded.push({ reader, storyId, size });
    }
  }
  await product.stop();
  makeAllPremium(product.stateDir);
  seedStories(product.stateDir, new Map(seeded.map(({ storyId, size }) => [storyId, size])));
  await product.startAgain();

  return {
    product,
    seeded,
    reader(index = 0) {
      const reader = readers[index];
      if (reader === undefined) throw new Error("There are fewer readers.");
      return reader;
    },
    relay: () => relay,
    async restart() {
      await Promise.all([product.stop(), relay.stop()]);
      await product.startAgain();
      relay = await startRelay();
    },
    async stop() {
      await Promise.all([product.dispose(), relay.stop(), model.stop(), issuer.close()]);
      await rm(relayState, { recursive: true, force: true });
    },
  };
}
