import { openness } from "../face.ts";
import { materialTint } from "../figure.ts";
import { clamp, mix, shift, type Tint } from "../palette.ts";
import { dabs, ellipse, fill, stroke } from "../pen.ts";
import {
  type DrawStyle,
  type Easel,
  PICTURE,
  placeEyes,
  raise,
  SHADOW_SIDE,
  type Side,
  STUBBLE,
  underHat,
} from "./style.ts";

const INK: Tint = [0.17, 0.02, 50];

/** No outline at all: soft light from the upper left, single strands of hair, a plain ground as in a studio. */
export const drawRealistic: DrawStyle = (easel) => {
  const { figure, defs } = easel;
  const { face, traits, tints } = figure;
  const { skin } = tints;
  const ground: Tint = [0.6, 0.022, traits.ground];
  const skinPaint = defs.radial(
    [-20, 104, 92],
    shift(skin, 0.045, -0.004),
    skin,
    shift(skin, -0.13, 0.016, -4),
  );
  return [
    fill(PICTURE, defs.radial([-44, 96, 190], shift(ground, 0.19), ground, shift(ground, -0.24))),
    underHat(easel, hairBack(easel)),
    fill(face.neck, defs.linear([-24, 180, 30, 214], shift(skin, -0.06), shift(skin, -0.2, 0.012))),
    defs.clip(face.neck, defs.spot(2, 186, 42, 34, shift(skin, -0.3, 0.01), 0.75)),
    raise(clothes(easel)),
    figure.showsEars
      ? fill(face.ears, defs.linear([-60, 0, 60, 0], shift(skin, -0.03, 0.012), shift(skin, -0.16, 0.016)))
      : "",
    fill(face.earrings, materialTint(figure, "gold")),
    fill(face.outline, skinPaint),
    defs.clip(face.outline, modelling(easel)),
    features(easel),
    beard(easel),
    underHat(easel, hairFront(easel)),
    headwear(easel),
    eyewear(easel),
    fill(PICTURE, defs.linear([-120, 14, 120, 254], [1, 0, 0], [0.5, 0, 0], [0, 0, 0]), { opacity: 0.06 }),
  ].join("");
};

function modelling({ figure, defs, chance }: Easel): string {
  const { skin } = figure.tints;
  const { face, traits } = figure;
  const dark = shift(skin, -0.2, 0.014, -6);
  const blush: Tint = [clamp(skin[0] - 0.07, 0.2, 0.8), skin[1] + 0.06, skin[1] < 0.03 ? 10 : skin[2] - 32];
  const [left, right] = face.eyes;
  const stubble =
    traits.beard === "stubble"
      ? dabs(chance, {
          count: 420,
          box: [-42, 152, 42, 198],
          tint: () => shift(figure.tints.hair, 0.02),
          angle: () => 1.5,
          length: 2.4,
          width: 0.6,
          bend: 0.3,
          opacity: 0.4,
        }) + fill(STUBBLE, shift(figure.tints.hair, 0.06), { opacity: 0.16 })
      : "";
  return [
    defs.spot(46, 140, 34, 76, dark, 0.62),
    defs.spot(26, 186, 46, 26, dark, 0.5),
    defs.spot(-44, 160, 16, 46, dark, 0.22),
    defs.spot(-14, 72, 52, 22, dark, 0.3), // under the hair
    defs.spot(left.x, left.y - 3, 19, 13, dark, 0.4),
    defs.spot(right.x, right.y - 3, 19, 13, dark, 0.5),
    defs.spot(7, 138, 11, 26, dark, 0.42, -8),
    defs.spot(-3, 155, 14, 6, dark, 0.5),
    defs.spot(-3, 180, 15, 5, dark, 0.42),
    defs.spot(-27, 148, 17, 14, blush, traits.features === "soft" ? 0.5 : 0.34),
    defs.spot(24, 148, 15, 13, blush, traits.features === "soft" ? 0.38 : 0.25),
    defs.spot(-15, 96, 25, 15, shift(skin, 0.11, -0.02), 0.6),
    defs.spot(-26, 139, 11, 7, shift(skin, 0.11, -0.02), 0.55, -18),
    defs.spot(-5.5, 136, 3.2, 17, shift(skin, 0.13, -0.02), 0.6, 3),
    defs.spot(-7, 148, 4.5, 4, shift(skin, 0.16, -0.03), 0.6),
    defs.spot(-6, 186, 9, 5, shift(skin, 0.09, -0.01), 0.4),
    fill(face.freckles, shift(skin, -0.15, 0.04), { opacity: 0.5 }),
    stubble,
  ].join("");
}

