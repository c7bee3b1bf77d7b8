import { clamp } from "./palette.ts";
import { round } from "./pen.ts";
import type { Traits } from "./traits.ts";

/** Half widths at the cheeks, the jaw and the chin, and how far down the chin is. */
export type Proportions = { cheek: number; jaw: number; chin: number; chinY: number };

const FACES: Record<Traits["face"], Proportions> = {
  oval: { cheek: 43, jaw: 35, chin: 14, chinY: 190 },
  square: { cheek: 44, jaw: 42, chin: 22, chinY: 190 },
  long: { cheek: 40, jaw: 34, chin: 15, chinY: 197 },
  round: { cheek: 46, jaw: 41, chin: 19, chinY: 187 },
};

export function toProportions({ face, age, features }: Traits): Proportions {
  const { cheek, jaw, chin, chinY } = FACES[face];
  if (age === "child") return { cheek: 47, jaw: 40, chin: 15, chinY: 182 };
  if (features === "soft") return { cheek, jaw: jaw - 2, chin: chin - 2, chinY: chinY - 1 };
  if (features === "strong") return { cheek: cheek + 1, jaw: jaw + 2, chin: chin + 3, chinY: chinY + 2 };
  return { cheek, jaw, chin, chinY };
}

export type Eye = { x: number; y: number; scale: number };

/** The parts of a face as paths. It is turned a little to the left, where the light comes from. */
export type Face = {
  outline: string;
  /** The half that lies in shadow, and the darker strip of it. */
  shade: string;
  deep: string;
  light: string;
  ears: string;
  neck: string;
  neckShade: string;
  eyes: readonly [Eye, Eye];
  brows: string;
  nose: string;
  noseShade: string;
  mouth: string;
  lips: string;
  underLip: string;
  wrinkles: string;
  freckles: string;
  scar: string;
  glasses: string;
  lenses: string;
  patch: string;
  patchBand: string;
  earrings: string;
};

/** Where the features' middle is: a little left of the head's. */
const TURN = -3.5;
const MOUTH_Y = 168;

export function drawFace(traits: Traits, { cheek, jaw, chin, chinY }: Proportions): Face {
  const isChild = traits.age === "child";
  const slope = 13 / (jaw - chin); // of the jaw where it meets the chin
  const eyeY = isChild ? 131 : 127;
  const reach = isChild ? 20 : 19;
  const scale = (isChild ? 1.12 : 1) * (traits.features === "soft" ? 1.06 : 1);
  const left = { x: TURN - reach, y: eyeY, scale };
  const right = { x: TURN + reach, y: eyeY, scale: scale * 0.95 };
  const my = Math.min(MOUTH_Y, chinY - 20);
  return {
    outline: `M${-cheek} 120C${-cheek} 150 ${-jaw} ${chinY - 16} ${-chin} ${chinY - 3}Q0 ${round(chinY - 3 + slope * chin)} ${chin} ${chinY - 3}C${jaw} ${chinY - 16} ${cheek} 150 ${cheek} 120C${cheek} 88 28 68 0 68C-28 68 ${-cheek} 88 ${-cheek} 120Z`,
    shade: `M8 60C24 80 20 98 17 112C13 118 15 126 22 132C24 148 15 160 12 170C8 182 0 ${chinY - 4} -8 ${chinY + 10}H60V60Z`,
    deep: `M34 60C36 100 38 130 28 158C22 176 12 ${chinY} 2 ${chinY + 10}H60V60Z`,
    light: `M-30 92C-18 80 -2 80 4 90C0 98 -22 100 -32 106ZM-37 134C-30 130 -20 132 -17 140C-22 150 -32 150 -37 134Z`,
    ears: ears(traits, cheek),
    neck: neck(traits),
    neckShade: `M-24 ${chinY - 20}C-12 ${chinY + 14} 12 ${chinY + 18} 26 ${chinY - 16}V228C10 214 -12 208 -24 ${chinY + 8}Z`,
    eyes: [left, right],
    brows: brows(traits, left, right),
    nose: `M${TURN + 1} 122C${TURN - 2} 136 ${TURN - 7} 144 ${TURN - 8} 150q3 6 12 3`,
    noseShade: `M${TURN + 3} 118C${TURN + 2} 134 ${TURN + 2} 146 ${TURN + 1} 153q8 2 10-3c-2-8-6-18-8-32z`,
    ...mouth(traits, my),
    wrinkles: wrinkles(traits, left, right, my),
    freckles: traits.freckles ? FRECKLES : "",
    scar: traits.scar ? `M${right.x + 4} ${eyeY - 20}L${right.x + 9} ${eyeY + 24}` : "",
    ...eyewear(traits, left, right, cheek),
    earrings: traits.earrings
      ? `M${-cheek - 4} 143a2.600 2.600 0 1 0 .1 0zM${cheek + 4} 143a2.600 2.600 0 1 0 .1 0z`
      : "",
  };
}

