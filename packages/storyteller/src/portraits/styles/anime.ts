import { materialTint } from "../figure.ts";
import { clamp, shift, type Tint } from "../palette.ts";
import { ellipse, fill, group, hatch, round, stroke } from "../pen.ts";
import {
  type DrawStyle,
  type Easel,
  PICTURE,
  placeEyes,
  raise,
  SHADOW_SIDE,
  type Side,
  underHat,
} from "./style.ts";

const INK: Tint = [0.24, 0.05, 295];
const LINE = 2.5;

/** Ink lines, two flat tones, large eyes with lights in them, a bright sky behind. */
export const drawAnime: DrawStyle = (easel) => {
  const { figure, defs } = easel;
  const { face, traits, tints, beard, hair, fringe } = figure;
  const skin = shift(tints.skin, 0.035, 0.006);
  const skinShade = shift(skin, -0.1, 0.034, -16);
  const locks = shift(tints.hair, tints.hair[1] > 0.04 ? 0.05 : 0.03, 0.035);
  const locksShade = shift(locks, -0.11, 0.01, -8);
  const isCalm = traits.mood === "stern" || traits.age === "old";
  const front = fringe === "" ? hair.front : fringe;
  return [
    sky(easel),
    underHat(
      easel,
      inked(hair.back, shift(locks, -0.05)) +
        defs.clip(hair.back, fill(SHADOW_SIDE, shift(locksShade, -0.04))),
    ),
    inked(face.neck, skin),
    defs.clip(face.neck, fill(face.neckShade, skinShade)),
    raise(clothes(easel)),
    figure.showsEars ? inked(face.ears, skin) : "",
    fill(face.earrings, materialTint(figure, "gold")),
    inked(face.outline, skin),
    defs.clip(
      face.outline,
      [
        fill(face.deep, skinShade),
        front === "" ? "" : fill(front, skinShade, { transform: "translate(3 8)" }),
        blush(tints.skin),
        fill(face.freckles, shift(skin, -0.16, 0.05), { opacity: 0.7 }),
        traits.beard === "stubble"
          ? stroke(hatch(easel.chance, [-26, 176, 26, 192], 5, 0.1), INK, 1, { opacity: 0.6 })
          : "",
      ].join(""),
    ),
    traits.eyewear === "dark"
      ? ""
      : placeEyes(easel, (side) => eye(easel, side), { open: isCalm ? 0.78 : 1, lower: 4 }),
    stroke(face.brows, shift(locks, -0.16), traits.features === "strong" ? 4.4 : 3, {
      transform: "translate(0 -7)",
    }),
    stroke("M-4 152l-4 5 5 1.500", INK, 1.7),
    mouth(easel),
    traits.age === "old" ? stroke(face.wrinkles, skinShade, 1.8) : "",
    stroke(face.scar, shift(skinShade, -0.08, 0.05), 2.6),
    inked(beard, locks, true),
    defs.clip(beard, fill(SHADOW_SIDE, locksShade), true),
    inked(front, locks),
    defs.clip(front, fill(SHADOW_SIDE, locksShade) + shine(locks)),
    fringe === "" ? stroke(hair.lines, INK, 1.5, { opacity: 0.8 }) : "",
    headwear(easel),
    eyewear(easel),
  ].join("");
};

function inked(d: string, tint: Tint, evenOdd = false): string {
  return fill(d, tint, {
    stroke: inkColour(),
    "stroke-width": LINE,
    "stroke-linejoin": "round",
    "fill-rule": evenOdd ? "evenodd" : undefined,
  });
}

function inkColour(): string {
  return "#26203c";
}

function sky({ figure, chance, defs }: Easel): string {
  const hue = figure.traits.ground;
  const high: Tint = [0.78, 0.115, hue];
  const low: Tint = [0.95, 0.04, hue + 40];
  let rays = "";
  for (let index = 0; index < 26; index += 1) {
    const angle = (index / 26) * Math.PI * 2 + chance.around(0.06);
    const half = chance.between(0.02, 0.06);
    const point = (turn: number, reach: number) =>
      `${round(Math.cos(angle + turn) * reach)} ${round(136 + Math.sin(angle + turn) * reach)}`;
    rays += `M${point(0, 78)}L${point(-half, 240)}L${point(half, 240)}Z`;
  }
  let lights = "";
  for (let index = 0; index < 14; index += 1) {
    const [x, y, size] = [chance.around(112), chance.between(22, 190), chance.between(2, 6)];
    lights += `M${round(x)} ${round(y - size)}Q${round(x)} ${round(y)} ${round(x + size)} ${round(y)}Q${round(x)} ${round(y)} ${round(x)} ${round(y + size)}Q${round(x)} ${round(y)} ${round(x - size)} ${round(y)}Q${round(x)} ${round(y)} ${round(x)} ${round(y - size)}Z`;
  }
  return (
    fill(PICTURE, defs.linear([0, 14, 0, 254], high, low)) +
    fill(rays, [0.99, 0.01, hue], { opacity: 0.34 }) +
    fill(lights, "#fff", { opacity: 0.9 })
  );
}

