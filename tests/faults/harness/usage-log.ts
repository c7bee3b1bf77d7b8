import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import type { Product } from "#tests/harness/product.ts";

const SAMPLE_EVERY_MS = 5_000;
const MB = 1_048_576;

/** A life that was cut short by the end of the run is not compared. */
const WHOLE_LIFE = 0.6;
/** How much more a later life may have at its end than the first one. */
const MEMORY_RATIO_MOST = 1.3;
const HANDLES_RATIO_MOST = 1.5;

type Sample = { seconds: number; turns: number; bytes: number; handles: number };

/** The memory and the open handles of a product, through all its lives between two kills. */
export class UsageLog {
  readonly #product: Product;
  readonly #countTurns: () => number;
  readonly #lives: Sample[][] = [];

  constructor(product: Product, countTurns: () => number) {
    this.#product = product;
    this.#countTurns = countTurns;
  }

  /** Takes samples of one life until it is over. */
  async watchLife(over: AbortSignal): Promise<void> {
    const samples: Sample[] = [];
    this.#lives.push(samples);
    const began = Date.now();
    while (!over.aborted) {
      const [bytes, handles] = await Promise.all([this.#product.memory(), this.#product.handles()]);
      const seconds = Math.round((Date.now() - began) / 1_000);
      samples.push({ seconds, turns: this.#countTurns(), bytes, handles });
      await wait(SAMPLE_EVERY_MS, undefined, { signal: over }).catch(() => undefined);
    }
  }

  /** A row for each life: memory in MB and handles at its middle and its end, and what a turn has added in between. */
  lives() {
    return this.#lives.flatMap((samples) => {
      const middle = samples[Math.floor(samples.length / 2)];
      const end = samples.at(-1);
      if (!middle || !end) return [];
      const turns = end.turns - middle.turns;
      return {
        seconds: end.seconds,
        turns: end.turns - (samples[0]?.turns ?? 0),
        middleMb: Math.round(middle.bytes / MB),
        endMb: Math.round(end.bytes / MB),
        kbATurn: Math.round((end.bytes - middle.bytes) / 1024 / Math.max(1, turns)),
        middleHandles: middle.handles,
        endHandles: end.handles,
      };
    });
  }

  /**
   * Compares every whole life with the first one. A server that loads more and more from its files would be larger in each
   * life than in the one before.
   */
  expectFlat(lifeMs: number): void {
    const [first, ...others] = this.lives().filter(({ seconds }) => seconds * 1_000 > lifeMs * WHOLE_LIFE);
    if (first === undefined) throw new Error("No life was long enough to be compared.");
    for (const life of others) {
      expect(life.endMb, "memory in MB").toBeLessThan(first.endMb * MEMORY_RATIO_MOST);
      expect(life.endHandles, "open handles").toBeLessThan(first.endHandles * HANDLES_RATIO_MOST);
    }
  }
}
