import { expect, test } from "vitest";
import { GLIDE_MS, Glide, neighbour, placeShowing, slidesMoved } from "#app/features/home/carousel-motion.ts";

const STEP_MS = 1000 / 60;

/** All places of a glide, from `from` until it has arrived. */
function ride(glide: Glide, from: number, to: number): number[] {
  const places = [];
  for (let place = from; place !== to; ) {
    place = glide.next(place, to);
    places.push(place);
    if (places.length > 1000) throw new Error("It never arrives.");
  }
  return places;
}

test("a glide takes 1200 ms, whatever its length, and ends exactly where it was to end", () => {
  for (const to of [-307, -3, -1500]) {
    expect(ride(new Glide(GLIDE_MS), 0, to).length * STEP_MS).toBeCloseTo(1200, 0);
  }
});

test("a glide never turns round, and is slower towards its end", () => {
  const places = [0, ...ride(new Glide(GLIDE_MS), 0, -300)];
  const steps = places.slice(1).map((place, index) => (places[index] ?? 0) - place);
  expect(steps.every((step) => step > 0)).toBe(true);
  expect(steps[0]).toBeGreaterThan((steps.at(-2) ?? 0) * 10);
});

test("another target on the way begins a new glide from where it is, of the full time", () => {
  const glide = new Glide(GLIDE_MS);
  let place = 0;
  for (let step = 0; step < 20; step += 1) place = glide.next(place, -300);
  const next = glide.next(place, -600);
  expect(next).toBeLessThan(place);
  expect(place - next).toBeLessThan(60);
  expect(ride(glide, next, -600).length + 1).toBe(72);
});

test("after a rest the same target is a new way", () => {
  const glide = new Glide(GLIDE_MS);
  ride(glide, 0, -300);
  glide.rest();
  expect(ride(glide, -250, -300)).toHaveLength(72);
});

test.each([
  [0, 0],
  [79, 0],
  [-79, 0],
  [-80, 1],
  [80, -1],
  [-279, 1],
  [-560, 2],
  [700, -3],
])("a drag by %d px moves %d slides of 279 px on", (distance, moved) => {
  expect(slidesMoved(distance, 279)).toBe(moved);
});

test.each([
  { slide: 0, place: 0, to: 0 },
  { slide: 3, place: 0, to: 0 },
  { slide: 4, place: 0, to: 1 },
  { slide: 5, place: 0, to: 2 },
  { slide: 5, place: 2, to: 2 },
  { slide: 1, place: 2, to: 1 },
])(
  "of six slides, four in view: slide $slide is in view from place $place at $to",
  ({ slide, place, to }) => {
    expect(placeShowing(slide, { place, count: 3, slides: 6 })).toBe(to);
  },
);

test("where one slide is in view each has a place of its own", () => {
  expect(placeShowing(4, { place: 1, count: 6, slides: 6 })).toBe(4);
  expect(placeShowing(0, { place: 5, count: 6, slides: 6 })).toBe(0);
});

test("past the last place the first one comes, and before the first the last", () => {
  expect(neighbour(1, 1, 3)).toBe(2);
  expect(neighbour(2, 1, 3)).toBe(0);
  expect(neighbour(0, -1, 3)).toBe(2);
  expect(neighbour(0, 1, 0)).toBe(0);
});
