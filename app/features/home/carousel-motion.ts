/** The specification's times and distances. */
export const AUTOPLAY_MS = 4_000;
export const GLIDE_MS = 1_200;
/** A shorter drag or swipe springs back. */
const SWIPE_THRESHOLD_PX = 80;

/** How far a glide has come after so many milliseconds: 0 to 1, slower towards its end. */
export function easeGlide(elapsedMs: number): number {
  const left = 1 - Math.min(1, Math.max(0, elapsedMs / GLIDE_MS));
  return 1 - left ** 3;
}

/**
 * How many slides a drag by `distance` px moves on: none below the threshold, then at least one, and as many as it has
 * passed. To the left is forwards.
 */
export function countSlidesMoved(distance: number, slideWidth: number): number {
  const length = Math.abs(distance);
  if (length < SWIPE_THRESHOLD_PX) return 0;
  return -Math.sign(distance) * Math.max(1, Math.round(length / slideWidth));
}

/**
 * The place that has a slide in view, with the least movement from where it is. Each of the `count` places shows one slide
 * more than the one before it.
 */
export function findPlaceShowing(
  slide: number,
  at: { place: number; count: number; slides: number },
): number {
  const inView = at.slides - at.count + 1;
  return Math.min(Math.max(at.place, slide - inView + 1), slide);
}

/** The place after or before one of `count`; past either end it begins again at the other. */
export function findNeighbour(place: number, by: 1 | -1, count: number): number {
  return count === 0 ? 0 : (place + by + count) % count;
}
