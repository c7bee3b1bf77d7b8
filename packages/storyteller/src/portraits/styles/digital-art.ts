import { openness } from "../face.ts";
import { materialTint } from "../figure.ts";
import { clamp, shift, type Tint } from "../palette.ts";
import { ellipse, fill, round, stroke } from "../pen.ts";
import { type DrawStyle, type Easel, PICTURE, placeEyes, raise, type Side, underHat } from "./style.ts";

/** The two lamps: one from the left, one from the right. */
const COLD = 212;
const WARM = 350;
const NIGHT: Tint = [0.2, 0.065, 280];

const LEFT_RIM = "M-130 0H-16L-40 52L-34 92L-46 138L-42 180L-70 310H-130Z";
const RIGHT_RIM = "M130 0H30L50 58L46 100L52 140L44 176L74 310H130Z";

/** Hard facets under two coloured lamps, at night: no outline, no skin tone that daylight would know. */
export const drawDigitalArt: DrawStyle = (easel) => {
  const { figure, defs } = easel;
  const { face, traits, tints, beard, hair } = figure;
  const lit = clamp(tints.skin[0] * 0.66 + 0.27, 0.56, 0.84);
  const isStrange = tints.skin[2] > 100 || tints.skin[1] > 0.12;
  const skin: Tint = [lit, isStrange ? tints.skin[1] + 0.02 : 0.07, isStrange ? tints.skin[2] : 42];
  const isCurly = traits.hair === "curls" || traits.hair === "afro";
  const facet = (d: string, lightness: number, chroma: number, hue: number) =>
    fill(d, [clamp(lit * lightness, 0.12, 0.97), chroma, hue]);
  return [
    ground(easel),
    underHat(easel, solid(hair.back, shift(tints.hair, -0.06, 0.03), easel)),
    facet(face.neck, 0.52, 0.08, 300),
    defs.clip(face.neck, facet("M-30 160L-4 200L-12 240H-40Z", 0.8, 0.09, COLD)),
    raise(clothes(easel)),
    figure.showsEars
      ? fill(face.ears, defs.linear([-60, 0, 60, 0], [lit * 0.95, 0.1, COLD], [lit * 0.75, 0.16, WARM]))
      : "",
    fill(face.earrings, [0.85, 0.13, 195]),
    fill(face.outline, skin),
    defs.clip(
      face.outline,
      [
        facet("M0 0H130V300H-8L2 196L-4 152L4 118Z", 0.74, 0.11, 345),
        facet("M-50 60L-2 70L-8 100L-42 112Z", 1.1, isStrange ? skin[1] : 0.045, isStrange ? skin[2] : 72),
        facet("M-50 112L-36 132L-42 162L-20 198L-60 200Z", 0.92, 0.1, COLD),
        facet(
          "M-36 132L-10 148L-22 166L-42 162Z",
          1.05,
          isStrange ? skin[1] : 0.06,
          isStrange ? skin[2] : 58,
        ),
        facet("M16 130L38 136L32 172L10 160Z", 0.84, 0.15, 5),
        facet("M38 60H60V200H0L32 172L42 130L30 96Z", 0.56, 0.15, 322),
        fill("M46 84L60 80V176L36 188L44 142Z", [0.72, 0.2, WARM]),
        fill("M-60 80L-43 98L-39 138L-30 170L-60 176Z", [0.78, 0.12, COLD], { opacity: 0.75 }),
        fill(face.freckles, [lit * 0.6, 0.1, 20], { opacity: 0.7 }),
        traits.beard === "stubble"
          ? facet("M-40 160L-20 168L-3 160L16 168L40 156L20 200H-24Z", 0.6, 0.04, 290)
          : "",
      ].join(""),
    ),
    facet("M-2 112L2 150L-8 158L-16 152L-6 140Z", 1.08, isStrange ? skin[1] : 0.05, isStrange ? skin[2] : 70),
    facet("M-2 112L8 148L2 156L-8 158L1 150Z", 0.58, 0.12, 340),
    placeEyes(easel, (side) => eye(easel, side), { open: openness(traits) }),
    brows(easel),
    lips(easel, lit),
    traits.age === "young" || traits.age === "child"
      ? ""
      : stroke(face.wrinkles, [lit * 0.5, 0.1, 325], 1.3, { opacity: 0.8 }),
    stroke(face.scar, [0.85, 0.12, 10], 2.2),
    solid(beard, shift(tints.hair, -0.02, 0.03), easel, true),
    underHat(easel, solid(hair.front, shift(tints.hair, -0.02, 0.035), easel)),
    defs.clip(
      hair.front,
      fill("M-20 40L24 40L4 74Z", shift(tints.hair, 0.12, 0.02), { opacity: 0.6 }) +
        (isCurly ? "" : stroke(hair.lines, shift(tints.hair, -0.1, 0.03), 1.5)),
    ),
    headwear(easel),
    eyewear(easel),
    glow(easel),
  ].join("");
};

function ground({ chance, defs, figure }: Easel): string {
  let shards = "";
  for (let index = 0; index < 18; index += 1) {
    const [x, y, size] = [chance.around(125), chance.between(10, 250), chance.between(24, 74)];
    const hue = x > 0 ? 335 : 240;
    shards += fill(
      `M${round(x)} ${round(y)}l${round(size)} ${round(-size * 0.3 + chance.next() * 20)}l${round(-size * 0.5)} ${round(size * 0.8)}z`,
      [chance.between(0.2, 0.34), chance.between(0.06, 0.13), hue],
      { opacity: 0.55 },
    );
  }
  const hue = figure.traits.ground;
  const grid = [-150, -96, -50, -16, 16, 50, 96, 150]
    .map((x) => `M${round(x * 0.32)} 190L${x * 1.4} 256`)
    .join("");
  return (
    fill(PICTURE, defs.linear([-120, 14, 120, 254], [0.3, 0.1, 255], NIGHT, [0.28, 0.12, 338])) +
    shards +
    ellipse(0, 122, 92, 92, defs.linear([0, 30, 0, 214], [0.78, 0.15, hue], [0.44, 0.18, hue + 40]), {
      opacity: 0.9,
    }) +
    stroke("M-98 150H98M-94 164H94M-88 179H88M-78 194H78", NIGHT, 3.4, { opacity: 0.7 }) +
    stroke(grid, [0.8, 0.13, COLD], 1, { opacity: 0.5 })
  );
}

