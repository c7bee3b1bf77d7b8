import { materialTint } from "../figure.ts";
import { clamp, hex, type Tint } from "../palette.ts";
import { type Box, dabs, ellipse, fill, hatch, round, stroke } from "../pen.ts";
import {
  type DrawStyle,
  type Easel,
  headwearBox,
  PICTURE,
  placeEyes,
  raise,
  type Side,
  underHat,
} from "./style.ts";

const PAPER: Tint = [0.955, 0.013, 86];

function graphite(lightness: number): Tint {
  return [clamp(lightness, 0.2, 0.9), 0.006, 260];
}

/** Pencil on paper: each contour drawn twice, tone by hatching, the construction lines left to be seen; no colour at all. */
export const drawSketch: DrawStyle = (easel) => {
  const { figure, defs, chance } = easel;
  const { face, traits, tints, hair, beard } = figure;
  const depth = clamp(0.86 - tints.skin[0], 0, 0.5);
  const onFace = (content: string) => defs.clip(face.outline, content);
  return [
    fill(PICTURE, PAPER),
    stroke(hatch(chance, [14, 46, 108, 206], 6.5, -0.6), graphite(0.6), 0.9, { opacity: 0.55 }),
    stroke(hatch(chance, [-100, 120, -40, 210], 8, -0.6), graphite(0.68), 0.9, { opacity: 0.4 }),
    construction(),
    underHat(
      easel,
      bare(hair.back) +
        tone(easel, hair.back, tints.hair[0], [-84, 18, 92, 262], 0.1) +
        twice(easel, hair.back, 1.5),
    ),
    bare(face.neck),
    defs.clip(
      face.neck,
      stroke(hatch(chance, [-30, 176, 34, 232], 4.2, -0.5), graphite(0.4), 1.1, { opacity: 0.7 }),
    ),
    twice(easel, "M-21 178V214M23 178V216", 1.5),
    raise(clothes(easel)),
    figure.showsEars ? bare(face.ears) + twice(easel, face.ears, 1.3) : "",
    bare(face.outline),
    onFace(
      [
        depth > 0.04
          ? stroke(
              hatch(chance, [-50, 60, 52, 204], clamp(9 - depth * 13, 3.2, 9), 0.34),
              graphite(0.42),
              1.1,
              { opacity: round((0.4 + depth) * 10) / 10 },
            )
          : "",
        defs.spot(38, 140, 34, 70, graphite(0.5), 0.34), // rubbed with a finger
        defs.clip(
          face.shade,
          stroke(hatch(chance, [-10, 58, 70, 208], 4.8, -0.5), graphite(0.42), 1, { opacity: 0.6 }),
        ),
        defs.clip(
          face.deep,
          stroke(hatch(chance, [-10, 58, 70, 208], 4.2, 0.42), graphite(0.38), 1, { opacity: 0.7 }),
        ),
        stroke(hatch(chance, [-44, 66, 30, 84], 4, 0.3), graphite(0.46), 1, { opacity: 0.5 }),
        fill(face.freckles, graphite(0.45), { opacity: 0.8 }),
        traits.beard === "stubble"
          ? stroke(hatch(chance, [-34, 172, 36, 200], 3.4, 0.2), graphite(0.45), 0.9)
          : "",
      ].join(""),
    ),
    twice(easel, face.outline, 1.8),
    traits.eyewear === "dark" ? "" : placeEyes(easel, (side) => eye(easel, side)),
    brows(easel),
    twice(easel, face.nose, 1.5),
    fill(face.lips, graphite(0.55), { opacity: traits.features === "soft" ? 0.4 : 0.2 }),
    twice(easel, face.mouth, 1.9),
    stroke(face.underLip, graphite(0.45), 1.3),
    stroke(face.wrinkles, graphite(0.42), 1.2),
    twice(easel, face.scar, 1.4),
    twice(easel, face.earrings, 1.2),
    beard === ""
      ? ""
      : bare(beard, true) +
        tone(easel, beard, tints.hair[0], [-52, 126, 52, 262], 0.06, true) +
        twice(easel, beard, 1.1),
    hair.front === ""
      ? ""
      : bare(hair.front) +
        tone(easel, hair.front, tints.hair[0], [-68, 18, 70, 214], 0.14) +
        twice(easel, hair.front, 1.6) +
        twice(easel, hair.lines, 1.2),
    headwear(easel),
    eyewear(easel),
    stroke("M70 244q8-7 13 0t13-2", graphite(0.42), 1.4),
    grain(easel),
  ].join("");
};

function bare(d: string, evenOdd = false): string {
  return fill(d, PAPER, { "fill-rule": evenOdd ? "evenodd" : undefined });
}

function twice({ chance }: Easel, d: string, width: number): string {
  const moved = `translate(${round(chance.around(1.2))} ${round(chance.around(1.2))}) rotate(${round(chance.around(0.6))} 0 130)`;
  return (
    stroke(d, graphite(0.32), width) +
    stroke(d, graphite(0.34), round(width * 0.6), { opacity: 0.55, transform: moved })
  );
}

/** Strands as dense as the hair is dark. */
function tone(
  { defs, chance }: Easel,
  d: string,
  lightness: number,
  box: Box,
  slope: number,
  evenOdd = false,
): string {
  const gap = clamp(2.4 + lightness * 7.5, 3, 10);
  const area = ((box[2] - box[0]) * (box[3] - box[1])) / 1000;
  const strands = dabs(chance, {
    count: Math.round(area * clamp(5 - lightness * 4, 1.2, 3.6)),
    box,
    tint: () => graphite(clamp(lightness, 0.26, 0.62) + chance.around(0.06)),
    angle: (x, y) => (y < 98 ? Math.atan2(y - 26, x - 4) : Math.PI / 2),
    length: 22,
    width: 1.1,
    stray: 0.3,
    opacity: 0.7,
  });
  const smudge = fill(d, graphite(lightness), {
    opacity: round(clamp(0.62 - lightness * 0.6, 0.04, 0.5) * 10) / 10,
    "fill-rule": evenOdd ? "evenodd" : undefined,
  });
  return (
    smudge +
    defs.clip(
      d,
      strands +
        stroke(hatch(chance, box, gap, slope), graphite(clamp(lightness, 0.26, 0.6)), 1.1, { opacity: 0.55 }),
      evenOdd,
    )
  );
}

