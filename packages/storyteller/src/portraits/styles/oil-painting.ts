import { materialTint } from "../figure.ts";
import { clamp, mix, shift, type Tint } from "../palette.ts";
import { type Box, dabs, ellipse, fill, stroke } from "../pen.ts";
import {
  type DrawStyle,
  type Easel,
  headwearBox,
  PICTURE,
  placeEyes,
  raise,
  type Side,
  STUBBLE,
  underHat,
} from "./style.ts";

/** How much light falls on a place: it comes from the upper left and dies to the right. */
function light(x: number, y: number): number {
  return clamp((24 - x) / 110, -0.95, 0.7) * 0.13 + (124 - y) * 0.0005;
}

/** Dabs of a loaded brush over dark umber, one warm light, no line; the weave of the canvas on top. */
export const drawOilPainting: DrawStyle = (easel) => {
  const { figure, defs, chance } = easel;
  const { face, traits, tints, beard, hair } = figure;
  const { skin } = tints;
  const flesh =
    (lift = 0, redder = 0) =>
    (x: number, y: number) => {
      const v = light(x, y) + chance.around(0.035) + lift;
      return shift(
        skin,
        v - 0.02,
        0.022 + chance.next() * 0.022 + (v < -0.05 ? 0.012 : 0),
        chance.around(12) - redder - (v < -0.04 ? 12 : 0),
      );
    };
  const around = (x: number, y: number) => Math.atan2(y - 130, x) + Math.PI / 2;
  const strand = (x: number, y: number) => (y < 100 ? Math.atan2(y - 40, x) : 1.5 + x * 0.003);
  const locks = (x: number, y: number) =>
    shift(
      tints.hair,
      light(x, y) * 0.95 + chance.around(0.06),
      0.015 + chance.next() * 0.02,
      chance.around(12),
    );
  return [
    ground(easel),
    underHat(
      easel,
      painted(easel, hair.back, shift(tints.hair, -0.07), 120, [-80, 24, 92, 262], locks, strand, 30, 6.5),
    ),
    painted(
      easel,
      face.neck,
      shift(skin, -0.17, 0.02),
      36,
      [-28, 164, 28, 238],
      flesh(-0.15, 6),
      () => 0.3,
      18,
      7,
    ),
    raise(clothes(easel)),
    figure.showsEars
      ? painted(
          easel,
          face.ears,
          shift(skin, -0.08, 0.035, -8),
          20,
          [-70, 88, 70, 150],
          flesh(-0.08, 10),
          () => 1.4,
          10,
          4,
        )
      : "",
    fill(face.earrings, materialTint(figure, "gold")),
    fill(face.outline, shift(skin, -0.03, 0.022)),
    defs.clip(
      face.outline,
      [
        dabs(chance, {
          count: 150,
          box: [-50, 62, 50, 202],
          tint: flesh(),
          angle: around,
          length: 19,
          width: 7.5,
          stray: 0.8,
          ridge: 0.05,
        }),
        defs.spot(44, 140, 36, 74, shift(skin, -0.34, 0.03, -14), 0.72),
        defs.spot(20, 190, 52, 26, shift(skin, -0.3, 0.03, -12), 0.6),
        defs.spot(-12, 76, 56, 20, shift(skin, -0.26, 0.03), 0.45),
        ...[-19, 17].map((x) => defs.spot(x, 124, 19, 14, shift(skin, -0.28, 0.035, -16), 0.55)),
        dabs(chance, {
          count: 12,
          box: [-38, 144, -18, 158],
          tint: () => shift(skin, -0.05 + chance.around(0.02), 0.034, -18),
          angle: () => -0.5,
          length: 12,
          width: 5,
        }),
        dabs(chance, {
          count: 6,
          box: [16, 146, 30, 158],
          tint: () => shift(skin, -0.12, 0.03, -18),
          angle: () => 0.5,
          length: 10,
          width: 5,
        }),
        dabs(chance, {
          count: 9,
          box: [-32, 84, -4, 100],
          tint: () => shift(skin, 0.07 + chance.around(0.02), -0.006),
          angle: () => -0.25,
          length: 17,
          width: 5,
          ridge: 0.05,
        }),
        dabs(chance, {
          count: 6,
          box: [-36, 134, -24, 142],
          tint: () => shift(skin, 0.07, -0.004),
          angle: () => 0.6,
          length: 9,
          width: 4,
          ridge: 0.05,
        }),
        fill(face.freckles, shift(skin, -0.15, 0.05), { opacity: 0.7 }),
        traits.beard === "stubble"
          ? fill(STUBBLE, shift(tints.hair, 0.04), { opacity: 0.3 }) +
            dabs(chance, {
              count: 70,
              box: [-40, 156, 40, 200],
              tint: () => shift(tints.hair, 0.1),
              angle: () => 1.5,
              length: 5,
              width: 1.6,
              bend: 0.4,
              opacity: 0.45,
            })
          : "",
      ].join(""),
    ),
    nose(easel),
    placeEyes(easel, (side) => eye(easel, side)),
    stroke(
      face.brows,
      mix(shift(tints.hair, -0.1), shift(skin, -0.3), 0.2),
      traits.features === "strong" ? 6 : 4.4,
    ),
    stroke(face.brows, shift(tints.hair, 0.04), 1.4, { transform: "translate(-1 -1.200)", opacity: 0.7 }),
    lips(easel),
    stroke(face.wrinkles, shift(skin, -0.18, 0.03, -8), 2.2, { opacity: 0.8 }),
    stroke(face.scar, shift(skin, -0.16, 0.07, -20), 3.4),
    beard === ""
      ? ""
      : painted(
          easel,
          beard,
          shift(tints.hair, -0.07),
          130,
          [-50, 126, 50, 262],
          locks,
          (x) => 1.57 - x * 0.014,
          16,
          4.4,
          true,
        ),
    underHat(
      easel,
      painted(easel, hair.front, shift(tints.hair, -0.06), 130, [-66, 24, 68, 210], locks, strand, 24, 5.4),
    ),
    headwear(easel),
    eyewear(easel),
    canvas(easel),
  ].join("");
};

