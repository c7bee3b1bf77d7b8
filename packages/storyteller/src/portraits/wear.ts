import type { Traits } from "./traits.ts";

/** What a part of the clothes is coloured as. */
export type Material =
  | "cloth"
  | "light"
  | "dark"
  | "gold"
  | "accent"
  | "white"
  | "skin"
  | "metal"
  | "leather";
export type Piece = { d: string; material: Material; evenOdd?: boolean };

/** The shoulders; everything else of the clothes lies on them. */
export type Clothes = { body: string; shade: string; material: Material; trim: readonly Piece[] };

function part(material: Material, d: string, evenOdd = false): Piece {
  return { d, material, evenOdd };
}

const SHIRT_FRONT = "M-26 218L0 300L28 218C14 240 -10 240 -26 218Z";
const LAPEL_LEFT = "M-30 216L-2 304L-58 270L-48 236Z";
const LAPEL_RIGHT = "M32 216L4 304L60 270L50 236Z";
const COLLAR_LEFT = "M-32 214L0 242L-30 260L-45 230Z";
const COLLAR_RIGHT = "M34 214L0 242L32 260L47 230Z";

const TRIMS: Record<Traits["clothes"], readonly Piece[]> = {
  coat: [
    part("white", "M-24 220L0 300L26 220C14 240 -10 240 -24 220Z"),
    part("light", "M-30 212L-4 300L-64 262L-54 236Z"),
    part("dark", "M32 212L4 300L66 262L56 236Z"),
  ],
  jumper: [part("light", "M-30 200C-14 214 16 214 32 200V232C16 248 -14 248 -30 232Z")],
  suit: [
    part("white", SHIRT_FRONT),
    part("accent", "M-6 236h14l-2 10 6 54h-22l6-54z"),
    part("light", LAPEL_LEFT),
    part("dark", LAPEL_RIGHT),
  ],
  gown: [
    part("skin", "M-60 240C-30 278 30 278 62 240L36 222C14 244 -12 244 -34 222Z"),
    part("gold", "M-62 237C-34 284 34 284 64 237L71 243C40 295 -40 295 -69 243Z"),
    part("gold", "M-3 244a4.500 4.500 0 1 0 .1 0z"),
  ],
  overall: [
    part("light", "M-34 212L-6 246L-34 262L-54 232Z"),
    part("dark", "M36 212L8 246L36 262L56 232Z"),
    part("gold", "M44 262h28v16h-28z"),
  ],
  shirt: [part("white", COLLAR_LEFT), part("white", COLLAR_RIGHT)],
  "bow-tie": [
    part("white", SHIRT_FRONT),
    part("light", LAPEL_LEFT),
    part("dark", LAPEL_RIGHT),
    part("accent", "M0 238l-26-12v26zM0 238l26-12v26zM-6 232h12v13h-12z"),
  ],
  armour: [
    part("dark", "M-34 206C-14 222 16 222 36 206L40 236C18 254 -16 254 -38 236Z"),
    part("light", "M-118 300C-118 252 -84 232 -52 226C-58 250 -64 276 -66 300Z"),
    part("light", "M118 300C118 252 86 232 54 226C60 250 66 276 68 300Z"),
    part(
      "gold",
      "M-112 276C-104 262 -84 256 -62 256L-61 262C-84 262 -100 268 -110 282ZM112 276C104 262 86 256 64 256L63 262C86 262 100 268 110 282Z",
    ),
  ],
  uniform: [
    part("light", "M-30 204C-14 220 16 220 32 204L36 232C16 246 -12 246 -34 232Z"),
    part("gold", "M-4 250h8v54h-8z"),
    part(
      "gold",
      "M-112 268C-104 254 -86 246 -68 242L-62 250C-82 254 -98 262 -106 274ZM112 268C104 254 88 246 70 242L64 250C84 254 98 262 106 274Z",
    ),
  ],
  robe: [
    part("light", "M-40 214C-30 250 -12 276 0 304L-34 304C-44 276 -58 250 -66 236Z"),
    part("dark", "M42 214C32 250 14 276 0 304L36 304C46 276 60 250 68 236Z"),
    part(
      "gold",
      "M-40 214C-30 250 -12 276 0 304L-7 304C-18 280 -36 252 -46 218ZM42 214C32 250 14 276 0 304L7 304C18 280 38 252 48 218Z",
    ),
  ],
  jacket: [
    part("white", SHIRT_FRONT),
    part("dark", "M-34 208L-10 250L-36 268L-62 232Z"),
    part("dark", "M36 208L12 250L38 268L64 232Z"),
    part("metal", "M-11 250L-7 304L-4 304L-7 250Z"),
  ],
  tunic: [
    part("light", "M-36 214C-14 240 14 240 38 214L42 224C18 252 -16 252 -40 224Z"),
    part("skin", "M-12 234L0 268L13 234C6 240 -6 240 -12 234Z"),
    part("leather", "M-74 238L-60 232L84 304H60Z"),
  ],
  tee: [part("dark", "M-32 216C-14 244 16 244 34 216L38 221C18 253 -16 253 -36 221Z")],
};

