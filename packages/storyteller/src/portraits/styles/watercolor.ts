import { materialTint } from "../figure.ts";
import { clamp, hex, shift, type Tint } from "../palette.ts";
import { blob, dabs, ellipse, fill, group, hatch, round, stroke } from "../pen.ts";
import {
  type DrawStyle,
  type Easel,
  PICTURE,
  placeEyes,
  raise,
  type Side,
  STUBBLE,
  underHat,
} from "./style.ts";

const PAPER: Tint = [0.975, 0.01, 88];
const PENCIL: Tint = [0.44, 0.03, 50];

/** Washes that miss the pencil line, edges where the colour dried, drips, and much bare paper. */
export const drawWatercolor: DrawStyle = (easel) => {
  const { figure, defs, chance } = easel;
  const { face, traits, tints, hair, beard } = figure;
  const skin: Tint = [clamp(tints.skin[0] + 0.02, 0.5, 0.93), tints.skin[1] + 0.018, tints.skin[2]];
  const locks: Tint = [clamp(tints.hair[0] + 0.12, 0.4, 0.88), tints.hair[1] + 0.03, tints.hair[2]];
  const rosy: Tint = [clamp(skin[0] - 0.08, 0.42, 0.8), 0.13, 18];
  return [
    fill(PICTURE, PAPER),
    ground(easel),
    underHat(easel, bare(hair.back) + wash(easel, hair.back, locks, 0.62)),
    defs.clip(hair.back, defs.spot(16, 200, 60, 46, shift(locks, -0.16, 0.03), 0.6)),
    bare(face.neck) + wash(easel, face.neck, shift(skin, -0.02, 0.02, -8), 0.78, 2),
    raise(clothes(easel)),
    figure.showsEars ? bare(face.ears) + wash(easel, face.ears, shift(skin, -0.02, 0.03, -10), 0.75, 2) : "",
    fill(face.earrings, materialTint(figure, "gold"), { opacity: 0.8 }),
    bare(face.outline),
    wash(easel, face.outline, skin, 0.8, 2.4),
    defs.clip(
      face.outline,
      [
        wash(easel, face.shade, shift(skin, -0.1, 0.035, -20), 0.4, 5),
        wash(easel, face.deep, [clamp(skin[0] - 0.14, 0.34, 0.74), 0.06, 285], 0.34, 6),
        defs.spot(-29, 152, 19, 15, rosy, 0.55),
        defs.spot(26, 152, 16, 13, rosy, 0.42),
        defs.spot(-6, 148, 8, 7, rosy, 0.35),
        fill(blob(chance, -14, 94, 9), PAPER, { opacity: 0.35 }), // a bloom: a drop of clear water
        fill(face.freckles, shift(skin, -0.18, 0.05), { opacity: 0.6 }),
        traits.beard === "stubble" ? wash(easel, STUBBLE, [0.6, 0.03, 260], 0.36) : "",
      ].join(""),
    ),
    line(face.outline, 1),
    wash(easel, face.noseShade, shift(skin, -0.12, 0.04, -20), 0.45, 1.5),
    traits.eyewear === "dark" ? "" : placeEyes(easel, (side) => eye(easel, side)),
    stroke(face.brows, shift(locks, -0.12), traits.features === "strong" ? 3.8 : 2.8, { opacity: 0.75 }),
    line(face.nose, 1.4),
    wash(
      easel,
      face.lips,
      [clamp(skin[0] - 0.16, 0.42, 0.66), traits.features === "soft" ? 0.14 : 0.09, 15],
      0.75,
      1.5,
    ),
    line(face.mouth, 1.5),
    stroke(face.wrinkles, PENCIL, 1, { opacity: 0.55 }),
    stroke(face.scar, [0.6, 0.12, 20], 2, { opacity: 0.7 }),
    beard === ""
      ? ""
      : wash(easel, beard, locks, 0.82, 3, true) +
        defs.clip(
          beard,
          stroke(hatch(chance, [-48, 140, 50, 250], 8, 0.08), PENCIL, 0.9, { opacity: 0.45 }),
          true,
        ),
    fill(hair.front, PAPER, { opacity: 0.7 }) + wash(easel, hair.front, locks, 0.8, 3.6),
    defs.clip(
      hair.front,
      wash(easel, "M20 20H94V220H30C40 160 34 90 20 20Z", shift(locks, -0.1, 0.03, -10), 0.42, 4) +
        strands(easel, locks),
    ),
    line(hair.lines, 0.9),
    headwear(easel),
    eyewear(easel),
    grain(easel),
  ].join("");
};

