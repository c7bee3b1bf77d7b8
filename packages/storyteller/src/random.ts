/** A repeatable source of chance: the same seed gives the same story. */
export class Random {
  #state: number;

  constructor(seed: string | number) {
    this.#state = typeof seed === "number" ? seed >>> 0 : hashText(seed);
  }

  /** At least 0, less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** One of the items. Throws a `RangeError` on an empty list. */
  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new RangeError("There is nothing to pick from.");
    return item;
  }

  /** All items, in another order (Fisher–Yates). */
  shuffle<T>(items: readonly T[]): T[] {
    const left = [...items];
    const mixed: T[] = [];
    while (left.length > 0) mixed.push(...left.splice(Math.floor(this.next() * left.length), 1));
    return mixed;
  }
}

/** A 32-bit hash of a text (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
