import type { CoverKind } from "#domain/cover.ts";

export const HOURS = ["night", "dusk", "day"] as const;
export type Hour = (typeof HOURS)[number];

/** A colour in OKLCH: lightness, chroma, and a hue in degrees where it is not the genre's. */
type Mix = readonly [lightness: number, chroma: number, hue?: number];

/** The colours of a cover: shades of the genre's hue, one warm accent, and the paper; then those of single things in a drawing. */
const MIXES = {
  night: {
    sky: [0.3, 0.055],
    haze: [0.355, 0.062],
    far: [0.43, 0.068],
    mid: [0.235, 0.045],
    ink: [0.165, 0.03],
    paper: [0.9, 0.045, 85],
    spark: [0.83, 0.125, 78],
    petal: [0.6, 0.17, 15],
    "petal-shade": [0.47, 0.15, 14],
    velvet: [0.32, 0.1, 20],
    "velvet-light": [0.42, 0.13, 20],
  },
  dusk: {
    sky: [0.6, 0.085],
    haze: [0.67, 0.085],
    far: [0.5, 0.085],
    mid: [0.36, 0.068],
    ink: [0.225, 0.045],
    paper: [0.94, 0.03, 85],
    spark: [0.87, 0.115, 82],
    petal: [0.93, 0.04, 20],
    "petal-shade": [0.82, 0.08, 15],
    velvet: [0.3, 0.09, 20],
    "velvet-light": [0.38, 0.12, 20],
  },
  day: {
    sky: [0.88, 0.04],
    haze: [0.845, 0.05],
    far: [0.72, 0.075],
    mid: [0.5, 0.085],
    ink: [0.27, 0.055],
    paper: [0.968, 0.014, 85],
    spark: [0.62, 0.165, 32],
    petal: [0.56, 0.18, 20],
    "petal-shade": [0.45, 0.16, 18],
    velvet: [0.4, 0.13, 20],
    "velvet-light": [0.5, 0.15, 22],
  },
} as const satisfies Record<Hour, Record<string, Mix>>;

/** The colours of one cover by their names, as `#rrggbb`. */
export type Inks = { hour: Hour; colours: Readonly<Record<string, string>> };

/** As in the badges: app/ui/themes.css. */
const HUES: Record<CoverKind, number> = {
  fantasy: 300,
  "science-fiction": 235,
  mystery: 262,
  romance: 5,
  horror: 28,
  adventure: 165,
  "historical-fiction": 60,
  contemporary: 205,
  thriller: 250,
  western: 45,
  dystopian: 110,
  comedy: 90,
  drama: 330,
  "open-genre": 140,
  "musical-journeys": 345,
};

/** The inks of a genre at an hour; `shift` turns the hue by some degrees. */
export function mixInks(kind: CoverKind, hour: Hour, shift: number): Inks {
  const mixed = Object.entries<Mix>(MIXES[hour]).map(
    ([ink, [lightness, chroma, hue = HUES[kind] + shift]]) => [ink, colour(lightness, chroma, hue)],
  );
  return { hour, colours: Object.fromEntries(mixed) };
}

/** OKLCH as `#rrggbb`, clipped to what a screen can show: not every viewer of an SVG knows `oklch()`. */
export function colour(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  return `#${channels.map(toHex).join("")}`;
}

/** A channel of linear light as two hexadecimal digits. */
function toHex(linear: number): string {
  const light = Math.min(Math.max(linear, 0), 1);
  const encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, "0");
}
