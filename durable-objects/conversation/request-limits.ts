import { CONVERSATION_LIMITS } from "#domain/rate-limits.ts";
import { TURN_KINDS, type TurnKind } from "#domain/turn-kinds.ts";
import { SlidingWindow } from "./sliding-window.ts";

const { sends, regenerations, stops, selections, changes } = CONVERSATION_LIMITS;

/** Counts what the owner requests, exactly, in memory: nothing is written for it. An object that gets requests is not evicted. */
export class RequestLimits {
  readonly #windows = {
    sends: new SlidingWindow(sends),
    regenerations: new SlidingWindow(regenerations),
    stops: new SlidingWindow(stops),
    selections: new SlidingWindow(selections),
    changes: new SlidingWindow(changes),
  };

  /** Counts a request of that kind and returns `null`, or counts nothing and returns in how many seconds it may be made. */
  takeTurn(kind: TurnKind): number | null {
    return this.#windows[TURN_KINDS[kind].limit].take();
  }

  takeStop(): number | null {
    return this.#windows.stops.take();
  }

  takeSelection(): number | null {
    return this.#windows.selections.take();
  }

  takeChange(): number | null {
    return this.#windows.changes.take();
  }
}
