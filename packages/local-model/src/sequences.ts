/** What a place of the engine has read already, and when it was last used. */
export type KeptState = { tokens: readonly number[]; usedAt: number };

/** The marks between the rules and the first words of a message, in tokens. */
const MARKS = 8;

/**
 * The index of the state that a prompt goes on with: the one with the longest common beginning, if they share more than the `rules` at the
 * prompt's beginning, which many conversations have in common; else the one that was not used for the longest time.
 */
export function chooseState(states: readonly KeptState[], prompt: readonly number[], rules: number): number {
  const shared = states.map(({ tokens }) => countShared(tokens, prompt));
  const longest = Math.max(...shared);
  if (longest > rules + MARKS) return shared.indexOf(longest);
  const times = states.map(({ usedAt }) => usedAt);
  return times.indexOf(Math.min(...times));
}

/** How many tokens two texts have in common at their beginning. */
export function countShared(one: readonly number[], other: readonly number[]): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1;
  return at;
}

/** Lets one caller in at a time, in the order in which they came. */
export class Turns {
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** How many wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves when it is this caller's turn, with what ends the turn. Throws the signal's reason if it aborts before. */
  async take(signal: AbortSignal): Promise<() => void> {
    const { promise, resolve: leave } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = before.then(() => promise);
    this.#waiting += 1;
    try {
      await Promise.race([before, rejectOnAbort(signal)]);
    } catch (error) {
      leave();
      throw error;
    } finally {
      this.#waiting -= 1;
    }
    return leave;
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return promise;
}
