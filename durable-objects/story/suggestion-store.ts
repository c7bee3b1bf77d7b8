import { eq } from "drizzle-orm";
import type { ObjectDatabase } from "../conversation/database.ts";
import { suggestions } from "./schema.ts";

export type SuggestionRow = typeof suggestions.$inferSelect;

/** What the person could write next, one suggestion for each place in the story. */
export class SuggestionStore {
  readonly #db: ObjectDatabase;

  constructor(db: ObjectDatabase) {
    this.#db = db;
  }

  find(headId: string): SuggestionRow | null {
    return this.#db.select().from(suggestions).where(eq(suggestions.headId, headId)).get() ?? null;
  }

  save(row: SuggestionRow): void {
    this.#db
      .insert(suggestions)
      .values(row)
      .onConflictDoUpdate({ target: suggestions.headId, set: row })
      .run();
  }
}
