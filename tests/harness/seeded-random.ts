/** Numbers from 0 to 1 that depend only on the seed (mulberry32), so that a failure can be repeated. */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of a list, which has at least one. */
export function pick<T>(random: () => number, list: readonly T[]): T {
  const picked = list[Math.floor(random() * list.length)];
  if (picked === undefined) throw new Error("There is nothing to pick from.");
  return picked;
}
