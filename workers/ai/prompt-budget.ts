/**
 * The one place where a model's context is divided: instructions, facts, people, memory, messages and the reply, each a part
 * with its limits. A new part, such as a lorebook, is one more entry of the list.
 */

/** A part that needs tokens. Its items are taken in order, as long as they fit. */
export type PartRequest<Name extends string> = {
  name: Name;
  /** Tokens of each item, the most important first; read only as far as they fit. */
  items: Iterable<number>;
  /** All of it is in every prompt, whatever is left for the others. */
  isRequired?: boolean;
  /** Tokens that it takes at most. */
  atMost?: number;
  /** Tokens that parts before it in the list leave to it. */
  atLeast?: number;
  /** Items that it takes at most. */
  itemsAtMost?: number;
};

/** The share of a part: the number of its items, and their tokens. */
export type PartRoom = {
  items: number;
  tokens: number;
  /** Tokens that it might have taken. */
  room: number;
};

/**
 * Divides tokens among parts. Required parts take what they need. The others follow in the order of the list; each may take
 * what is left, except what later parts are guaranteed. An item is taken whole or not at all, and a part ends at the first
 * item that does not fit, so that a less important item never takes the place of a more important one.
 */
export function allocate<Name extends string>(
  tokens: number,
  requests: readonly PartRequest<Name>[],
): Record<Name, PartRoom> {
  const rooms = new Map<Name, PartRoom>();
  let left = tokens;
  for (const request of requests) {
    if (!request.isRequired) continue;
    const taken = take(request, Number.POSITIVE_INFINITY);
    rooms.set(request.name, taken);
    left -= taken.tokens;
  }
  const others = requests.filter(({ isRequired }) => !isRequired);
  let promised = others.reduce((sum, { atLeast = 0 }) => sum + atLeast, 0);
  for (const request of others) {
    promised -= request.atLeast ?? 0;
    const room = Math.max(0, Math.min(left - promised, request.atMost ?? Number.POSITIVE_INFINITY));
    const taken = take(request, room);
    rooms.set(request.name, taken);
    left -= taken.tokens;
  }
  return Object.fromEntries(rooms) as Record<Name, PartRoom>;
}

function take<Name extends string>(
  { items, itemsAtMost = Number.POSITIVE_INFINITY }: PartRequest<Name>,
  room: number,
): PartRoom {
  let count = 0;
  let tokens = 0;
  for (const item of items) {
    if (count >= itemsAtMost || tokens + item > room) break;
    count += 1;
    tokens += item;
  }
  return { items: count, tokens, room };
}
