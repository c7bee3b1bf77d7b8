/**
 * Reads the facts of a story or a chat from JSON, and keeps the last ones in memory. As long as the JSON does not change, it returns
 * the same object. `remember` needs that: it keeps its results by object.
 */
export class ParsedFacts<Facts> {
  #known: { text: string; facts: Facts } | null = null;

  /** `text`: the facts as JSON, as `ConversationKind.open` writes them. */
  read(text: string): Facts {
    if (this.#known?.text !== text) this.#known = { text, facts: JSON.parse(text) };
    return this.#known.facts;
  }
}
