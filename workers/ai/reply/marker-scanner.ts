/** What was read: the text before the first marker, that marker in lower case, and what follows it. */
export type Scanned = { before: string; marker: string | null; rest: string };

/** Finds markers in a text that comes in pieces; a piece may end in the middle of one. Upper and lower case are the same. */
export class MarkerScanner {
  readonly #markers: readonly string[];
  readonly #longest: number;
  /** The first character of a marker. Most pieces have none of them, and are not read any further. */
  readonly #start: RegExp;
  readonly #pattern: RegExp;
  #held = "";

  constructor(markers: readonly string[]) {
    this.#markers = markers;
    this.#longest = Math.max(...markers.map(({ length }) => length));
    this.#start = new RegExp(
      `[${[...new Set(markers.map((marker) => marker.charAt(0)))].map(escapeForPattern).join("")}]`,
      "iu",
    );
    const longestFirst = markers.toSorted((one, other) => other.length - one.length);
    this.#pattern = new RegExp(longestFirst.map(escapeForPattern).join("|"), "iu");
  }

  /** Reads on, up to the first marker. Without one, all is in `before` but an end that may become a marker. */
  read(piece: string): Scanned {
    if (this.#held === "" && !this.#start.test(piece)) return { before: piece, marker: null, rest: "" };
    const text = this.#held + piece;
    this.#held = "";
    const found = this.#pattern.exec(text);
    if (found !== null) {
      const [marker] = found;
      return {
        before: text.slice(0, found.index),
        marker: marker.toLowerCase(),
        rest: text.slice(found.index + marker.length),
      };
    }
    const undecided = this.#findUndecided(text);
    this.#held = text.slice(undecided);
    return { before: text.slice(0, undecided), marker: null, rest: "" };
  }

  /** Gives back what was held: no marker came of it. */
  flush(): string {
    const held = this.#held;
    this.#held = "";
    return held;
  }

  #findUndecided(text: string): number {
    for (let start = Math.max(0, text.length - this.#longest + 1); start < text.length; start += 1) {
      if (!this.#start.test(text.charAt(start))) continue;
      const tail = text.slice(start).toLowerCase();
      if (this.#markers.some((marker) => marker.startsWith(tail))) return start;
    }
    return text.length;
  }
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&");
}