const FRECKLES = [
  [-30, 146],
  [-25, 150],
  [-20, 146],
  [-34, 151],
  [-27, 156],
  [-16, 151],
  [14, 147],
  [19, 151],
  [24, 147],
  [27, 153],
  [18, 156],
  [-8, 140],
  [-1, 143],
]
  .map(([x, y]) => `M${x} ${y}a1.100 1.100 0 1 0 .1 0z`)
  .join("");

function ears({ ears: kind }: Traits, cheek: number): string {
  return kind === "pointed"
    ? `M${-cheek + 3} 122C${-cheek - 10} 116 ${-cheek - 20} 104 ${-cheek - 25} 92C${-cheek - 24} 116 ${-cheek - 16} 140 ${-cheek + 3} 146ZM${cheek - 3} 122C${cheek + 10} 116 ${cheek + 20} 104 ${cheek + 25} 92C${cheek + 24} 116 ${cheek + 16} 140 ${cheek - 3} 146Z`
    : `M${-cheek + 2} 120c-10-6-14 4-10 16 2 8 8 12 12 8zM${cheek - 2} 120c10-6 14 4 10 16-2 8-8 12-12 8z`;
}

function neck({ features, age }: Traits): string {
  const half = age === "child" ? 16 : features === "strong" ? 25 : features === "soft" ? 19 : 21;
  return `M${-half} 160V216C-12 238 14 238 ${half + 2} 216V160Z`;
}

function brows({ mood, features }: Traits, left: Eye, right: Eye): string {
  const lift = features === "soft" ? -1.5 : 0;
  const y = left.y - 13.5 + lift;
  // Where each ends, inwards and outwards: a frown goes down to the nose.
  const [inner, outer] =
    mood === "stern" ? [3.5, -1] : mood === "sad" ? [-3.5, 2.5] : mood === "smile" ? [-1, 0] : [0, 1];
  const arch = mood === "stern" ? -3.5 : -6.5;
  return `M${left.x - 12} ${y + outer}q11 ${arch} 22 ${inner - outer}M${right.x - 10} ${y + inner}q10 ${arch} 20 ${outer - inner}`;
}

function mouth({ mood, features }: Traits, y: number): Pick<Face, "mouth" | "lips" | "underLip"> {
  const full = features === "soft" ? 1.3 : features === "strong" ? 0.85 : 1;
  const half = mood === "smile" ? 16 : 13.5;
  const bend = { smile: 7.5, calm: 3.6, stern: 0.2, sad: -3.5 }[mood];
  const corner = { smile: -4, calm: -1.5, stern: 0.5, sad: 2 }[mood];
  const [a, b] = [TURN - half, TURN + half];
  const ends = y + corner;
  const middle = ends + bend; // the line's deepest place
  const below = 2 * (middle + 6 * full) - ends;
  return {
    mouth: `M${a} ${ends}Q${TURN} ${middle * 2 - ends} ${b} ${ends}`,
    lips: `M${a} ${ends}Q${TURN - 6} ${middle - 4.5 * full} ${TURN} ${middle - 2.6 * full}Q${TURN + 6} ${middle - 4.5 * full} ${b} ${ends}Q${TURN} ${below} ${a} ${ends}Z`,
    underLip: `M${TURN - 7} ${middle + 6 * full + 4}q7 3 13 0`,
  };
}