function painted(
  { defs, chance }: Easel,
  d: string,
  base: Tint,
  count: number,
  box: Box,
  tint: (x: number, y: number) => Tint,
  angle: (x: number, y: number) => number,
  length: number,
  width: number,
  evenOdd = false,
): string {
  if (d === "") return "";
  const content = dabs(chance, { count, box, tint, angle, length, width, stray: 0.55, ridge: 0.07 });
  return fill(d, base, { "fill-rule": evenOdd ? "evenodd" : undefined }) + defs.clip(d, content, evenOdd);
}

function ground({ figure, chance, defs }: Easel): string {
  const { skin, hair } = figure.tints;
  // A dark head stands before a lighter wall, so that it is seen.
  const isDark = skin[0] < 0.58 || (hair[0] < 0.3 && figure.hair.back !== "");
  const base = isDark ? 0.47 : 0.3;
  const hue = 58 + (figure.traits.ground % 90) - 45;
  const strokes = dabs(chance, {
    count: 120,
    box: [-130, 4, 130, 264],
    tint: (x, y) => [
      clamp(
        base +
          clamp((-20 - x) / 200, -0.5, 0.5) * 0.18 +
          clamp((96 - y) / 260, -0.4, 0.4) * 0.12 +
          chance.around(0.04),
        0.12,
        0.68,
      ),
      0.04 + chance.next() * 0.035,
      hue + chance.around(18),
    ],
    angle: () => -0.75,
    length: 46,
    width: 13,
    stray: 1.2,
    ridge: 0.04,
  });
  return (
    fill(PICTURE, [base, 0.045, hue]) +
    strokes +
    defs.spot(-24, 110, 110, 120, [base + 0.26, 0.06, hue + 14], 0.4)
  );
}

function eye({ figure, defs }: Easel, side: Side): string {
  const { tints, traits } = figure;
  const { skin, eyes } = tints;
  const white = "M-11 1.500C-7-7 5-8 11 .5 6 7-6 7.500-11 1.500Z";
  return [
    fill(white, [0.84, 0.028, 78]),
    defs.clip(
      white,
      ellipse(-0.5 * side, 0, 5.2, 5.6, shift(eyes, -0.12)) +
        ellipse(0.4 * side, 1.4, 3.6, 3.2, shift(eyes, 0.08)) +
        ellipse(-0.5 * side, -0.2, 2.5, 2.7, [0.15, 0.03, 50]),
    ),
    ellipse(-2.4 * side, -2.2, 1.7, 1.5, [0.97, 0.02, 85]),
    stroke("M-12 2C-7-8 5-9 12 0", shift(skin, -0.42, 0.02), traits.features === "soft" ? 3.6 : 2.9),
    stroke("M-9 6.500q9 4 17-1", shift(skin, -0.16, 0.04, -14), 2.4),
    stroke("M-11-6.500Q0-13 11-7", shift(skin, 0.03, 0.02), 2.2, { opacity: 0.6 }),
  ].join("");
}

