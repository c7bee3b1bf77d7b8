import type { Proportions } from "./face.ts";
import { round } from "./pen.ts";
import type { Traits } from "./traits.ts";

/** Hair as paths: behind the head, over it, the strands that are drawn as lines, and whether it hides the ears. */
export type Hair = { back: string; front: string; lines: string; hidesEars: boolean };

const NONE: Hair = { back: "", front: "", lines: "", hidesEars: false };

/** A cap of hair that ends at the hairline. `rise`: how far it stands off the skull. */
function scalp(cheek: number, rise: number, hairline = 86): string {
  const top = 62 - rise;
  const side = cheek + 2 + rise * 0.55;
  return `M${-side} 121C${-side - 8} 80 -30 ${top} 0 ${top}S${side + 8} 80 ${side} 121L${cheek - 5} 126C${cheek - 4} 108 ${cheek - 7} 98 ${cheek - 10} ${hairline + 8}C22 ${hairline - 4} -22 ${hairline - 4} ${-cheek + 10} ${hairline + 8}C${-cheek + 7} 98 ${-cheek + 4} 108 ${-cheek + 5} 126Z`;
}

function circle(x: number, y: number, r: number): string {
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 1 ${r * 2} 0a${r} ${r} 0 1 1 ${-r * 2} 0Z`;
}

function ring(count: number, from: number, to: number, rx: number, ry: number, y: number, r: number): string {
  return Array.from({ length: count }, (_, index) => {
    const angle = from + ((to - from) * index) / (count - 1);
    return circle(Math.cos(angle) * rx, y - Math.sin(angle) * ry, r);
  }).join("");
}

/** A plait from a point downwards. */
function plait(x: number, y: number, lean: number, knots: number): string {
  return Array.from({ length: knots }, (_, index) => {
    const cx = x + lean * index;
    const cy = y + index * 17;
    const r = 11 - index * 0.5;
    return `M${round(cx)} ${cy - 11}C${round(cx + r + 3)} ${cy - 8} ${round(cx + r)} ${cy + 8} ${round(cx)} ${cy + 11}C${round(cx - r)} ${cy + 8} ${round(cx - r - 3)} ${cy - 8} ${round(cx)} ${cy - 11}Z`;
  }).join("");
}

export function drawHair({ hair, headwear }: Traits, { cheek }: Proportions): Hair {
  const drawn = STYLES[hair](cheek);
  if (headwear === "none" || headwear === "flowers") return drawn;
  if (headwear === "crown" || headwear === "bandana")
    return hair === "mohawk" ? { ...drawn, front: "" } : drawn;
  if (headwear === "headscarf" || headwear === "hood" || headwear === "turban" || headwear === "helmet")
    return headwear === "hood" && drawn.hidesEars ? { ...drawn, front: drawn.front } : NONE;
  // Under a hat lies flat what would stand up.
  if (hair === "bun" || hair === "ponytail" || hair === "mohawk" || hair === "spikes" || hair === "side")
    return { ...STYLES.crop(cheek), back: "" };
  if (hair === "afro" || hair === "curls")
    return { ...STYLES.crop(cheek), back: ring(9, -0.35, Math.PI + 0.35, 52, 26, 112, 17) };
  return drawn;
}

const STYLES: Record<Traits["hair"], (cheek: number) => Hair> = {
  bald: () => NONE,
  crop: (cheek) => ({
    ...NONE,
    front: scalp(cheek, 10, 86),
    lines: "M-30 78q30-16 60 0M-36 88q-4 8-6 18M36 88q4 8 6 18M-18 68q18-8 36 0",
  }),
  side: (cheek) => ({
    ...NONE,
    front: `M${-cheek - 3} 122C${-cheek - 14} 70 -26 42 6 42C42 42 ${cheek + 14} 74 ${cheek + 3} 122C${cheek} 106 ${cheek - 4} 98 ${cheek - 10} 90C14 93 -10 84 -22 69C-24 84 ${-cheek + 6} 96 ${-cheek - 3} 122Z`,
    lines:
      "M-22 69C-8 58 20 56 37 78M-14 62C0 52 20 52 33 63M-24 70C-32 78 -38 90 -41 104M-4 50C16 46 34 56 42 74",
  }),
  curls: (cheek) => ({
    ...NONE,
    back: `${ring(11, -0.55, Math.PI + 0.55, 52, 56, 112, 17)}M-52 112a52 58 0 0 1 104 0v44h-104z`,
    front: `${scalp(cheek, 12, 84)}${[-36, -22, -7, 8, 23, 37].map((x) => circle(x, 76 + Math.abs(x) * 0.42, 11)).join("")}`,
    lines: [-40, -24, -8, 8, 24, 40]
      .map(
        (x) =>
          `M${x - 6} ${58 + Math.abs(x) * 0.4}a7 7 0 1 1 9 7M${x} ${78 + Math.abs(x) * 0.5}a5 5 0 1 1 7 5`,
      )
      .join(""),
    hidesEars: true,
  }),
  afro: (cheek) => ({
    ...NONE,
    back: `${ring(17, -0.5, Math.PI + 0.5, 62, 64, 104, 19)}${circle(0, 100, 62)}`,
    front: `${scalp(cheek, 14, 82)}${[-34, -20, -6, 8, 22, 35].map((x) => circle(x, 74 + Math.abs(x) * 0.36, 9)).join("")}`,
    lines: [-52, -34, -16, 2, 20, 38, 54]
      .map((x, index) => `M${x} ${46 + Math.abs(x) * 0.75 + (index % 2) * 12}a6 6 0 1 1 8 5`)
      .join(""),
    hidesEars: true,
  }),
  long: () => ({
    back: "M-50 110C-56 66 -30 54 0 54S56 66 52 112C54 170 66 210 70 262C40 280 -46 280 -72 258C-62 210 -52 170 -50 110Z",
    front:
      "M-2 48C-44 48 -58 84 -50 140C-48 168 -56 186 -58 206C-44 190 -38 160 -39 132C-36 106 -20 84 -2 66C18 84 36 106 39 132C38 160 46 190 60 206C56 186 48 168 50 140C58 84 44 48 -2 48Z",
    lines:
      "M-4 52C-34 66 -48 96 -46 150M0 52C34 66 48 96 46 150M-54 220q-4 20-8 34M56 220q4 20 8 34M-8 56C-28 70 -40 92 -42 122M6 56C28 72 40 94 43 124",
    hidesEars: true,
  }),
  bob: () => ({
    back: "M-54 116C-58 70 -30 56 0 56S58 70 54 116C58 146 60 172 54 192C34 202 -34 202 -54 192C-60 172 -58 146 -54 116Z",
    front:
      "M-48 186C-62 150 -60 48 0 48S62 150 48 186C40 160 42 130 38 108C10 112 -12 110 -38 106C-42 130 -40 160 -48 186Z",
    lines:
      "M-20 58q-8 20-8 48M0 54q-2 26-2 55M22 58q8 20 6 49M-44 100q-6 40-3 72M44 100q6 40 3 72M-10 56q-5 22-5 52M11 56q4 22 3 53",
    hidesEars: true,
  }),
  bun: (cheek) => ({
    ...NONE,
    back: "M-22 42a22 21 0 1 1 44 0a22 21 0 1 1-44 0Z",
    front: scalp(cheek, 7, 84),
    lines:
      "M-36 92C-28 74 -12 64 -6 58M36 92C28 74 12 64 6 58M-14 34q14-9 26 2M-12 42q12-6 22 4M0 80V60M-20 82C-14 72 -6 64 -2 58M20 82C14 72 6 64 2 58",
  }),
  locs: (cheek) => ({
    back: `${[-60, -46, -32, 30, 44, 58].map((x, index) => `M${x - 7} 90C${round(x * 1.1 - 9)} 140 ${round(x * 1.16 - 10)} 190 ${round(x * 1.2 - 7)} ${206 + (index % 3) * 13}a8 8 0 0 0 16 0C${round(x * 1.16 + 8)} 190 ${round(x * 1.1 + 8)} 140 ${x + 8} 90Z`).join("")}M-58 116C-56 66 -30 56 0 56S56 66 58 116Z`,
    front: scalp(cheek, 14, 82),
    lines: `${[-36, -20, -4, 12, 28, 42].map((x) => `M${x * 0.5} 52Q${x} 62 ${round(x * 1.1)} 88`).join("")}${[-62, -48, 46, 60].map((x) => `M${x} 120q${x * 0.08} 40 ${x * 0.14} 80`).join("")}`,
    hidesEars: true,
  }),
  waves: () => ({
    back: "M-50 112C-56 66 -24 54 4 56C40 56 58 76 54 112C64 130 52 146 60 164C66 184 58 214 40 222H-40C-62 212 -66 182 -58 164C-50 146 -62 130 -50 112Z",
    front:
      "M-16 58C-44 68 -50 96 -48 122C-58 140 -46 152 -52 174C-36 158 -42 132 -36 112C-28 98 -20 90 -16 74C4 96 32 92 40 118C44 136 40 158 54 174C48 152 60 140 50 118C56 64 22 42 -16 58Z",
    lines:
      "M-14 60C10 52 40 62 46 100M-20 62C-40 74 -46 94 -44 118M-10 66C8 80 32 80 42 104M-56 150q-2 26 6 52M58 150q4 26-6 52M-48 150q2 20-4 40",
    hidesEars: true,
  }),
  braids: (cheek) => ({
    back: `M${-cheek - 8} 116C${-cheek - 12} 68 -30 58 0 58S${cheek + 12} 68 ${cheek + 8} 116V150H${-cheek - 8}Z${plait(-52, 162, -1.5, 6)}${plait(52, 162, 1.5, 6)}`,
    front: `M-2 50C-40 50 ${-cheek - 14} 84 ${-cheek - 8} 156C${-cheek + 2} 140 ${-cheek + 2} 116 ${-cheek + 6} 106C-26 96 -10 84 -2 64C10 84 26 96 ${cheek - 6} 106C${cheek - 2} 116 ${cheek - 2} 140 ${cheek + 8} 156C${cheek + 14} 84 40 50 -2 50Z`,
    lines: `M-3 54C-26 64 -42 84 -46 120M1 54C26 64 42 84 46 120${[-1, 1].map((side) => [0, 1, 2, 3, 4].map((knot) => `M${side * 52 - 9 + side * knot * 1.5} ${158 + knot * 17}q9 8 18 0`).join("")).join("")}`,
    hidesEars: true,
  }),
  ponytail: (cheek) => ({
    ...NONE,
    back: "M20 52C52 38 78 62 76 104C76 150 88 178 74 216C56 208 50 176 54 146C58 112 48 84 18 70Z",
    front: scalp(cheek, 8, 84),
    lines:
      "M-38 92C-26 72 -4 60 22 58M36 92C32 78 28 68 22 60M-24 82C-14 70 4 62 20 60M58 70q12 20 12 46t4 76M66 90q6 40 4 88M0 80C6 70 14 64 20 62",
  }),
  mohawk: (cheek) => ({
    ...NONE,
    front: `M-14 88C-20 60 -18 34 -10 24L-4 34L2 16L8 32L16 22C20 40 20 64 14 88Q0 80 -14 88ZM${-cheek - 1} 118C${-cheek - 4} 88 -30 66 -16 62Q-20 78 -16 88C-28 92 ${-cheek + 4} 100 ${-cheek - 1} 118ZM${cheek + 1} 118C${cheek + 4} 88 30 66 16 62Q20 78 16 88C28 92 ${cheek - 4} 100 ${cheek + 1} 118Z`,
    lines: "M-8 82C-12 60 -10 42 -6 34M0 80C-2 56 0 36 3 26M8 82C12 60 12 42 11 34",
  }),
  spikes: (cheek) => ({
    ...NONE,
    front: `M${-cheek - 3} 120C${-cheek - 10} 104 ${-cheek - 12} 92 ${-cheek - 16} 80L${-cheek - 2} 80L${-cheek - 8} 56L-28 62L-26 36L-10 52L2 28L12 50L30 34L30 60L${cheek + 10} 52L${cheek} 78L${cheek + 15} 78C${cheek + 10} 92 ${cheek + 8} 106 ${cheek + 3} 120C${cheek - 1} 108 ${cheek - 4} 100 ${cheek - 8} 92L24 98L16 84L4 100L-6 84L-18 98L-24 84L${-cheek + 8} 96C${-cheek + 4} 102 ${-cheek + 1} 110 ${-cheek - 3} 120Z`,
    lines: "M-26 40L-20 72M2 34L2 70M28 40L20 72M-44 62L-34 84M44 60L36 84M-12 54L-8 76M14 54L12 76",
  }),
};

/** Pointed strands over the forehead, as drawn stories from Japan have them. */
export function drawFringe({ hair, headwear }: Traits, cheek: number): string {
  if (STANDS_UP.has(hair) || ["headscarf", "hood", "turban", "helmet"].includes(headwear)) return "";
  const rise = hair === "crop" || hair === "side" ? 13 : 0; // short hair shows the brows
  const tips = [
    [28, 117, 23, 92],
    [7, 114, 3, 90],
    [-15, 113, -19, 92],
    [-33, 117, -37, 98],
  ].map(([x = 0, y = 0, gapX = 0, gapY = 0]) => {
    const tip = y - rise;
    return `Q${x - 4} ${tip - 7} ${x} ${tip}Q${x} ${tip - 13} ${gapX} ${gapY - rise / 2}`;
  });
  return `M${-cheek - 4} 124C${-cheek - 14} 70 -34 48 0 48S${cheek + 14} 70 ${cheek + 4} 124C${cheek - 2} 118 ${cheek - 4} 108 ${cheek - 6} 98${tips.join("")}Q${-cheek + 3} 112 ${-cheek - 4} 124Z`;
}

/** Hair that does not fall over the forehead, and none at all. */
const STANDS_UP = new Set<Traits["hair"]>(["bald", "afro", "mohawk", "spikes", "locs"]);

export function drawBeard({ beard }: Traits, { cheek, jaw, chin, chinY }: Proportions): string {
  const lips = "M-17 167q13-6 26 0-5 7-13 7t-13-7z";
  switch (beard) {
    case "none":
    case "stubble":
      return "";
    case "moustache":
      return "M-4 157c-8-4-22 0-27 12 10 0 18-1 27-5 9 4 18 5 28 5-5-12-20-16-28-12z";
    case "goatee":
      return `M-24 166q4-12 20-10q20-3 22 10-2 6-4 18-6 ${chinY - 176} -18 ${chinY - 176}t-17 ${176 - chinY}q-2-12-3-18z${lips}`;
    case "full":
      return `M${-cheek + 1} 130C${-cheek + 2} 160 ${-jaw - 2} ${chinY - 8} ${-chin - 5} ${chinY + 7}Q0 ${chinY + 24} ${chin + 5} ${chinY + 7}C${jaw + 2} ${chinY - 8} ${cheek - 2} 160 ${cheek - 1} 130C34 150 24 157 12 156Q-4 151 -18 156C-28 157 -36 149 ${-cheek + 1} 130Z${lips}`;
    case "long":
      return `M${-cheek + 1} 130C${-cheek - 2} 168 ${-jaw - 6} 196 -30 226Q-14 248 -4 262Q10 246 28 226C${jaw + 6} 196 ${cheek + 2} 168 ${cheek - 1} 130C34 150 24 157 12 156Q-4 151 -18 156C-28 157 -36 149 ${-cheek + 1} 130Z${lips}`;
  }
}
