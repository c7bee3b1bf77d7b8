import type { CoverKind } from "#domain/cover.ts";

export type Hour = "night" | "dusk" | "day";

/** The colours of a cover: shades of the genre's hue, one warm accent, and the paper. All as `#rrggbb`. */
export type Inks = {
  hour: Hour;
  sky: string;
  haze: string;
  far: string;
  mid: string;
  ink: string;
  paper: string;
  spark: string;
};

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
  const hue = HUES[kind] + shift;
  switch (hour) {
    case "night":
      return {
        hour,
        sky: colour(0.3, 0.055, hue),
        haze: colour(0.355, 0.062, hue),
        far: colour(0.43, 0.068, hue),
        mid: colour(0.235, 0.045, hue),
        ink: colour(0.165, 0.03, hue),
        paper: colour(0.9, 0.045, 85),
        spark: colour(0.83, 0.125, 78),
      };
    case "dusk":
      return {
        hour,
        sky: colour(0.6, 0.085, hue),
        haze: colour(0.67, 0.085, hue),
        far: colour(0.5, 0.085, hue),
        mid: colour(0.36, 0.068, hue),
        ink: colour(0.225, 0.045, hue),
        paper: colour(0.94, 0.03, 85),
        spark: colour(0.87, 0.115, 82),
      };
    case "day":
      return {
        hour,
        sky: colour(0.88, 0.04, hue),
        haze: colour(0.845, 0.05, hue),
        far: colour(0.72, 0.075, hue),
        mid: colour(0.5, 0.085, hue),
        ink: colour(0.27, 0.055, hue),
        paper: colour(0.968, 0.014, 85),
        spark: colour(0.62, 0.165, 32),
      };
  }
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
