import type { Inks } from "./inks.ts";

/** One picture of a genre, on a field of 300 × 420; the middle 340 of its height are in every shape. */
export type Motif = {
  draw: (inks: Inks, random: Random) => string;
  /** Has a sky of its own, or none: no pattern is laid behind it. */
  plain?: boolean;
};

/** Numbers from 0 to 1 that follow from a seed: the same ones every time. */
export type Random = () => number;

/** mulberry32. */
export function createSeededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of a list, which has at least one. */
export function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random() * list.length)] ?? list[0];
}

export function between(random: Random, from: number, to: number): number {
  return from + random() * (to - from);
}

/** To a tenth: enough for a picture, and half the bytes. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join("");
}

export function stars(inks: Inks, random: Random, count: number, lowest = 250): string {
  const dots = times(count, () => {
    const x = round(between(random, 20, 280));
    const y = round(between(random, 20, lowest));
    return `<circle cx="${x}" cy="${y}" r="${round(between(random, 0.7, 2))}"/>`;
  });
  return `<g fill="${inks.paper}" opacity=".75">${dots}</g>`;
}

/** A sun or a full moon; with lines, it sinks into haze. */
export function disc(
  inks: Inks,
  at: { x: number; y: number; radius: number; fill: string; lines?: boolean },
): string {
  const { radius, fill, lines = false } = at;
  const x = round(at.x);
  const y = round(at.y);
  const bars = times(lines ? 5 : 0, (index) => {
    const top = round(y + radius * (0.18 + index * 0.17));
    return `<rect x="${x - radius - 2}" y="${top}" width="${2 * radius + 4}" height="${round(1.2 + index * 1.1)}"/>`;
  });
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/><g fill="${inks.sky}">${bars}</g>`;
}

/** The sea, from `top` down. */
export function waves(inks: Inks, random: Random, top: number): string {
  const lines = times(5, (row) => {
    const start = round(-20 - random() * 30);
    const swell = times(11, () => ` q8.5 ${6 + row} 17 0 t17 0`);
    const [stroke, opacity] = row % 2 === 0 ? [inks.ink, 0.8] : [inks.far, 0.75];
    return `<path d="M${start} ${top + 10 + row * 20}${swell}" stroke="${stroke}" stroke-width="${round(2 + row * 0.7)}" opacity="${opacity}"/>`;
  });
  return `<rect y="${top}" width="300" height="${420 - top}" fill="${inks.mid}"/><g fill="none" stroke-linecap="round">${lines}</g>`;
}
