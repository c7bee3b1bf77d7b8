/** The specification's times and distances. */
export const AUTOPLAY_MS = 4_000;
export const GLIDE_MS = 1_200;
/** A shorter drag springs back. */
export const SWIPE_THRESHOLD_PX = 80;

/** Embla moves in steps of a sixtieth of a second, whatever the screen does. */
const STEP_MS = 1000 / 60;

/**
 * The way from one place to another in a time, slower towards its end. Embla's own movement is a spring, whose `duration`
 * is no time.
 */
export class Glide {
  readonly #steps: number;
  #from = 0;
  #to: number | null = null;
  #step = 0;

  constructor(ms: number) {
    this.#steps = Math.max(1, Math.round(ms / STEP_MS));
  }

  /** Where it is one step later. A target other than the last one begins a new way, from `location`. */
  next(location: number, target: number): number {
    if (target !== this.#to) {
      this.#from = location;
      this.#to = target;
      this.#step = 0;
    }
    this.#step += 1;
    if (this.#step >= this.#steps) return target;
    const left = 1 - this.#step / this.#steps;
    return target + (this.#from - target) * left ** 3;
  }

  /** Forgets the way that it was on. */
  rest(): void {
    this.#to = null;
  }
}

/**
 * How many slides a drag by `distance` px moves on: none below the threshold, then at least one, and as many as it has
 * passed. To the left is forwards.
 */
export function slidesMoved(distance: number, slideWidth: number): number {
  const length = Math.abs(distance);
  if (length < SWIPE_THRESHOLD_PX) return 0;
  return -Math.sign(distance) * Math.max(1, Math.round(length / slideWidth));
}

/**
 * The place that has a slide in view, with the least movement from where it is. Each of the `count` places shows one slide
 * more than the one before it.
 */
export function placeShowing(slide: number, at: { place: number; count: number; slides: number }): number {
  const inView = at.slides - at.count + 1;
  return Math.min(Math.max(at.place, slide - inView + 1), slide);
}

/** The place after or before one of `count`; past either end it begins again at the other. */
export function neighbour(place: number, by: 1 | -1, count: number): number {
  return count === 0 ? 0 : (place + by + count) % count;
}
