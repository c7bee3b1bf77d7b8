import { watchBindings } from "#tests/harness/watched-bindings.ts";

/** After this many turns of the event loop without a new call, everything waits for the calls that are held back. */
const QUIET_TURNS = 30;

/**
 * Counts how many calls of D1, KV, R2 and objects something makes one after another. Calls are held back until nothing else
 * can happen, then all of them are made: that is one round. So the number does not depend on time.
 */
export class Rounds {
  /** The calls of each round, by name. */
  readonly rounds: string[][] = [];
  #held: { name: string; isReleased: boolean }[] = [];
  #underWay = 0;
  #isCounting = false;

  /** The environment whose calls are counted. */
  watch<Bindings extends object>(env: Bindings): Bindings {
    return watchBindings(env, (name, call) => this.around(name, call));
  }

  /** One call, held back while rounds are counted. It polls, because an object can't wait for a promise from outside of it. */
  async around<T>(name: string, call: () => Promise<T>): Promise<T> {
    if (!this.#isCounting) return call();
    const held = { name, isReleased: false };
    this.#held.push(held);
    while (!held.isReleased) await new Promise((resolve) => setTimeout(resolve, 1));
    try {
      return await call();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Runs something to its end and returns the rounds that it took. */
  async count(run: () => Promise<unknown>): Promise<string[][]> {
    this.rounds.length = 0;
    this.#isCounting = true;
    let isOver = false;
    const ended = run().finally(() => {
      isOver = true;
    });
    ended.catch(() => undefined);
    while (!isOver) {
      await this.#quiet(() => isOver);
      if (this.#held.length > 0 && !isOver) this.rounds.push(this.#held.map(({ name }) => name).sort());
      this.#release();
    }
    this.#isCounting = false;
    this.#release();
    await ended;
    return this.rounds;
  }

  #release(): void {
    this.#underWay += this.#held.length;
    for (const held of this.#held.splice(0)) held.isReleased = true;
  }

  async #quiet(isOver: () => boolean): Promise<void> {
    let held = -1;
    for (let turns = 0; turns < QUIET_TURNS && !isOver(); turns += 1) {
      if (this.#underWay > 0 || this.#held.length !== held) turns = 0;
      held = this.#held.length;
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
}
