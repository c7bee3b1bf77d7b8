import type { ArtStyle } from "#domain/portraits.ts";
import { neutraliseLine } from "./neutralise.ts";

/** Somebody whose portrait is made. */
export type PortraitSubject = {
  name: string;
  description: string;
  personality: string;
  appearance: string;
  /** The person's additional request. */
  details: string;
};

/** What image models take at most, in UTF-16 code units: the limit of the models on Workers AI. */
export const IMAGE_PROMPT_MAX = 2_048;

/** The first words of the prompt: they count most. */
const STYLES: Record<ArtStyle, string> = {
  realistic: "a realistic photograph with soft studio light",
  anime: "an anime illustration with clean ink lines and flat cel shading",
  "digital-art": "digital art with bold shapes and coloured rim light",
  "oil-painting": "an oil painting with visible brush strokes on canvas",
  watercolor: "a watercolor with loose washes on white paper",
  sketch: "a pencil sketch with hatching on paper, without colour",
};

/** The last words of the prompt, after everything that people wrote: they count more than what stands before them. */
const CLOSING =
  "One person alone, head and shoulders, facing the viewer, fully clothed, plain background. No text, no letters, no frame, no second person.";

/** How much of each text is given, in UTF-16 code units, as servers count: the appearance says most of what can be seen. */
const SHARES = { name: 50, appearance: 500, description: 600, details: 400, personality: 150 };

/**
 * The prompt of a character's portrait, in plain words: an image model knows no roles and no blocks. What people wrote
 * stands on labelled lines of its own, without line breaks, between our first and our last words, and is cut to its share.
 */
export function buildPortraitImagePrompt(subject: PortraitSubject, style: ArtStyle): string {
  const lines = [
    `Style: ${style}, ${STYLES[style]}.`,
    "A portrait of a fictional character.",
    toLine("Name", subject.name, SHARES.name),
    toLine("Appearance", subject.appearance, SHARES.appearance),
    toLine("Description", subject.description, SHARES.description),
    toLine("Details", subject.details, SHARES.details),
    toLine("Personality", subject.personality, SHARES.personality),
    CLOSING,
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function toLine(label: string, text: string, most: number): string {
  const line = neutraliseLine(text)
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/u, ""); // half of a character
  return line === "" ? "" : `${label}: ${line}`;
}
