import { getTableName, type Table } from "drizzle-orm";

/** How drizzle begins a statement that only reads. */
const READ = "select ";
/** How it begins one that writes. */
const WRITE = /^(?:insert into|update|delete from) "(\w+)"/;

/**
 * Counts the changes of each table of an object. What was read from a table can stay in memory until its count changes, because nobody
 * else writes to the database of an object.
 */
export class TableChanges {
  readonly #ofTable = new Map<string, number>();
  /** Statements of which it is not known what they change. */
  #ofAny = 0;
  #mayBeUndone = false;

  /** Call it before each statement. */
  note(statement: string): void {
    if (statement.startsWith(READ)) return;
    this.#noteWrite();
    const table = WRITE.exec(statement)?.[1];
    if (table === undefined) this.#ofAny += 1;
    else this.#ofTable.set(table, (this.#ofTable.get(table) ?? 0) + 1);
  }

  /** A number that is another one after each change of that table. */
  count(table: string): number {
    return this.#ofAny + (this.#ofTable.get(table) ?? 0);
  }

  /**
   * Whether a transaction may be open that has written. It may still fail and take its rows back, so what is read meanwhile must
   * not be kept. Transactions of an object are synchronous, so each has ended when a microtask runs.
   */
  get mayBeUndone(): boolean {
    return this.#mayBeUndone;
  }

  #noteWrite(): void {
    if (this.#mayBeUndone) return;
    this.#mayBeUndone = true;
    queueMicrotask(() => {
      this.#mayBeUndone = false;
    });
  }
}

/** A function that reads from one table, and keeps what it has read until that table changes. Callers must not change it. */
export function keepRead<T>(changes: TableChanges, table: Table, read: () => T): () => T {
  const name = getTableName(table);
  let kept: { value: T; at: number } | null = null;
  return () => {
    const at = changes.count(name);
    if (kept?.at === at) return kept.value;
    const value = read();
    kept = changes.mayBeUndone ? null : { value, at };
    return value;
  };
}