function features(easel: Easel): string {
  const { figure, defs } = easel;
  const { face, traits, tints } = figure;
  const { skin } = tints;
  const lip: Tint =
    traits.features === "soft"
      ? [clamp(skin[0] - 0.22, 0.3, 0.6), 0.12, 18]
      : [clamp(skin[0] - 0.15, 0.24, 0.66), skin[1] + 0.035, skin[2] - 26];
  const brow = mix(
    tints.hair,
    shift(skin, -0.3),
    traits.hairColour === "white" || traits.hairColour === "blond" ? 0.45 : 0.1,
  );
  return [
    placeEyes(easel, (side) => eye(easel, side), { open: openness(traits) }),
    stroke(
      face.brows,
      shift(brow, -0.06),
      traits.features === "strong" ? 5 : traits.features === "soft" ? 3.2 : 4,
      { opacity: 0.85 },
    ),
    stroke("M-12 151q3.500 3.500 7 .5M1 151.500q3 1.500 5-1.500", shift(skin, -0.32, 0.02), 1.8),
    stroke("M-14.500 146q-3 5 .5 7", shift(skin, -0.17, 0.015), 1.5),
    fill(face.lips, defs.linear([0, 160, 0, 182], shift(lip, -0.07), lip, shift(lip, 0.07))),
    stroke(face.mouth, shift(lip, -0.22), 1.7),
    defs.spot(-6, 174, 6, 2.4, shift(lip, 0.22, -0.05), 0.7),
    stroke(face.wrinkles, shift(skin, -0.15, 0.01), 1.4, { opacity: 0.75 }),
    stroke(face.scar, shift(skin, 0.07, 0.03, -20), 2.6),
    stroke(face.scar, shift(skin, -0.16, 0.03, -10), 0.8, { transform: "translate(1.500 0)" }),
  ].join("");
}

function eye({ figure, defs }: Easel, side: Side): string {
  const { tints, traits } = figure;
  const almond = "M-11.500 1.500C-7-7 5-8 11.500 .5 6 7-6 7.500-11.500 1.500Z";
  const iris = defs.radial([-1, 1.5, 5.4], shift(tints.eyes, 0.2), tints.eyes, shift(tints.eyes, -0.2));
  const lash = shift(INK, 0.02);
  return [
    fill(almond, [0.95, 0.008, 80]),
    defs.clip(
      almond,
      ellipse(-0.7 * side, -0.3, 5.3, 5.3, iris) +
        ellipse(-0.7 * side, -0.3, 2.4, 2.4, INK) +
        defs.spot(0, -6, 13, 7, INK, 0.5) +
        ellipse(-3 * side, -2.4, 1.5, 1.5, "#fff") +
        ellipse(1.6 * side, 1.8, 0.8, 0.8, "#fff", { opacity: 0.6 }),
    ),
    stroke("M-12 1.800C-7-7.500 5-8.500 12 .3", lash, traits.features === "soft" ? 2.7 : 2),
    traits.features === "soft" ? stroke("M-11.500 1l-4-3", lash, 1.7) : "",
    stroke("M-11-6C-6-12 5-12.500 11-7", shift(tints.skin, -0.22, 0.014), 1.3, { opacity: 0.8 }),
    stroke("M-9.500 5Q0 10.500 9.500 4.500", shift(tints.skin, -0.16, 0.012), 1, { opacity: 0.8 }),
  ].join("");
}

/** Strands fall from the crown, and then straight down. */
function flow(x: number, y: number): number {
  return y < 96 ? Math.atan2(y - 26, x - 4) : Math.PI / 2 + x * 0.002;
}

function strands(
  { figure, chance }: Easel,
  count: number,
  box: readonly [number, number, number, number],
  length: number,
): string {
  const { hair } = figure.tints;
  const isCurly = ["curls", "afro"].includes(figure.traits.hair);
  return dabs(chance, {
    count,
    box,
    tint: (x, y) =>
      shift(
        hair,
        clamp((10 - x) / 300, -0.12, 0.14) + chance.around(0.06) + (y < 84 && x < 16 ? 0.05 : 0),
        0.01,
      ),
    angle: isCurly ? () => chance.next() * 6 : flow,
    length: isCurly ? 7 : length,
    width: isCurly ? 2 : 1.2,
    stray: 0.25,
    bend: isCurly ? 5 : 4,
    opacity: 0.75,
  });
}

function hairBack(easel: Easel): string {
  const { figure, defs } = easel;
  const { hair } = figure.tints;
  const { back } = figure.hair;
  return (
    fill(back, defs.linear([-60, 40, 70, 240], shift(hair, -0.03), shift(hair, -0.13))) +
    defs.clip(
      back,
      strands(easel, 150, [-76, 26, 88, 262], 40) + defs.spot(0, 196, 60, 50, shift(hair, -0.2), 0.75),
    )
  );
}