function nose({ figure, chance }: Easel): string {
  const { skin } = figure.tints;
  return [
    dabs(chance, {
      count: 9,
      box: [0, 122, 5, 150],
      tint: () => shift(skin, -0.16 + chance.around(0.03), 0.04, -10),
      angle: () => 1.45,
      length: 15,
      width: 4.6,
      stray: 0.2,
    }),
    dabs(chance, {
      count: 4,
      box: [-9, 124, -6, 146],
      tint: () => shift(skin, 0.08),
      angle: () => 1.6,
      length: 14,
      width: 3.4,
      stray: 0.1,
      ridge: 0.05,
    }),
    ellipse(-7, 147, 3, 2.6, shift(skin, 0.13, -0.01)),
    stroke("M-13 152q7 5 16 0", shift(skin, -0.34, 0.03), 2.8),
  ].join("");
}

function lips({ figure }: Easel): string {
  const { face, tints, traits } = figure;
  const lip: Tint = [clamp(tints.skin[0] - 0.22, 0.26, 0.58), traits.features === "soft" ? 0.13 : 0.085, 24];
  return [
    fill(face.lips, lip),
    stroke(face.mouth, shift(lip, -0.2, -0.02), 2.4),
    stroke("M-9 174q5 2.500 9 .5", shift(lip, 0.2, 0.02), 2.6, { opacity: 0.8 }),
    stroke(face.underLip, shift(tints.skin, -0.16, 0.03), 3, { opacity: 0.6 }),
  ].join("");
}

function clothes(easel: Easel): string {
  const { figure, chance } = easel;
  const { body, material, trim } = figure.clothes;
  const cloth = (tint: Tint) => (x: number, y: number) =>
    shift(tint, light(x, y) * 0.95 + chance.around(0.045), chance.around(0.015), chance.around(10));
  const base = shift(materialTint(figure, material), -0.07);
  return [
    painted(easel, body, base, 130, [-126, 214, 126, 262], cloth(base), (x) => (x < 0 ? -0.9 : 0.9), 34, 9),
    ...trim.map(({ d, material: kind }) => {
      const tint = shift(materialTint(figure, kind), -0.04, 0.005);
      return painted(easel, d, tint, 24, [-66, 204, 68, 262], cloth(tint), (x) => (x < 0 ? 1 : 2.1), 24, 6.5);
    }),
  ].join("");
}

function headwear(easel: Easel): string {
  const { figure, chance } = easel;
  const box = headwearBox(figure.traits);
  return figure.headwear
    .map(({ d, material, evenOdd }) => {
      const tint = shift(materialTint(figure, material), -0.05, 0.01);
      const cloth = (x: number, y: number) =>
        shift(tint, light(x, y) + chance.around(0.05), chance.around(0.012), chance.around(10));
      return painted(
        easel,
        d,
        tint,
        box[3] > 200 ? 100 : 50,
        box,
        cloth,
        (x, y) => (y > 110 ? 1.3 : 0.1 + x * 0.006),
        26,
        8,
        evenOdd,
      );
    })
    .join("");
}

function eyewear({ figure }: Easel): string {
  const { face, traits } = figure;
  return [
    traits.eyewear === "dark"
      ? fill(face.lenses, [0.2, 0.02, 60]) +
        stroke("M-34 122l6 8M6 122l6 8", [0.75, 0.03, 80], 3, { opacity: 0.6 })
      : "",
    stroke(face.glasses, [0.22, 0.03, 60], 3.2),
    stroke(face.glasses, [0.74, 0.1, 80], 0.9, { transform: "translate(-1 -1)" }),
    stroke(face.patchBand, [0.16, 0.02, 50], 3.4),
    fill(face.patch, [0.18, 0.02, 50]),
  ].join("");
}

function canvas({ defs }: Easel): string {
  const weave = `<path d="M0 .5H1M2 1.500H3" stroke="#fff" stroke-width=".5" stroke-opacity=".16"/><path d="M.5 1V3M2.500 0V1" stroke="#000" stroke-width=".5" stroke-opacity=".14"/>`;
  return defs.grain(3, weave);
}
