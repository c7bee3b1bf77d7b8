import type { Genre } from "./genres.ts";
import { hashFnv1a } from "./hash.ts";
import drawings from "./motif-drawings.json" with { type: "json" };
import { truncateCharacters } from "./text.ts";

/*
 * The emblem of a person of whom there is no picture: initials, a motif, a layout and a hue. It says nothing of sex, age or
 * looks: without an image model nobody knows them.
 */

/** Degrees around the wheel; any two can be told apart. */
export const EMBLEM_HUES = [20, 60, 100, 150, 195, 255, 290, 335] as const;
/** Where the motif stands: above, below or behind the letters, or between the two of them. */
export const EMBLEM_LAYOUTS = ["above", "below", "behind", "between"] as const;

/** The motifs of each genre. People of a story have them in turn. */
const GENRE_MOTIFS = {
  Fantasy: ["tower", "crown", "moon", "tree", "key", "bird", "star", "rose"],
  "Science Fiction": ["planet", "gear", "star", "eye", "compass", "signal", "moon", "wheel"],
  Mystery: ["key", "lantern", "clock", "letter", "umbrella", "eye", "candle", "book"],
  Romance: ["rose", "heart", "ring", "letter", "bird", "moon", "cup", "leaf"],
  Horror: ["candle", "moon", "eye", "bird", "tree", "bell", "key", "house"],
  Adventure: ["compass", "anchor", "mountain", "waves", "sun", "bird", "lantern", "fish"],
  "Historical Fiction": ["quill", "crown", "bell", "candle", "wheel", "letter", "book", "tower"],
  Contemporary: ["cup", "umbrella", "letter", "house", "leaf", "sun", "book", "clock"],
  Thriller: ["clock", "eye", "key", "umbrella", "letter", "signal", "gear", "compass"],
  Western: ["sun", "wheel", "mountain", "star", "bell", "lantern", "bird", "house"],
  Dystopian: ["gear", "eye", "tower", "signal", "clock", "key", "leaf", "candle"],
  Comedy: ["umbrella", "fish", "cup", "bell", "star", "sun", "letter", "wheel"],
  Drama: ["ring", "rose", "letter", "candle", "clock", "book", "moon", "heart"],
  "Open Genre": ["star", "leaf", "waves", "sun", "book", "key", "bird", "compass"],
} as const satisfies Record<Genre, readonly string[]>;

export type EmblemMotif = (typeof GENRE_MOTIFS)[Genre][number];
export const EMBLEM_MOTIFS = [...new Set(Object.values(GENRE_MOTIFS).flat())];

/** On a grid of 100: a surface (its holes by the even-odd rule), lines, or both. */
type Drawing = { fill?: string; line?: string; width?: number };
export const MOTIF_DRAWINGS: Record<EmblemMotif, Drawing> = drawings;

export type EmblemDesign = {
  hue: (typeof EMBLEM_HUES)[number];
  motif: EmblemMotif;
  layout: (typeof EMBLEM_LAYOUTS)[number];
};

/**
 * The emblem of somebody who appears in a story, next to those who are there already: the hue that the fewest have and that is farthest
 * from theirs, then the motif and the layout that the fewest have. `seed` decides where nothing else does.
 */
export function chooseEmblem(genre: Genre, seed: string, taken: readonly EmblemDesign[] = []): EmblemDesign {
  const number = hashFnv1a(seed);
  const hues = taken.map(({ hue }) => hue);
  const free = keepRarest(turn(EMBLEM_HUES, number >>> 4), hues);
  const hue = free.reduce((best, one) => (findGap(one, hues) > findGap(best, hues) ? one : best));
  const motif = keepRarest(
    turn(GENRE_MOTIFS[genre], number >>> 12),
    taken.map((one) => one.motif),
  )[0];
  const layout = keepRarest(
    turn(EMBLEM_LAYOUTS, (number >>> 20) + taken.length),
    taken.filter((one) => one.motif === motif).map((one) => one.layout),
  )[0];
  return { hue, motif, layout };
}

type Some<T> = readonly [T, ...T[]];

/** The same list, begun elsewhere. */
function turn<T>(list: Some<T>, by: number): Some<T> {
  const start = by % list.length;
  return [list[start] ?? list[0], ...list.slice(start + 1), ...list.slice(0, start)];
}

/** Those that are used least, in their order. */
function keepRarest<T>(list: Some<T>, used: readonly T[]): Some<T> {
  const counts = list.map((one) => used.filter((other) => other === one).length);
  const least = Math.min(...counts);
  const [first = list[0], ...rest] = list.filter((_, index) => counts[index] === least);
  return [first, ...rest];
}

/** Degrees to the nearest of some hues. */
function findGap(hue: number, others: readonly number[]): number {
  return Math.min(180, ...others.map((other) => 180 - Math.abs(180 - (Math.abs(hue - other) % 360))));
}

/** Words before a name that are no part of it. */
const TITLES =
  /^(?:the|old|young|captain|capt|dr|doctor|mr|mrs|ms|miss|mx|sir|lady|lord|king|queen|prince|princess|professor|prof|sister|brother|father|mother|aunt|uncle|saint|st|don|doña|madame|monsieur|herr|frau)\.?$/iu;
/** Words of a name of which both initials are shown. */
const INITIALS_WORDS_MAX = 3;

/** The letters of an emblem: two for a Latin name of two or three words, one for every other name, none where it has none. */
export function toInitials(name: string): string {
  const words = name.split(/[\s_]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const own = words.filter((word) => !TITLES.test(word));
  const [first, ...rest] = own.length > 0 ? own : words;
  if (first === undefined) return "";
  const last = rest.at(-1);
  const isShort = last !== undefined && rest.length < INITIALS_WORDS_MAX;
  const isLatin = /^[\p{Script=Latin}\p{M}\p{P}\p{N}\s]+$/u.test(first + (last ?? ""));
  return toInitial(first) + (isShort && isLatin ? toInitial(last) : "");
}

function toInitial(word: string): string {
  return truncateCharacters(word.replace(/^[^\p{L}\p{N}]+/u, "").toUpperCase(), 1);
}
