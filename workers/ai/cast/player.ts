import { findCharacters } from "./find-characters.ts";

/** The name of the person's own character if their description gives none. */
export const NAMELESS_PLAYER = "You";

const NAME = "\\p{Lu}[\\p{L}'’.-]*(?:\\s+(?:(?:de|du|von|van|der|al|of|the)\\s+)*\\p{Lu}[\\p{L}'’-]*)*";
/** "Wren Halloran, a relief operator", "Ruth is a night nurse", "Captain Voss (retired)", "Mara". */
const LEADING = new RegExp(`^(${NAME})(?=\\s*(?:[,:;(–—]|is\\b|was\\b|$))`, "u");
/** "I am Captain Mara Voss", "a clerk called Tom". */
const INTRODUCED = new RegExp(`\\b(?:I am|I['’]m|[Mm]y name is|named|called)\\s+(${NAME})`, "u");
/** What begins a description with a capital and is no name. */
const NO_NAME =
  /^(?:An?|The|I|My|Our|Your|One|Two|Some|Young|Old|Former|Retired|Just|Someone|Somebody)(?=\s|$)/u;

/**
 * The name of the person's own character, from how they described it: "Wren Halloran, a relief operator" is called Wren
 * Halloran. `NAMELESS_PLAYER` where the description gives no name.
 */
export function findPlayerName(character: string): string {
  return findName(character.trim()) ?? NAMELESS_PLAYER;
}

function findName(character: string): string | null {
  const leading = LEADING.exec(character)?.[1];
  if (leading !== undefined && !NO_NAME.test(leading)) return leading;
  return INTRODUCED.exec(character)?.[1] ?? findCharacters(character)[0]?.name ?? null;
}