function bare(d: string): string {
  return fill(d, PAPER);
}

function line(d: string, width: number): string {
  return stroke(d, PENCIL, width, { opacity: 0.75 });
}

/** A wash: two layers that don't quite meet the line, and the darker edge where it dried. `stray`: by how many units. */
function wash({ chance }: Easel, d: string, tint: Tint, opacity: number, stray = 4, evenOdd = false): string {
  if (d === "") return "";
  const moved = (by: number) => `translate(${round(chance.around(by / 2))} ${round(chance.around(by / 2))})`;
  const first = moved(stray);
  return group(
    fill(d, tint, { opacity, transform: first }) +
      fill(d, shift(tint, -0.05, 0.015, 8), {
        opacity: round(opacity * 4.5) / 10,
        transform: moved(stray + 3),
      }) +
      stroke(d, shift(tint, -0.13, 0.03), 1.4, { opacity: round(opacity * 7) / 10, transform: first }),
    { "fill-rule": evenOdd ? "evenodd" : undefined },
  );
}

function ground(easel: Easel): string {
  const { chance, figure, defs } = easel;
  const hue = figure.traits.ground;
  let drops = "";
  for (let index = 0; index < 26; index += 1)
    drops += ellipse(
      chance.around(112),
      chance.between(20, 236),
      chance.between(0.7, 3.6),
      chance.between(0.7, 3.4),
      [0.74, 0.1, chance.chance(0.5) ? hue : hue + 50],
      { opacity: round(chance.between(0.25, 0.65)) },
    );
  const clouds = (
    [
      [-10, 106, 92, 0],
      [34, 84, 58, 45],
      [-52, 158, 48, -40],
      [46, 168, 44, 20],
    ] as const
  ).map(([x, y, size, turn]) => {
    const tint: Tint = [0.83, 0.085, hue + turn];
    const d = blob(chance, x, y, size, 13);
    return (
      fill(d, tint, { opacity: 0.42 }) +
      fill(blob(chance, x + 4, y - 4, size * 0.78, 12), shift(tint, -0.03, 0.02), { opacity: 0.3 }) +
      stroke(d, shift(tint, -0.1, 0.04), 1.3, { opacity: 0.5 })
    );
  });
  return clouds.join("") + defs.spot(58, 60, 22, 20, PAPER, 0.8) + drops;
}

function strands({ chance }: Easel, locks: Tint): string {
  return dabs(chance, {
    count: 46,
    box: [-64, 30, 66, 204],
    tint: () => shift(locks, -0.14 + chance.around(0.05), 0.02),
    angle: (x, y) => (y < 96 ? Math.atan2(y - 30, x) : 1.55),
    length: 30,
    width: 2.6,
    opacity: 0.32,
  });
}

