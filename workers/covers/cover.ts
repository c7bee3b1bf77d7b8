import { COVER_SHAPES, type CoverKind, type CoverShape } from "#domain/cover.ts";
import { type Hour, type Inks, mixInks } from "./inks.ts";
import { compass, lighthouse, mountain } from "./motifs/adventure.ts";
import { banana, duck, umbrella } from "./motifs/comedy.ts";
import { coffee, train, windowSill } from "./motifs/contemporary.ts";
import { chairs, curtain, masks } from "./motifs/drama.ts";
import { screen, towers, wire } from "./motifs/dystopian.ts";
import { castle, swordInStone } from "./motifs/fantasy.ts";
import { quill, ship, temple } from "./motifs/historical-fiction.ts";
import { candle, graveyard, house } from "./motifs/horror.ts";
import { gramophone, piano } from "./motifs/musical-journeys.ts";
import { key, magnifier, streetLamp } from "./motifs/mystery.ts";
import { balloon, book, door } from "./motifs/open-genre.ts";
import { letter, rose, swallows } from "./motifs/romance.ts";
import { domes, helmet, rocket } from "./motifs/science-fiction.ts";
import { crosshair, doorway, road } from "./motifs/thriller.ts";
import { horseshoe, mesa, rider } from "./motifs/western.ts";
import { between, createSeededRandom, type Motif, pick, round, times } from "./parts.ts";

/** What can be on the cover of a genre. */
const MOTIFS: Record<CoverKind, readonly [Motif, ...Motif[]]> = {
  fantasy: [castle, swordInStone],
  "science-fiction": [rocket, domes, helmet],
  mystery: [streetLamp, key, magnifier, lighthouse],
  romance: [rose, letter, swallows],
  horror: [house, graveyard, candle],
  adventure: [mountain, compass, lighthouse, ship],
  "historical-fiction": [ship, temple, quill],
  contemporary: [windowSill, coffee, train],
  thriller: [road, doorway, crosshair],
  western: [mesa, horseshoe, rider],
  dystopian: [towers, screen, wire],
  comedy: [umbrella, duck, banana],
  drama: [curtain, masks, chairs],
  "open-genre": [book, balloon, door],
  "musical-journeys": [gramophone, piano],
};

const HOURS = ["night", "dusk", "day"] as const satisfies readonly Hour[];
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
  const motif = pick(random, MOTIFS[cover.kind]);
  const mirrored = random() < 0.5;
  const sky = motif.plain ? "" : pick(random, SKIES)(inks);
  const keyline = pick(random, KEYLINES);

  const { width, height } = COVER_SHAPES[cover.shape];
  const top = (FIELD_HEIGHT - height) / 2;
  const art = `<rect width="300" height="${FIELD_HEIGHT}" fill="${inks.sky}"/>${sky}${motif.draw(inks, random)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${top} ${width} ${height}" width="${width}" height="${height}"><g${
    mirrored ? ' transform="translate(300 0) scale(-1 1)"' : ""
  }>${art}</g><g fill="none" stroke="${hour === "day" ? inks.mid : inks.paper}" opacity="${
    hour === "day" ? 0.5 : 0.7
  }">${keyline(KEYLINE_INSET, top + KEYLINE_INSET, width - 2 * KEYLINE_INSET, height - 2 * KEYLINE_INSET)}</g></svg>`;
}

/** What lies behind a motif that has no sky of its own. */
const SKIES: [(inks: Inks) => string, ...((inks: Inks) => string)[]] = [
  ({ haze }) => {
    const bars = times(
      13,
      (index) => `<rect y="${60 + index * 20}" width="300" height="${round(0.8 + index * 0.27)}"/>`,
    );
    return `<g fill="${haze}" opacity=".5">${bars}</g>`;
  },
  ({ haze }) =>
    `<path d="M0 0h300v150c-60 30-110-20-160 6S50 190 0 160z" fill="${haze}" opacity=".5"/><path d="M0 210c60-24 100 20 160 0s90-20 140 4v66H0z" fill="${haze}" opacity=".4"/>`,
  ({ haze }) =>
    `<g fill="${haze}" opacity=".55">${times(9, (row) => times(10, (column) => `<circle cx="${column * 33 + (row % 2) * 16}" cy="${18 + row * 32}" r="${round(3.4 - row * 0.25)}"/>`))}</g>`,
  ({ haze }) =>
    `<circle cx="150" cy="160" r="150" fill="${haze}" opacity=".35"/><circle cx="150" cy="160" r="104" fill="${haze}" opacity=".4"/>`,
];

type Keyline = (x: number, y: number, width: number, height: number) => string;

const KEYLINES: [Keyline, ...Keyline[]] = [
  (x, y, width, height) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" stroke-width="2.2"/>`,
  (x, y, width, height) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" stroke-width="2.6"/><rect x="${x + 6}" y="${y + 6}" width="${width - 12}" height="${height - 12}" stroke-width="1"/>`,
  (x, y, width, height) =>
    `<path d="M${x + 18} ${y}h${width - 36}a18 18 0 0 0 18 18v${height - 36}a18 18 0 0 0-18 18H${x + 18}a18 18 0 0 0-18-18V${y + 18}a18 18 0 0 0 18-18z" stroke-width="2.2"/>`,
];
