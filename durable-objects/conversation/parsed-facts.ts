/**
 * The facts of a kind's last turn, in memory. The same JSON gives the same object, so that what was made from it is found again
 * (`remember`).
 */
export class ParsedFacts<Facts> {
  #known: { text: string; facts: Facts } | null = null;

  /** `text`: the facts as JSON, as `ConversationKind.open` writes them. */
  read(text: string): Facts {
    if (this.#known?.text !== text) this.#known = { text, facts: JSON.parse(text) };
    return this.#known.facts;
  }
}
