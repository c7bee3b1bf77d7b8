import type { Figure } from "./figures.ts";
import type { World } from "./world.ts";

export type BenchOptions = {
  /** Each round measures the product and then its baseline. */
  rounds: number;
  /** Conversations that stream at the same time. */
  streams: number;
  /** Readers of one story. */
  /** The folder of another checkout that plays the same story; `null`: none. */
  than: string | null;
  /** Exchanges of the scripted story. */
  exchanges: number;
};
export type Measure = (world: World, options: BenchOptions) => Promise<Figure[]>;