function hairFront(easel: Easel): string {
  const { figure, defs } = easel;
  const { hair } = figure.tints;
  const { front, lines } = figure.hair;
  return (
    fill(front, defs.linear([-50, 46, 60, 150], shift(hair, 0.05, 0.01), hair, shift(hair, -0.12))) +
    defs.clip(
      front,
      [
        strands(easel, 210, [-64, 26, 66, 210], 26),
        stroke(lines, shift(hair, -0.12), 1.6, { opacity: 0.7 }),
        defs.spot(-18, 66, 26, 9, shift(hair, 0.26, -0.01), 0.55, -24),
        defs.spot(24, 70, 15, 7, shift(hair, 0.18, -0.01), 0.35, 28),
      ].join(""),
    )
  );
}

function beard(easel: Easel): string {
  const { figure, defs, chance } = easel;
  const { hair } = figure.tints;
  if (figure.beard === "") return "";
  return (
    fill(figure.beard, defs.linear([-40, 140, 44, 210], shift(hair, 0.04), shift(hair, -0.12)), {
      "fill-rule": "evenodd",
    }) +
    defs.clip(
      figure.beard,
      dabs(chance, {
        count: 230,
        box: [-50, 128, 50, 262],
        tint: (x) => shift(hair, clamp(-x / 260, -0.12, 0.14) + chance.around(0.1)),
        angle: (x) => 1.57 - x * 0.012,
        length: 14,
        width: 1.2,
        stray: 0.5,
        opacity: 0.8,
      }),
      true,
    )
  );
}

function clothes({ figure, defs }: Easel): string {
  const { body, shade, material, trim } = figure.clothes;
  const base = materialTint(figure, material);
  return [
    fill(body, defs.linear([-110, 210, 120, 260], shift(base, 0.07), base, shift(base, -0.1))),
    defs.clip(
      body,
      fill(shade, shift(base, -0.14), { opacity: 0.5 }) +
        stroke(
          "M-66 240Q-60 270 -70 306M-44 244Q-34 280 -40 306M70 240Q64 270 76 306M48 246Q40 280 46 306",
          shift(base, -0.12),
          3,
          { opacity: 0.35 },
        ) +
        stroke("M-71 242Q-66 270 -76 306M-49 246Q-40 280 -46 306", shift(base, 0.1), 2, { opacity: 0.3 }),
    ),
    ...trim.map(({ d, material: kind }) => {
      const tint = materialTint(figure, kind);
      return fill(d, defs.linear([-50, 214, 56, 270], shift(tint, 0.05), shift(tint, -0.08)));
    }),
    defs.clip(body, defs.spot(0, 214, 52, 22, [0.12, 0.02, base[2]], 0.6)),
  ].join("");
}

function headwear({ figure, defs }: Easel): string {
  return figure.headwear
    .map(({ d, material, evenOdd }) => {
      const tint = materialTint(figure, material);
      const isShiny = material === "gold" || material === "metal";
      const paint = isShiny
        ? defs.linear(
            [-52, 30, 56, 90],
            shift(tint, 0.02),
            shift(tint, 0.2),
            shift(tint, -0.04),
            shift(tint, -0.22),
          )
        : defs.linear([-54, 34, 62, 120], shift(tint, 0.09), tint, shift(tint, -0.15));
      return (
        fill(d, paint, { "fill-rule": evenOdd ? "evenodd" : undefined }) +
        defs.clip(d, fill(SHADOW_SIDE, [0.1, 0.02, tint[2]], { opacity: 0.18 }), evenOdd)
      );
    })
    .join("");
}

function eyewear({ figure, defs }: Easel): string {
  const { face, traits } = figure;
  const frame: Tint = traits.eyewear === "monocle" ? [0.74, 0.11, 84] : [0.26, 0.02, 60];
  return [
    traits.eyewear === "dark"
      ? fill(face.lenses, defs.linear([-30, 116, 20, 146], [0.34, 0.02, 260], [0.14, 0.01, 260]))
      : fill(face.lenses, "#fff", { opacity: 0.06 }),
    stroke(face.glasses, [0.12, 0.01, 60], 2.6, { transform: "translate(1 2)", opacity: 0.18 }),
    stroke(face.glasses, frame, 2.3),
    stroke(face.patchBand, INK, 3),
    fill(face.patch, defs.linear([0, 116, 20, 150], [0.3, 0.02, 50], [0.16, 0.01, 50])),
  ].join("");
}