export function drawClothes({ clothes, features, age }: Traits): Clothes {
  const wide = age === "child" ? 92 : features === "strong" ? 128 : features === "soft" ? 108 : 118;
  return {
    body: `M${-wide} 306C${-wide + 2} 262 ${-wide + 42} 244 -24 218C-10 240 14 240 26 218C${wide - 42} 244 ${wide - 2} 262 ${wide} 306Z`,
    shade: `M26 218C${wide - 42} 244 ${wide - 2} 262 ${wide} 306H30C40 280 30 250 26 218Z`,
    material: clothes === "armour" ? "metal" : "cloth",
    trim: TRIMS[clothes],
  };
}

const HEADWEAR: Record<Traits["headwear"], readonly Piece[]> = {
  none: [],
  beanie: [
    part("cloth", "M-54 96C-60 46 -26 28 0 28S60 46 54 96Z"),
    part("light", "M-58 80Q0 66 58 80V101Q0 88 -58 101Z"),
  ],
  hat: [
    part("cloth", "M-46 88C-50 40 -28 26 -6 35C10 25 46 30 48 88Z"),
    part("dark", "M-47 70Q0 60 48 70V88Q0 78 -47 88Z"),
    part("light", "M-90 96C-60 78 60 78 92 94C60 107 -50 109 -90 96Z"),
  ],
  cap: [
    part("cloth", "M-60 74C-62 44 -30 32 0 32S64 44 62 74C40 84 -40 84 -60 74Z"),
    part("light", "M-48 76Q0 68 50 76V92Q0 84 -48 92Z"),
    part("dark", "M-50 92Q0 82 50 92Q20 107 -4 106T-50 92Z"),
  ],
  crown: [
    part("gold", "M-46 78L-54 34L-28 55L0 25L28 55L54 34L46 78Q0 66 -46 78Z"),
    part("accent", "M-46 66Q0 54 46 66V79Q0 67 -46 79Z"),
    part("white", "M0 21a4 4 0 1 0 .1 0zM-54 30a3.500 3.500 0 1 0 .1 0zM54 30a3.500 3.500 0 1 0 .1 0z"),
  ],
  headscarf: [
    part(
      "cloth",
      "M-38 112C-36 84 -20 78 0 78S38 86 40 114C42 150 34 178 4 194C30 214 40 232 34 258C-6 270 -50 260 -66 236C-50 214 -56 170 -58 126C-62 66 -34 42 0 42S64 66 60 130C60 176 62 210 74 236C56 254 30 258 0 250C-34 240 -44 200 -42 160Z",
      true,
    ),
  ],
  hood: [
    part(
      "cloth",
      "M-96 258C-72 230 -68 190 -66 140C-66 70 -40 34 0 28C42 34 68 70 68 140C70 190 74 230 98 258H40C34 240 20 232 0 232S-32 240 -38 258ZM-46 132C-46 92 -28 70 0 70S48 92 48 132C48 168 36 200 2 208C-34 200 -46 168 -46 132Z",
      true,
    ),
    part(
      "dark",
      "M-50 134C-50 88 -30 64 0 64S52 88 52 134C52 172 38 206 2 214C-38 206 -50 172 -50 134ZM-44 132C-44 94 -28 74 0 74S46 94 46 132C46 166 34 196 2 204C-32 196 -44 166 -44 132Z",
      true,
    ),
  ],
  helmet: [
    part(
      "metal",
      "M-52 118C-56 62 -32 34 0 32C34 34 58 62 54 118C50 112 48 100 44 94C20 84 -20 84 -42 94C-46 100 -48 112 -52 118Z",
    ),
    part("gold", "M-50 96Q0 72 52 96V104Q0 82 -50 104Z"),
    part("metal", "M-5 84H5L4 140Q0 146 -4 140Z"),
    part("accent", "M-4 34C-10 14 14 12 40 30C24 24 12 28 6 36Z"),
  ],
  turban: [
    part("cloth", "M-54 98C-66 54 -34 26 2 26C40 26 68 56 56 98C40 78 -34 78 -54 98Z"),
    part("light", "M-54 98C-58 80 -20 66 14 48C-14 76 -30 80 -54 98Z"),
    part("dark", "M56 98C60 78 30 60 -16 44C18 70 36 78 56 98Z"),
    part("gold", "M0 66a6 7 0 1 0 .1 0z"),
  ],
  "top-hat": [
    part("cloth", "M-42 82L-46 16Q0 8 48 16L44 82Q0 72 -42 82Z"),
    part("accent", "M-43 66Q0 56 45 66V82Q0 72 -43 82Z"),
    part("dark", "M-70 90C-50 76 52 76 72 90C50 99 -48 100 -70 90Z"),
  ],
  "pointed-hat": [
    part("cloth", "M-46 88C-34 60 -14 30 14 2C16 14 24 18 34 14C26 30 40 60 48 88Q0 74 -46 88Z"),
    part("gold", "M-43 76Q0 62 45 76L48 88Q0 74 -46 88Z"),
    part("dark", "M-92 100C-62 78 64 78 94 98C60 108 -56 110 -92 100Z"),
  ],
  beret: [
    part("cloth", "M-62 80C-72 44 -20 26 20 34C54 38 66 58 52 82C20 74 -30 76 -62 80Z"),
    part("dark", "M-46 82Q0 70 50 80V90Q0 80 -46 92Z"),
    part("dark", "M6 33l4-9 5 2-3 9z"),
  ],
  bandana: [
    part("cloth", "M-48 100C-52 60 -28 46 0 46S54 60 50 100Q0 78 -48 100Z"),
    part("light", "M-49 100Q0 78 51 100L52 92Q0 70 -50 92Z"),
    part("dark", "M50 92l20 14-8 4 6 14-20-20z"),
  ],
  flowers: [
    part("light", "M-50 88C-36 62 36 62 52 88L48 92C34 70 -32 70 -46 92Z"),
    part("accent", [-42, -14, 16, 44].map((x) => flower(x, 70 + Math.abs(x) * 0.28, 9)).join("")),
    part("white", [-28, 2, 31].map((x) => flower(x, 68 + Math.abs(x) * 0.22, 7)).join("")),
    part(
      "gold",
      [-42, -28, -14, 2, 16, 31, 44].map((x) => `M${x} ${67 + Math.abs(x) * 0.26}a3 3 0 1 0 .1 0z`).join(""),
    ),
  ],
};

function flower(x: number, y: number, size: number): string {
  return [0, 1, 2, 3, 4]
    .map((petal) => {
      const angle = (petal / 5) * Math.PI * 2 - 0.3;
      const [px, py] = [x + Math.cos(angle) * size * 0.6, y + Math.sin(angle) * size * 0.6];
      const r = (size * 0.5).toFixed(1);
      return `M${(px - Number(r)).toFixed(1)} ${py.toFixed(1)}a${r} ${r} 0 1 1 ${(Number(r) * 2).toFixed(1)} 0a${r} ${r} 0 1 1 ${(-Number(r) * 2).toFixed(1)} 0Z`;
    })
    .join("");
}

export function drawHeadwear({ headwear }: Traits): readonly Piece[] {
  return HEADWEAR[headwear];
}
