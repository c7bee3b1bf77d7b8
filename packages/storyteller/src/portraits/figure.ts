import { drawFace, type Face, type Proportions, toProportions } from "./face.ts";
import { drawBeard, drawFringe, drawHair, type Hair } from "./hair.ts";
import { CLOTH_TINTS, EYE_TINTS, HAIR_TINTS, SKIN_TINTS, shift, type Tint } from "./palette.ts";
import type { Traits } from "./traits.ts";
import { type Clothes, drawClothes, drawHeadwear, type Material, type Piece } from "./wear.ts";

/**
 * Somebody as shapes and tints, before any style. The picture is 240 units square: x from −120 to 120, y from 14 to 254.
 * All styles draw the same figure, so that it is the same person.
 */
export type Figure = {
  traits: Traits;
  face: Face;
  hair: Hair;
  fringe: string;
  beard: string;
  clothes: Clothes;
  headwear: readonly Piece[];
  showsEars: boolean;
  /** A hat sits on the hair: none of it is seen above the brim. */
  hatSits: boolean;
  tints: { skin: Tint; hair: Tint; eyes: Tint; cloth: Tint };
};

export function buildFigure(
  traits: Traits,
  change: (usual: Proportions) => Proportions = (usual) => usual,
): Figure {
  const proportions = change(toProportions(traits));
  const hair = drawHair(traits, proportions);
  const isCovered = ["headscarf", "hood", "helmet"].includes(traits.headwear);
  return {
    traits,
    face: drawFace(traits, proportions),
    hair,
    fringe: drawFringe(traits, proportions.cheek),
    beard: drawBeard(traits, proportions),
    clothes: drawClothes(traits),
    headwear: drawHeadwear(traits),
    showsEars: !isCovered && (!hair.hidesEars || traits.ears === "pointed"),
    hatSits: ["hat", "top-hat", "pointed-hat", "cap", "beret", "beanie"].includes(traits.headwear),
    tints: {
      skin: SKIN_TINTS[traits.skin],
      hair: HAIR_TINTS[traits.hairColour],
      eyes: EYE_TINTS[traits.eyes],
      cloth: CLOTH_TINTS[traits.clothColour],
    },
  };
}

/** The tint of a material in somebody's clothes, at its middle tone. */
export function materialTint({ tints }: Figure, material: Material): Tint {
  const { cloth, skin } = tints;
  switch (material) {
    case "cloth":
      return cloth;
    case "light":
      return shift(cloth, 0.075);
    case "dark":
      return shift(cloth, -0.075);
    case "gold":
      return [0.76, 0.115, 84];
    case "accent":
      return [0.5, 0.15, cloth[1] < 0.03 ? 25 : cloth[2] + 150];
    case "white":
      return [0.93, 0.012, 85];
    case "skin":
      return skin;
    case "metal":
      return [0.66, 0.018, 240];
    case "leather":
      return [0.34, 0.045, 50];
  }
}
