import { listNames, type Named } from "./compare-names.ts";

/** The name of the person's own character if their description gives none. */
export const NAMELESS_PLAYER = "You";

const NAME =
  "\\p{Lu}[\\p{L}'’.-]*(?:\\s+(?:(?:de|du|la|von|van|der|al|of|the|фон)\\s+)*\\p{Lu}[\\p{L}'’-]*)*";
/** "Wren Halloran, a relief operator", "Ruth is a night nurse", "Captain Voss (retired)", "Mara". */
const LEADING = new RegExp(`^(${NAME})(?=\\s*(?:[,:;(–—]|(?:is|was|est|es)(?!\\p{L})|$))`, "u");
/** "I am Captain Mara Voss", "a clerk called Tom", "je m’appelle Jean", "me llamo Ana", "меня зовут Мара". */
const INTRODUCED = new RegExp(
  `(?:^|\\P{L})(?:I am|I['’]m|[Mm]y name is|named|called|[Jj]e suis|m['’]appelle|nommée?|appelée?|[Ss]oy|[Mm]e llamo|llamad[oa]|[Мм]еня зовут|по имени)\\s+(${NAME})`,
  "u",
);
/** A description that begins with one of these has no name there: "Retired captain". */
const NO_NAME =
  /^(?:An?|The|I|My|Our|Your|One|Two|Some|Young|Old|Former|Retired|Just|Someone|Somebody|Une?|Le|La|Les|L['’]|Je|Mon|Ma|Ancien(?:ne)?|El|Los|Una|Mi|Yo|Soy|Я|Мой|Моя|Старый|Бывший)(?=\s|$)/u;

/**
 * The name of the person's own character, from how they described it: "Wren Halloran, a relief operator" is called Wren
 * Halloran. `NAMELESS_PLAYER` where the description gives no name.
 */
export function findPlayerName(character: string): string {
  const description = character.trim();
  const leading = LEADING.exec(description)?.[1];
  if (leading !== undefined && !NO_NAME.test(leading)) return leading;
  return INTRODUCED.exec(description)?.[1] ?? NAMELESS_PLAYER;
}

/** Whether somebody of the cast is the person's own character. `player`: the name of that character. */
export function isPlayer(somebody: Named, player: string): boolean {
  return listNames(somebody).includes(player);
}