function wrinkles({ age, mood }: Traits, left: Eye, right: Eye, my: number): string {
  const smile = mood === "smile" ? `M${TURN - 20} ${my - 10}q-4 6-2 12M${TURN + 20} ${my - 10}q4 6 2 12` : "";
  const frown = mood === "stern" ? `M${TURN - 2} ${left.y - 17}v8M${TURN + 3} ${left.y - 17}v8` : "";
  if (age !== "old") return age === "adult" ? smile + frown : "";
  return `${frown}M${TURN - 18} 97q17-4 34 0M${TURN - 15} 105q14-3 28 0M${left.x - 16} ${left.y + 2}l-6-3M${left.x - 16} ${left.y + 6}l-6 1M${right.x + 15} ${right.y + 2}l6-3M${right.x + 15} ${right.y + 6}l6 1M${TURN - 16} 150q-8 8-6 18M${TURN + 17} 150q8 8 6 18M${left.x - 8} ${left.y + 12}q8 4 15 1M${right.x - 7} ${right.y + 13}q7 3 14-1`;
}

function eyewear(
  { eyewear: kind }: Traits,
  left: Eye,
  right: Eye,
  cheek: number,
): Pick<Face, "glasses" | "lenses" | "patch" | "patchBand"> {
  const none = { glasses: "", lenses: "", patch: "", patchBand: "" };
  const y = left.y;
  const ring = ({ x }: Eye) => `M${x - 15} ${y + 1}a15 15 0 1 0 30 0a15 15 0 1 0-30 0Z`;
  const square = ({ x }: Eye) => `M${x - 15.5} ${y - 10}h31v17q-15.500 8-31 0Z`;
  const arms = `M${left.x - 15} ${y - 3}L${-cheek} ${y - 5}M${right.x + 15} ${y - 3}L${cheek} ${y - 5}`;
  const bridge = `M${left.x + 15} ${y - 2}q${(right.x - left.x - 30) / 2}-4 ${right.x - left.x - 30} 0`;
  switch (kind) {
    case "none":
      return none;
    case "round":
      return {
        ...none,
        glasses: ring(left) + ring(right) + bridge + arms,
        lenses: ring(left) + ring(right),
      };
    case "square":
      return {
        ...none,
        glasses: square(left) + square(right) + bridge + arms,
        lenses: square(left) + square(right),
      };
    case "dark":
      return {
        ...none,
        glasses: square(left) + square(right) + bridge + arms,
        lenses: square(left) + square(right),
      };
    case "monocle":
      return { ...none, glasses: `${ring(right)}M${right.x + 13} ${y + 8}q8 30-2 64`, lenses: ring(right) };
    case "patch":
      return {
        ...none,
        patch: `M${right.x - 14} ${y - 9}q14-6 28 0c1 14-6 21-14 22s-15-8-14-22Z`,
        patchBand: `M${right.x - 13} ${y - 7}C${right.x - 36} ${y - 26} ${-cheek + 8} ${y - 40} ${-cheek + 2} ${y - 44}M${right.x + 13} ${y - 8}L${cheek} ${y - 14}`,
      };
  }
}

/** How wide open the eyes are: 1 is usual. */
export function openness({ mood, age }: Traits): number {
  return clamp(
    (mood === "stern" ? 0.82 : mood === "smile" ? 0.92 : 1) * (age === "old" ? 0.86 : 1),
    0.6,
    1.2,
  );
}
