import { formatHex } from "culori";
import type { Traits } from "./traits.ts";

/** Lightness (0–1), chroma (0–0.4) and hue (degrees) in OKLCH: steps of lightness look even to the eye. */
export type Tint = readonly [lightness: number, chroma: number, hue: number];

/** Tints that have been worked out, in steps too small to see: a painting asks for thousands. */
const known = new Map<number, string>();
const KNOWN_MAX = 20_000;

/** A tint as `#rrggbb`, cut to what a screen shows. */
export function hex([lightness, chroma, hue]: Tint): string {
  const l = Math.round(clamp(lightness, 0, 1) * 200);
  const c = Math.round(clamp(chroma, 0, 0.4) * 200);
  const h = Math.round((((hue % 360) + 360) % 360) / 3);
  const key = (l * 100 + c) * 200 + h;
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = formatHex({ mode: "oklch", l: l / 200, c: c / 200, h: h * 3 });
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(key, made);
  return made;
}

/** The same, lighter or darker, stronger or duller, turned by some degrees. */
export function shift([l, c, h]: Tint, dl = 0, dc = 0, dh = 0): Tint {
  return [clamp(l + dl, 0.06, 0.985), Math.max(c + dc, 0), h + dh];
}

/** Between two tints, by their lightness and chroma; the hue is the first one's. */
export function mix(one: Tint, other: Tint, share: number): Tint {
  return [one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share, one[2]];
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

// All at their middle tone.
export const SKIN_TINTS: Record<Traits["skin"], Tint> = {
  porcelain: [0.89, 0.036, 55],
  fair: [0.835, 0.054, 58],
  olive: [0.76, 0.066, 66],
  tan: [0.66, 0.078, 56],
  brown: [0.52, 0.07, 50],
  deep: [0.4, 0.053, 46],
  green: [0.64, 0.09, 135],
  blue: [0.66, 0.08, 240],
  ashen: [0.72, 0.014, 260],
  violet: [0.6, 0.09, 310],
  red: [0.55, 0.15, 28],
};
export const HAIR_TINTS: Record<Traits["hairColour"], Tint> = {
  black: [0.25, 0.02, 280],
  brown: [0.37, 0.055, 50],
  auburn: [0.43, 0.105, 40],
  red: [0.57, 0.14, 45],
  blond: [0.78, 0.095, 84],
  grey: [0.66, 0.012, 250],
  white: [0.9, 0.01, 90],
  blue: [0.52, 0.15, 255],
  green: [0.55, 0.13, 150],
  pink: [0.72, 0.15, 0],
  purple: [0.47, 0.15, 305],
  teal: [0.6, 0.11, 195],
};
export const EYE_TINTS: Record<Traits["eyes"], Tint> = {
  brown: [0.42, 0.07, 55],
  blue: [0.56, 0.11, 245],
  green: [0.56, 0.1, 150],
  grey: [0.6, 0.02, 240],
  amber: [0.66, 0.13, 75],
  violet: [0.52, 0.15, 300],
  red: [0.52, 0.18, 25],
};
export const CLOTH_TINTS: Record<Traits["clothColour"], Tint> = {
  black: [0.27, 0.012, 270],
  white: [0.9, 0.012, 90],
  grey: [0.55, 0.012, 250],
  red: [0.46, 0.15, 25],
  orange: [0.6, 0.14, 52],
  yellow: [0.76, 0.14, 88],
  green: [0.43, 0.085, 152],
  teal: [0.47, 0.08, 195],
  blue: [0.47, 0.11, 250],
  navy: [0.33, 0.075, 262],
  purple: [0.42, 0.12, 308],
  pink: [0.68, 0.12, 2],
  brown: [0.42, 0.06, 58],
  gold: [0.7, 0.11, 85],
  silver: [0.74, 0.012, 240],
};
