import type { MessageRow } from "./message-tree.ts";
import type { TableChanges } from "./table-changes.ts";

/** How much text is kept, in UTF-16 code units: what a prompt of 8,000 tokens has, and half as much again. */
const TEXT_MAX = 48_000;

/**
 * Messages that were read lately, in memory: each turn reads those of its prompt several times. A message that changes has to be
 * forgotten.
 */
export class RecentMessages {
  readonly #rows = new Map<string, MessageRow>();
  readonly #changes: Pick<TableChanges, "mayBeUndone">;
  #text = 0;

  constructor(changes: Pick<TableChanges, "mayBeUndone">) {
    this.#changes = changes;
  }

  find(id: string): MessageRow | null {
    return this.#rows.get(id) ?? null;
  }

  /** Keeps a row that was read. If there are too many, all others are read again. */
  keep(row: MessageRow): void {
    if (this.#changes.mayBeUndone || this.#rows.has(row.id)) return;
    if (this.#text + row.content.length > TEXT_MAX) {
      this.#rows.clear();
      this.#text = 0;
    }
    this.#rows.set(row.id, row);
    this.#text += row.content.length;
  }

  /** Call it when a message is stored, changed or removed. */
  forget(id: string): void {
    this.#text -= this.#rows.get(id)?.content.length ?? 0;
    this.#rows.delete(id);
  }
}