function construction(): string {
  return stroke(
    "M-54 128a54 70 0 1 1 108 0a54 70 0 1 1-108 0M-4 40C-8 96 -8 160 -3 216M-62 126Q0 135 62 124M-56 152Q0 161 56 150M-88 34L-40 60M70 26L42 56",
    graphite(0.68),
    0.9,
    { opacity: 0.75 },
  );
}

function eye({ figure }: Easel, side: Side): string {
  const { tints, traits } = figure;
  return [
    fill("M-11 1C-7-7 5-8 11 .5 6 6.500-6 7-11 1Z", [0.985, 0.006, 86]),
    ellipse(-0.6 * side, -0.2, 5, 5.2, graphite(clamp(tints.eyes[0], 0.34, 0.62))),
    ellipse(-0.6 * side, -0.2, 2.3, 2.4, graphite(0.2)),
    ellipse(-2.4 * side, -2, 1.5, 1.5, "#fff"),
    stroke("M-12 1.800C-7-7.500 5-8.500 12 .3", graphite(0.26), traits.features === "soft" ? 2.7 : 2),
    stroke("M-11.500 1l-3-3M-9-3l-3-3.500", graphite(0.3), traits.features === "soft" ? 1.2 : 0.1),
    stroke("M-9 6q8 3.500 16-1M-11-7Q0-13 11-8", graphite(0.5), 1),
  ].join("");
}

function brows({ figure, chance }: Easel): string {
  const tint = graphite(clamp(figure.tints.hair[0], 0.28, 0.58));
  const width = figure.traits.features === "strong" ? 4 : 2.6;
  return (
    stroke(figure.face.brows, tint, width, { opacity: 0.75 }) +
    stroke(figure.face.brows, tint, 1.2, {
      transform: `translate(${round(chance.around(1))} -2)`,
      opacity: 0.7,
    })
  );
}

function clothes(easel: Easel): string {
  const { figure, defs, chance } = easel;
  const { body, shade, material, trim } = figure.clothes;
  const dark = clamp(1 - materialTint(figure, material)[0], 0.1, 0.75);
  return [
    bare(body),
    defs.clip(
      body,
      [
        stroke(hatch(chance, [-124, 214, 124, 262], clamp(10 - dark * 9, 3.4, 10), 0.4), graphite(0.45), 1, {
          opacity: round((0.25 + dark * 0.6) * 10) / 10,
        }),
        defs.clip(
          shade,
          stroke(hatch(chance, [20, 214, 128, 262], 4.8, -0.5), graphite(0.42), 1, { opacity: 0.6 }),
        ),
      ].join(""),
    ),
    twice(easel, body, 1.7),
    ...trim.map(({ d, material: kind }) => {
      const isDark = kind === "dark" || kind === "accent" || kind === "leather";
      const lines = stroke(
        hatch(chance, [-66, 200, 68, 262], 3.8, kind === "accent" ? 0.8 : -0.5),
        graphite(0.4),
        1.1,
        { opacity: 0.7 },
      );
      return bare(d) + (isDark ? defs.clip(d, lines) : "") + twice(easel, d, 1.4);
    }),
  ].join("");
}

function headwear(easel: Easel): string {
  const { figure, defs, chance } = easel;
  const box = headwearBox(figure.traits);
  return figure.headwear
    .map(({ d, material, evenOdd }) => {
      const lightness = materialTint(figure, material)[0];
      const isDark = material === "dark" || material === "accent";
      const all = stroke(
        hatch(chance, box, isDark ? 3.2 : clamp(3 + lightness * 8, 4, 10), isDark ? -0.45 : 0.3),
        graphite(0.42),
        1.1,
        { opacity: 0.6 },
      );
      const shadow = stroke(hatch(chance, [10, box[1], box[2], box[3]], 4.6, -0.45), graphite(0.42), 1.1, {
        opacity: 0.6,
      });
      return (
        bare(d, evenOdd) +
        defs.clip(d, (material === "white" ? "" : all) + shadow, evenOdd) +
        twice(easel, d, 1.7)
      );
    })
    .join("");
}

function eyewear(easel: Easel): string {
  const { face, traits } = easel.figure;
  const dark = easel.defs.clip(
    face.lenses,
    stroke(hatch(easel.chance, [-44, 112, 40, 148], 2, 0.5), graphite(0.28), 1.6),
  );
  return [
    traits.eyewear === "dark" ? bare(face.lenses) + dark : "",
    twice(easel, face.glasses, 1.9),
    stroke(face.patchBand, graphite(0.3), 2.6),
    fill(face.patch, graphite(0.3)),
  ].join("");
}

/** Tooth of the paper: where the pencil left it white. */
function grain({ chance, defs }: Easel): string {
  let specks = "";
  for (let index = 0; index < 60; index += 1)
    specks += `<circle cx="${round(chance.between(0, 30))}" cy="${round(chance.between(0, 30))}" r="${round(chance.between(0.2, 0.6))}" fill="${index % 4 === 0 ? hex(graphite(0.5)) : hex(PAPER)}" fill-opacity="${index % 4 === 0 ? 0.14 : 0.6}"/>`;
  return defs.grain(30, specks);
}
