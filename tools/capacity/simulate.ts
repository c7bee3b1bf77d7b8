/** One database with one writer in the busiest hour. */
export type Load = { writesPerS: number; readsPerS: number; writeMs: number; readMs: number };
/** Milliseconds that a round trip waits for those before it. `busy`: the share of the time in which the writer works. */
export type Waits = { busy: number; median: number; p99: number; longest: number };

const SECONDS = 600;
/** Bursts: now and then many people come within some seconds, for example after a newsletter. */
const BURST_EVERY_S = 120;
const BURST_S = 10;
const BURST = 2;

/** Random numbers from 0 to 1 that depend only on the seed, so that the figures stay the same. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

/** Ten minutes of round trips that come by chance and are served one after another. A formula for averages hides the bursts. */
export function simulateDatabase({ writesPerS, readsPerS, writeMs, readMs }: Load): Waits {
  const random = createRandom(20_261_122);
  const drawExponential = (mean: number) => -Math.log(random()) * mean;
  const rate = writesPerS + readsPerS;
  const waits: number[] = [];
  let now = 0;
  let freeAt = 0;
  let worked = 0;
  while (now < SECONDS * 1000) {
    const isBurst = (now / 1000) % BURST_EVERY_S < BURST_S;
    now += drawExponential(1000 / (rate * (isBurst ? BURST : 1)));
    const service = drawExponential(random() < writesPerS / rate ? writeMs : readMs);
    waits.push(Math.max(0, freeAt - now));
    freeAt = Math.max(freeAt, now) + service;
    worked += service;
  }
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;
  return { busy: worked / (SECONDS * 1000), median: at(0.5), p99: at(0.99), longest: at(1) };
}