function eye({ figure }: Easel, side: Side): string {
  const { tints, traits } = figure;
  const tint: Tint = [clamp(tints.eyes[0], 0.42, 0.6), tints.eyes[1] + 0.02, tints.eyes[2]];
  return [
    fill("M-11 1C-7-7 5-8 11 .5 6 6.500-6 7-11 1Z", PAPER, { opacity: 0.9 }),
    ellipse(-0.6 * side, 0, 5, 5.2, tint, { opacity: 0.85 }),
    ellipse(-0.6 * side, 0, 2.1, 2.2, [0.28, 0.03, 270]),
    ellipse(-2.4 * side, -1.8, 1.4, 1.4, "#fff"),
    stroke(
      "M-11.500 1.500C-7-7.500 5-8.500 11.500 0",
      [0.36, 0.03, 50],
      traits.features === "soft" ? 2.3 : 1.8,
      { opacity: 0.9 },
    ),
    stroke("M-8 6q8 2.500 15-1.500M-10-7Q0-12.500 10-8", PENCIL, 1, { opacity: 0.6 }),
  ].join("");
}

/** Cloth under much water. */
function thin(tint: Tint): Tint {
  return [clamp(tint[0] + 0.24, 0.42, 0.95), tint[1] + (tint[1] > 0.03 ? 0.005 : 0), tint[2]];
}

function clothes(easel: Easel): string {
  const { figure, defs } = easel;
  const { body, material, trim } = figure.clothes;
  const tint = thin(materialTint(figure, material));
  const faded =
    "M-96 290C-92 262 -66 246 -24 219C-10 240 14 240 26 219C66 246 92 262 98 288C68 250 48 262 20 248S-60 248 -96 290Z";
  const drips = "M-56 236q2 14 0 20-3 4-6 0 2-12-2-22zM58 240q3 10 1 16-3 4-6 0 1-10-3-16z";
  return [
    fill(body, PAPER, { opacity: 0.85 }),
    wash(easel, body, tint, 0.62, 4),
    defs.clip(
      body,
      fill(faded, shift(tint, -0.08, 0.03), { opacity: 0.4 }) + defs.spot(0, 252, 70, 24, PAPER, 0.55),
    ),
    fill(drips, shift(tint, -0.04, 0.03), { opacity: 0.55 }),
    ...trim.map(({ d, material: kind }) => {
      const raw =
        kind === "skin" ? figure.tints.skin : kind === "white" ? PAPER : thin(materialTint(figure, kind));
      const isPale = kind === "white" || kind === "skin";
      return (isPale ? bare(d) : "") + wash(easel, d, raw, kind === "white" ? 0.2 : 0.6, 3) + line(d, 0.9);
    }),
  ].join("");
}

function headwear(easel: Easel): string {
  const { figure } = easel;
  return figure.headwear
    .map(({ d, material, evenOdd }) => {
      const rule = { "fill-rule": evenOdd ? "evenodd" : undefined };
      return (
        fill(d, PAPER, rule) +
        wash(easel, d, thin(materialTint(figure, material)), 0.74, 3.6, evenOdd) +
        line(d, 1)
      );
    })
    .join("");
}

function eyewear({ figure }: Easel): string {
  const { face, traits } = figure;
  return [
    traits.eyewear === "dark"
      ? fill(face.lenses, [0.4, 0.03, 260], { opacity: 0.8 })
      : fill(face.lenses, [0.9, 0.04, 230], { opacity: 0.14 }),
    stroke(face.glasses, [0.36, 0.03, 50], 1.9, { opacity: 0.85 }),
    stroke(face.patchBand, [0.36, 0.03, 50], 2.4),
    fill(face.patch, [0.36, 0.03, 50], { opacity: 0.9 }),
  ].join("");
}

/** Tooth of the paper: specks of white and of shade. */
function grain({ chance, defs }: Easel): string {
  let specks = "";
  for (let index = 0; index < 44; index += 1)
    specks += `<circle cx="${round(chance.between(0, 34))}" cy="${round(chance.between(0, 34))}" r="${round(chance.between(0.3, 0.9))}" fill="${index % 3 === 0 ? hex([0.5, 0.02, 60]) : "#fff"}" fill-opacity="${index % 3 === 0 ? 0.07 : 0.13}"/>`;
  return defs.grain(34, specks);
}
