import type { ObjectDatabase } from "../conversation/database.ts";
import { story } from "./schema.ts";

/** Where the story is now. */
export class LocationStore {
  readonly #db: ObjectDatabase;
  /** Built once, because every prompt reads the row. */
  readonly #row: ReturnType<typeof prepareRow>;

  constructor(db: ObjectDatabase) {
    this.#db = db;
    this.#row = prepareRow(db);
  }

  /** `null`: not known. */
  find(): string | null {
    return this.#row.get()?.currentLocation ?? null;
  }

  save(currentLocation: string | null): void {
    const row = { id: 1, currentLocation };
    this.#db.insert(story).values(row).onConflictDoUpdate({ target: story.id, set: row }).run();
  }
}

function prepareRow(db: ObjectDatabase) {
  return db.select().from(story).prepare();
}
