import { CONVERSATION_LIMITS } from "#domain/rate-limits.ts";
import { TURN_KINDS, type TurnKind } from "#domain/turn-kinds.ts";
import { SlidingWindow } from "./sliding-window.ts";
import type { TurnStore } from "./turn-store.ts";

const { sends, regenerations, stops, selections, changes } = CONVERSATION_LIMITS;

type Windows = Record<"sends" | "regenerations" | "stops" | "selections" | "changes", SlidingWindow>;

/**
 * Counts what the owner requests, exactly. The counts are in memory, so that nothing is written for them. After an eviction
 * the first use restores them from the turns on disk. Requests without a turn (a refused send, a selection) are not restored;
 * but an object that gets requests is not evicted.
 */
export class RequestLimits {
  readonly #turns: Pick<TurnStore, "findLatest">;
  #windows: Windows | null = null;

  constructor(turns: Pick<TurnStore, "findLatest">) {
    this.#turns = turns;
  }

  /** Counts a request of that kind and returns `null`, or counts nothing and returns in how many seconds it may be made. */
  takeTurn(kind: TurnKind): number | null {
    return this.#open()[TURN_KINDS[kind].limit].take();
  }

  takeStop(): number | null {
    return this.#open().stops.take();
  }

  takeSelection(): number | null {
    return this.#open().selections.take();
  }

  takeChange(): number | null {
    return this.#open().changes.take();
  }

  #open(): Windows {
    this.#windows ??= this.#restore();
    return this.#windows;
  }

  #restore(): Windows {
    // The most turns that can count within a minute.
    const latest = this.#turns.findLatest(sends.limit + regenerations.limit);
    const listTimes = (fits: (turn: (typeof latest)[number]) => boolean) =>
      latest
        .filter(fits)
        .map(({ askedAt }) => askedAt)
        .reverse();
    return {
      sends: new SlidingWindow(
        sends,
        listTimes(({ kind }) => TURN_KINDS[kind].limit === "sends"),
      ),
      regenerations: new SlidingWindow(
        regenerations,
        listTimes(({ kind }) => TURN_KINDS[kind].limit === "regenerations"),
      ),
      stops: new SlidingWindow(
        stops,
        listTimes(({ state }) => state === "stopped"),
      ),
      selections: new SlidingWindow(selections),
      changes: new SlidingWindow(changes),
    };
  }
}
