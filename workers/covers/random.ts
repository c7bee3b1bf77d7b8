/** Numbers from 0 to 1 that follow from a seed: the same ones every time. */
export type Random = () => number;

/** mulberry32. */
export function createSeededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of a list, which has at least one. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const picked = list[Math.floor(random() * list.length)];
  if (picked === undefined) throw new Error("There is nothing to pick from.");
  return picked;
}

export function between(random: Random, from: number, to: number): number {
  return from + random() * (to - from);
}
