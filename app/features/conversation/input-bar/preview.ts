import { countCharacters, truncateCharacters } from "#domain/text.ts";

/** The number of characters that the closed bar shows (specification). */
const PREVIEW_CHARACTERS = 35;

/** The beginning of what was typed, `null` where there is nothing to show. */
export function toPreview(text: string): string | null {
  const line = text.trim().replace(/\s+/g, " ");
  if (line === "") return null;
  return countCharacters(line) > PREVIEW_CHARACTERS
    ? `${truncateCharacters(line, PREVIEW_CHARACTERS)}…`
    : line;
}
