import type { Proportions } from "./face.ts";
import { buildFigure } from "./figure.ts";
import { Chance, Definitions } from "./pen.ts";
import { drawAnime } from "./styles/anime.ts";
import { drawDigitalArt } from "./styles/digital-art.ts";
import { drawOilPainting } from "./styles/oil-painting.ts";
import { drawRealistic } from "./styles/realistic.ts";
import { drawSketch } from "./styles/sketch.ts";
import type { DrawStyle } from "./styles/style.ts";
import { drawWatercolor } from "./styles/watercolor.ts";
import type { Style, Traits } from "./traits.ts";

const DRAW: Record<Style, DrawStyle> = {
  realistic: drawRealistic,
  anime: drawAnime,
  "digital-art": drawDigitalArt,
  "oil-painting": drawOilPainting,
  watercolor: drawWatercolor,
  sketch: drawSketch,
};

/** The portrait as SVG, 240 units square. The same traits, style and seed give the same text. */
export function drawPortrait(traits: Traits, style: Style, seed: number): string {
  const figure = buildFigure(traits, (usual) =>
    style === "anime" ? slim(usual, traits.features === "strong" ? 0.5 : 1) : usual,
  );
  const defs = new Definitions();
  const content = DRAW[style]({ figure, chance: new Chance(`${style} ${seed}`), defs });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-120 14 240 240">${defs}${content}</svg>`;
}

/** A narrower jaw, as drawn stories from Japan have it. */
function slim(usual: Proportions, share: number): Proportions {
  return { ...usual, jaw: usual.jaw - 6 * share, chin: Math.max(usual.chin - 8 * share, 6) };
}
