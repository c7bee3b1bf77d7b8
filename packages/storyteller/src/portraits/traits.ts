/** The art styles, by the names that a prompt has for them. */
export const STYLES = ["realistic", "anime", "digital-art", "oil-painting", "watercolor", "sketch"] as const;
export type Style = (typeof STYLES)[number];

export const SKINS = [
  "porcelain",
  "fair",
  "olive",
  "tan",
  "brown",
  "deep",
  "green",
  "blue",
  "ashen",
  "violet",
  "red",
] as const;
export const HAIRSTYLES = [
  "bald",
  "crop",
  "side",
  "curls",
  "afro",
  "long",
  "bob",
  "bun",
  "locs",
  "waves",
  "braids",
  "ponytail",
  "mohawk",
  "spikes",
] as const;
export const HAIR_COLOURS = [
  "black",
  "brown",
  "auburn",
  "red",
  "blond",
  "grey",
  "white",
  "blue",
  "green",
  "pink",
  "purple",
  "teal",
] as const;
export const EYE_COLOURS = ["brown", "blue", "green", "grey", "amber", "violet", "red"] as const;
export const BEARDS = ["none", "stubble", "moustache", "goatee", "full", "long"] as const;
export const HEADWEAR = [
  "none",
  "beanie",
  "hat",
  "cap",
  "crown",
  "headscarf",
  "hood",
  "helmet",
  "turban",
  "top-hat",
  "pointed-hat",
  "beret",
  "bandana",
  "flowers",
] as const;
export const CLOTHES = [
  "coat",
  "jumper",
  "suit",
  "gown",
  "overall",
  "shirt",
  "bow-tie",
  "armour",
  "uniform",
  "robe",
  "jacket",
  "tunic",
  "tee",
] as const;
export const COLOURS = [
  "black",
  "white",
  "grey",
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "navy",
  "purple",
  "pink",
  "brown",
  "gold",
  "silver",
] as const;

/** What is drawn of somebody. The same traits and seed give the same portrait. */
export type Traits = {
  skin: (typeof SKINS)[number];
  hair: (typeof HAIRSTYLES)[number];
  hairColour: (typeof HAIR_COLOURS)[number];
  eyes: (typeof EYE_COLOURS)[number];
  age: "child" | "young" | "adult" | "old";
  /** How lashes, brows, lips and jaw are drawn. */
  features: "soft" | "strong" | "between";
  face: "oval" | "square" | "long" | "round";
  mood: "calm" | "smile" | "stern" | "sad";
  eyewear: "none" | "round" | "square" | "dark" | "monocle" | "patch";
  beard: (typeof BEARDS)[number];
  headwear: (typeof HEADWEAR)[number];
  clothes: (typeof CLOTHES)[number];
  clothColour: (typeof COLOURS)[number];
  ears: "round" | "pointed";
  freckles: boolean;
  scar: boolean;
  earrings: boolean;
  /** The hue of what is behind, in degrees. */
  ground: number;
};
