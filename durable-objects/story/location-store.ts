import type { ObjectDatabase } from "../conversation/database.ts";
import { story } from "./schema.ts";

/** Where the story is now. */
export class LocationStore {
  readonly #db: ObjectDatabase;

  constructor(db: ObjectDatabase) {
    this.#db = db;
  }

  /** `null`: not known. */
  find(): string | null {
    return this.#db.select().from(story).get()?.currentLocation ?? null;
  }

  save(currentLocation: string | null): void {
    const row = { id: 1, currentLocation };
    this.#db.insert(story).values(row).onConflictDoUpdate({ target: story.id, set: row }).run();
  }
}
