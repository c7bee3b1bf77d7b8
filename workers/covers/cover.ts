import { COVER_SHAPES, type CoverKind, type CoverShape } from "#domain/cover.ts";
import { HOURS, type Inks, mixInks } from "./inks.ts";

/** A drawing on a field of 300 × 420; the middle 340 of its height are in every shape. */
type Drawing = {
  id: string;
  art: string;
  /** Has a sky of its own, or none: nothing is laid behind it. */
  isPlain: boolean;
};

/**
 * The drawings: a file for each genre, and one with what may lie behind them. In a drawing `var(--ink)` is a colour of `inks.ts`, a shape with a
 * class is there at these hours alone, and `{-12..12}` in a transform is a random number. Other programs leave such a transform out.
 */
const FILES = import.meta.glob<string>("./motifs/*.svg", { query: "?raw", import: "default", eager: true });
const DRAWING = /<svg id="([\w-]+)"( class="plain")?[^>]*>(.*?)<\/svg>/gs;
const SHAPE_OF_HOURS = /(<\w+) class="([a-z ]+)"([^>]*\/>)/g;
const COLOUR = /var\(--([a-z-]+)\)/g;
const RANGE = /\{(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)\}/g;

const DRAWINGS: ReadonlyMap<string, readonly Drawing[]> = new Map(
  Object.entries(FILES).map(([path, source]) => [path, readDrawings(source)]),
);

function readDrawings(source: string): Drawing[] {
  return Array.from(source.matchAll(DRAWING), ([, id = "", plain, art = ""]) => ({
    id,
    art,
    isPlain: plain !== undefined,
  }));
}

function listDrawings(file: CoverKind | "skies"): readonly Drawing[] {
  return DRAWINGS.get(`./motifs/${file}.svg`) ?? [];
}

/** Drawings that a genre has from another. */
const SHARED: Partial<Record<CoverKind, { from: CoverKind; id: string }>> = {
  mystery: { from: "adventure", id: "lighthouse" },
  adventure: { from: "historical-fiction", id: "ship" },
};

/** So far a genre's hue is turned from cover to cover: its neighbours stay tellable. */
const HUE_SHIFT_DEGREES = 9;
/** Height of the field that motifs are drawn on. */
const FIELD_HEIGHT = 420;
const KEYLINE_INSET = 11;

/**
 * A cover as an SVG document: one of the genre's motifs at an hour of the day, in three shades of its hue, a warm spark and
 * paper, inside a publisher's keyline. The same seed gives the same cover; nothing in it comes from anywhere else.
 */
export function drawCover(cover: { kind: CoverKind; seed: number; shape: CoverShape }): string {
  const random = createSeededRandom(cover.seed);
  const hour = pick(random, HOURS);
  const inks = mixInks(cover.kind, hour, between(random, -HUE_SHIFT_DEGREES, HUE_SHIFT_DEGREES));
  const motif = pick(random, listMotifs(cover.kind));
  const mirrored = random() < 0.5;
  const sky = motif.isPlain ? "" : pick(random, listDrawings("skies")).art;
  const keyline = pick(random, KEYLINES);

  const { width, height } = COVER_SHAPES[cover.shape];
  const top = (FIELD_HEIGHT - height) / 2;
  const field = `<rect width="300" height="${FIELD_HEIGHT}" fill="var(--sky)"/>`;
  const art = colourIn(field + sky + motif.art, inks, random);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${top} ${width} ${height}" width="${width}" height="${height}"><g${
    mirrored ? ' transform="translate(300 0) scale(-1 1)"' : ""
  }>${art}</g><g fill="none" stroke="${inks.colours[hour === "day" ? "mid" : "paper"]}" opacity="${
    hour === "day" ? 0.5 : 0.7
  }">${keyline(KEYLINE_INSET, top + KEYLINE_INSET, width - 2 * KEYLINE_INSET, height - 2 * KEYLINE_INSET)}</g></svg>`;
}

function listMotifs(kind: CoverKind): Drawing[] {
  const shared = SHARED[kind];
  const others = shared ? listDrawings(shared.from).filter(({ id }) => id === shared.id) : [];
  return [...listDrawings(kind), ...others];
}

function colourIn(art: string, inks: Inks, random: Random): string {
  return art
    .replace(SHAPE_OF_HOURS, (_, tag: string, hours: string, rest: string) =>
      hours.split(" ").includes(inks.hour) ? tag + rest : "",
    )
    .replace(COLOUR, (_, name: string) => inks.colours[name] ?? "")
    .replace(RANGE, (_, from: string, to: string) => between(random, Number(from), Number(to)).toFixed(1));
}

type Keyline = (x: number, y: number, width: number, height: number) => string;

const KEYLINES: readonly Keyline[] = [
  (x, y, width, height) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" stroke-width="2.2"/>`,
  (x, y, width, height) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" stroke-width="2.6"/><rect x="${x + 6}" y="${y + 6}" width="${width - 12}" height="${height - 12}" stroke-width="1"/>`,
  (x, y, width, height) =>
    `<path d="M${x + 18} ${y}h${width - 36}a18 18 0 0 0 18 18v${height - 36}a18 18 0 0 0-18 18H${x + 18}a18 18 0 0 0-18-18V${y + 18}a18 18 0 0 0 18-18z" stroke-width="2.2"/>`,
];

/** Numbers from 0 to 1 that follow from a seed: the same ones every time. */
type Random = () => number;

/** mulberry32. */
function createSeededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of a list, which has at least one. */
function pick<T>(random: Random, list: readonly T[]): T {
  const picked = list[Math.floor(random() * list.length)];
  if (picked === undefined) throw new Error("There is nothing to pick from.");
  return picked;
}

function between(random: Random, from: number, to: number): number {
  return from + random() * (to - from);
}
