import type { Analysis } from "#domain/message.ts";
import type { NameFinder } from "./thoughts.ts";

/** The names in a reply while it grows: tells only when there are more of them. */
export class RunningNames {
  readonly #finder: NameFinder;
  #told = 0;

  /** `text`: what an earlier attempt had written. */
  constructor(finder: NameFinder, text: string) {
    this.#finder = finder;
    if (text !== "") this.read(text);
  }

  /** Reads on; gives all names so far when this piece brought one, else nothing. */
  read(piece: string): Analysis | undefined {
    this.#finder.push(piece);
    const analysis = this.#finder.analysis();
    const count = analysis.mentionedCharacters.reduce((sum, { positions }) => sum + positions.length, 0);
    if (count === this.#told) return undefined;
    this.#told = count;
    return analysis;
  }
}

/** The names in a whole text; `null` where there are none. */
export function analysisOf(finder: NameFinder, text: string): Analysis | null {
  finder.push(text);
  finder.end();
  const analysis = finder.analysis();
  return analysis.mentionedCharacters.length === 0 ? null : analysis;
}