/** A shape in its own tint, with a rim of each lamp's light on its sides. */
function solid(d: string, tint: Tint, { defs }: Easel, evenOdd = false): string {
  const rims =
    fill(LEFT_RIM, [clamp(tint[0] + 0.2, 0.5, 0.9), 0.13, COLD], { opacity: 0.85 }) +
    fill(RIGHT_RIM, [clamp(tint[0] + 0.14, 0.46, 0.8), 0.2, WARM], { opacity: 0.85 });
  return fill(d, tint, { "fill-rule": evenOdd ? "evenodd" : undefined }) + defs.clip(d, rims, evenOdd);
}

function clothes(easel: Easel): string {
  const { figure, defs } = easel;
  const { body, material, trim } = figure.clothes;
  const base = shift(materialTint(figure, material), -0.1, 0.02);
  return [
    fill(body, base),
    defs.clip(
      body,
      [
        fill("M-130 306L-96 250L-24 218L-52 262L-62 306Z", [0.52, 0.13, COLD]),
        fill("M130 306L96 250L26 218L54 262L64 306Z", [0.5, 0.19, WARM]),
        fill("M-62 306L-52 262L-24 218L0 258L-8 306Z", shift(base, 0.08)),
      ].join(""),
    ),
    ...trim.map(({ d, material: kind }) => {
      const tint =
        kind === "white" ? ([0.84, 0.04, COLD] as const) : shift(materialTint(figure, kind), -0.05, 0.03);
      return fill(
        d,
        defs.linear([-50, 0, 56, 0], [clamp(tint[0] + 0.08, 0, 0.92), 0.09, COLD], tint, [
          clamp(tint[0], 0.3, 0.75),
          0.16,
          WARM,
        ]),
      );
    }),
  ].join("");
}

function eye({ figure }: Easel, side: Side): string {
  const iris: Tint = [0.7, 0.14, figure.tints.eyes[1] > 0.05 ? figure.tints.eyes[2] : COLD];
  return [
    fill("M-12 1L-4-6L7-5L12 1L2 5.500Z", [0.95, 0.03, COLD]),
    fill("M-5-6H4L6 0L0 5.500L-6 0Z", iris),
    fill("M-2.500-5H2.500L3 0L0 3L-3 0Z", NIGHT),
    fill(`M${side > 0 ? -4 : 1}-4h3v3h-3z`, "#fff"),
    stroke("M-13 0L-4-7.500L8-6.500L13 0", [0.14, 0.05, 285], figure.traits.features === "soft" ? 3 : 2.3),
  ].join("");
}

function brows({ figure }: Easel): string {
  const tint: Tint = [clamp(figure.tints.hair[0] - 0.12, 0.16, 0.6), 0.06, 300];
  return stroke(figure.face.brows, tint, figure.traits.features === "strong" ? 5 : 3.6, {
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
  });
}

function lips({ figure }: Easel, lit: number): string {
  return (
    fill(figure.face.lips, [clamp(lit * 0.66, 0.3, 0.6), 0.16, 8]) +
    stroke(figure.face.mouth, NIGHT, 1.8) +
    stroke(figure.face.underLip, [clamp(lit * 1.05, 0, 0.95), 0.08, COLD], 1.6, { opacity: 0.7 })
  );
}

function headwear(easel: Easel): string {
  const { figure } = easel;
  return figure.headwear
    .map(({ d, material, evenOdd }) => {
      const raw = materialTint(figure, material);
      return solid(d, material === "gold" ? [0.8, 0.14, 84] : shift(raw, -0.06, 0.02), easel, evenOdd);
    })
    .join("");
}

function eyewear({ figure, defs }: Easel): string {
  const { face, traits } = figure;
  return [
    traits.eyewear === "dark"
      ? fill(
          face.lenses,
          defs.linear([-36, 118, 30, 140], [0.75, 0.15, COLD], [0.4, 0.2, 300], [0.65, 0.22, WARM]),
        )
      : fill(face.lenses, [0.85, 0.12, COLD], { opacity: 0.18 }),
    stroke(face.glasses, [0.88, 0.12, 200], 2.3),
    stroke(face.patchBand, NIGHT, 3),
    fill(face.patch, NIGHT, { stroke: "#4fd6e8", "stroke-width": 1.4 }),
  ].join("");
}

/** Sparks in the air and a veil of the lamps' colours. */
function glow({ chance, defs }: Easel): string {
  let sparks = "";
  for (let index = 0; index < 22; index += 1) {
    const x = chance.between(52, 118) * (chance.chance(0.5) ? 1 : -1);
    sparks += ellipse(x, chance.between(18, 250), 0.8, 0.8, [0.92, 0.09, x > 0 ? WARM : COLD], {
      opacity: round(chance.between(0.4, 1)),
    });
  }
  return (
    sparks +
    defs.spot(-118, 120, 70, 150, [0.75, 0.14, COLD], 0.34) +
    defs.spot(118, 120, 70, 150, [0.65, 0.22, WARM], 0.34)
  );
}