function eye({ figure, defs }: Easel, side: Side): string {
  const { tints, traits } = figure;
  const tint: Tint = [clamp(tints.eyes[0], 0.4, 0.62), Math.max(tints.eyes[1], 0.06) + 0.04, tints.eyes[2]];
  const white = "M-13-3C-10-14 9-15 13-4 14 8 8 15 0 15S-12 9-13-3Z";
  const iris = defs.linear([0, -10, 0, 14], shift(tint, -0.22), tint, shift(tint, 0.24));
  const lash = traits.features === "strong" ? 3.4 : 4.4;
  return [
    fill(white, "#fff"),
    defs.clip(
      white,
      ellipse(0, 1.5, 8.8, 12, iris) +
        ellipse(0, 1.5, 8.8, 12, "none", { stroke: inkColour(), "stroke-width": 1.4 }) +
        ellipse(0, 0.5, 3.8, 6, INK) +
        fill("M-16-16H16V-5Q0-11-16-5Z", INK, { opacity: 0.22 }) +
        ellipse(-3.4 * side, -4.6, 3.5, 4, "#fff") +
        ellipse(3.6 * side, 7, 2, 2, "#fff"),
    ),
    stroke("M-15 0C-11-15 9-17 15-3", INK, lash),
    traits.features === "strong" ? "" : stroke("M-14-4l-5-5M-12-8l-3-5", INK, 2.2),
    stroke("M-6 15.500q6 2 12-1", INK, 1.4),
    stroke("M-11-14Q0-22 11-15", INK, 1.1, { opacity: 0.55 }),
  ].join("");
}

function blush(skin: Tint): string {
  const tint: Tint = [clamp(skin[0] - 0.12, 0.36, 0.72), 0.15, 18];
  return (
    group(ellipse(-29, 156, 9.5, 4.6, tint) + ellipse(24, 156, 9.5, 4.6, tint), { opacity: 0.42 }) +
    stroke("M-33 157l3-4M-28 158l3-4M21 158l3-4M26 157l3-4", shift(tint, -0.06), 1.1, { opacity: 0.6 })
  );
}

function mouth({ figure }: Easel): string {
  if (figure.traits.mood === "smile")
    return fill("M-13 169Q-3 172 8 169Q7 180 -2.500 180.500T-13 169Z", [0.5, 0.15, 20], {
      stroke: inkColour(),
      "stroke-width": 2,
      "stroke-linejoin": "round",
    });
  const d = { calm: "M-11 172q8 5 16-.5", stern: "M-11 173h15", sad: "M-11 175q8-5.500 15 0" }[
    figure.traits.mood
  ];
  return stroke(d, INK, 2.3);
}

function shine(locks: Tint): string {
  return fill(
    "M-56 84C-38 66 -12 60 0 64 14 58 40 66 56 84L52 90 44 82 36 90 28 79 18 86 8 77 -2 84 -12 76 -22 86 -30 79 -40 92 -46 84Z",
    shift(locks, 0.24, -0.01),
    { opacity: 0.75 },
  );
}

function clothes({ figure, defs }: Easel): string {
  const { body, shade, material, trim } = figure.clothes;
  const vivid = (tint: Tint): Tint => shift(tint, tint[1] > 0.03 ? 0.1 : 0.02, tint[1] > 0.03 ? 0.035 : 0);
  const base = vivid(materialTint(figure, material));
  return [
    inked(body, base),
    defs.clip(body, fill(shade, shift(base, -0.1, 0.01))),
    ...trim.map(({ d, material: kind }) =>
      inked(d, kind === "skin" ? shift(figure.tints.skin, 0.03) : vivid(materialTint(figure, kind))),
    ),
  ].join("");
}

function headwear({ figure, defs }: Easel): string {
  return figure.headwear
    .map(({ d, material, evenOdd }) => {
      const raw = materialTint(figure, material);
      const tint = shift(raw, raw[1] > 0.03 ? 0.1 : 0.02, raw[1] > 0.03 ? 0.035 : 0);
      return (
        inked(d, tint, evenOdd) +
        defs.clip(d, fill(SHADOW_SIDE, [0.3, 0.1, raw[2]], { opacity: 0.25 }), evenOdd)
      );
    })
    .join("");
}

function eyewear({ figure }: Easel): string {
  const { face, traits } = figure;
  return [
    traits.eyewear === "dark"
      ? fill(face.lenses, INK) + stroke("M-36 122l8 12M4 122l8 12", "#fff", 2.4, { opacity: 0.8 })
      : fill(face.lenses, "#fff", { opacity: 0.22 }),
    stroke(face.glasses, INK, 2.6),
    stroke(face.patchBand, INK, 3),
    fill(face.patch, INK),
  ].join("");
}
