/**
 * The one place where what a model's context leaves is divided among memory, people and messages, each a part with its limits. A new part,
 * such as a lorebook, is one more entry of the list.
 */

/** A part that needs tokens. Its items are taken in order, as long as they fit. */
type PartRequest<Name extends string> = {
  name: Name;
  /** Tokens of each item, the most important first; read only as far as they fit. */
  items: Iterable<number>;
  /** Tokens that it takes at most. */
  atMost?: number;
  /** Tokens that parts before it in the list leave to it. */
  atLeast?: number;
};

/**
 * Divides tokens among parts; returns the number of items that each may have. The parts follow in the order of the list; each may take what
 * is left, except what later parts are guaranteed. An item is taken whole or not at all, and a part ends at the first item that does not
 * fit, so that a less important item never takes the place of a more important one.
 */
export function allocate<Name extends string>(
  tokens: number,
  requests: readonly PartRequest<Name>[],
): Record<Name, number> {
  const taken = new Map<Name, number>();
  let left = tokens;
  let promised = requests.reduce((sum, { atLeast = 0 }) => sum + atLeast, 0);
  for (const { name, items, atMost = Number.POSITIVE_INFINITY, atLeast = 0 } of requests) {
    promised -= atLeast;
    const used = take(items, Math.min(left - promised, atMost));
    taken.set(name, used.items);
    left -= used.tokens;
  }
  return Object.fromEntries(taken) as Record<Name, number>;
}

function take(items: Iterable<number>, room: number): { items: number; tokens: number } {
  let count = 0;
  let tokens = 0;
  for (const item of items) {
    if (tokens + item > room) break;
    count += 1;
    tokens += item;
  }
  return { items: count, tokens };
}
