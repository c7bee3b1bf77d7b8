import { expect, test } from "vitest";
import {
  countSlidesMoved,
  easeGlide,
  findNeighbour,
  findPlaceShowing,
} from "#app/features/home/carousel-motion.ts";

test("a glide takes 1200 ms and ends exactly at its target", () => {
  expect(easeGlide(0)).toBe(0);
  expect(easeGlide(1_199)).toBeLessThan(1);
  expect(easeGlide(1_200)).toBe(1);
  expect(easeGlide(9_000)).toBe(1);
});

test("a glide never turns round, and is slower towards its end", () => {
  const steps = Array.from({ length: 72 }, (_, index) => index * (1_200 / 72)).map(
    (at) => easeGlide(at + 1_200 / 72) - easeGlide(at),
  );
  expect(steps.every((step) => step > 0)).toBe(true);
  expect(steps[0]).toBeGreaterThan((steps.at(-1) ?? 0) * 10);
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
  expect(countSlidesMoved(distance, 279)).toBe(moved);
});

test.each([
  { slide: 0, place: 0, to: 0 },
  { slide: 3, place: 0, to: 0 },
  { slide: 4, place: 0, to: 1 },
  { slide: 5, place: 2, to: 2 },
  { slide: 1, place: 2, to: 1 },
])(
  "of six slides, four in view: slide $slide is in view from place $place at $to",
  ({ slide, place, to }) => {
    expect(findPlaceShowing(slide, { place, count: 3, slides: 6 })).toBe(to);
  },
);

test("if one slide is in view, each slide has its own position", () => {
  expect(findPlaceShowing(4, { place: 1, count: 6, slides: 6 })).toBe(4);
  expect(findPlaceShowing(0, { place: 5, count: 6, slides: 6 })).toBe(0);
});

test("past the last place the first one comes, and before the first the last", () => {
  expect(findNeighbour(1, 1, 3)).toBe(2);
  expect(findNeighbour(2, 1, 3)).toBe(0);
  expect(findNeighbour(0, -1, 3)).toBe(2);
  expect(findNeighbour(0, 1, 0)).toBe(0);
});
