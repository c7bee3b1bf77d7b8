/** What was read: the text before the first marker, that marker in lower case, and what follows it. */
export type Scanned = { before: string; marker: string | null; rest: string };

/** A list of markers and what finds them. Made once for each list, because every reply is searched for them. */
export type Markers = {
  list: readonly string[];
  longest: number;
  /** The first character of a marker. Most pieces have none of them, and are not read any further. */
  start: RegExp;
  pattern: RegExp;
};

export function toMarkers(list: readonly string[]): Markers {
  const firsts = new Set(list.map((marker) => marker.charAt(0)));
  const longestFirst = list.toSorted((one, other) => other.length - one.length);
  return {
    list,
    longest: Math.max(...list.map(({ length }) => length)),
    start: new RegExp(`[${[...firsts].map(escapeForPattern).join("")}]`, "iu"),
    pattern: new RegExp(longestFirst.map(escapeForPattern).join("|"), "iu"),
  };
}

/** Finds markers in a text that comes in pieces; a piece may end in the middle of one. Upper and lower case are the same. */
export class MarkerScanner {
  readonly #markers: Markers;
  #held = "";

  constructor(markers: Markers) {
    this.#markers = markers;
  }

  /** Reads on, up to the first marker. Without one, all is in `before` but an end that may become a marker. */
  read(piece: string): Scanned {
    if (this.#held === "" && !this.#markers.start.test(piece))
      return { before: piece, marker: null, rest: "" };
    const text = this.#held + piece;
    this.#held = "";
    const found = this.#markers.pattern.exec(text);
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
    const { list, longest, start: first } = this.#markers;
    for (let start = Math.max(0, text.length - longest + 1); start < text.length; start += 1) {
      if (!first.test(text.charAt(start))) continue;
      const tail = text.slice(start).toLowerCase();
      if (list.some((marker) => marker.startsWith(tail))) return start;
    }
    return text.length;
  }
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&");
}
