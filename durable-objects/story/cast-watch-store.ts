import { type MetNames, NO_MET_NAMES } from "#workers/ai/cast/met-names.ts";
import type { ObjectDatabase } from "../conversation/database.ts";
import { story } from "./schema.ts";

/** What decides whether the model is asked who is in a passage. */
export type CastWatch = {
  /** Exchanges when it was last asked; `null`: it never was. */
  castAskedAt: number | null;
  metNames: MetNames;
};

export class CastWatchStore {
  readonly #db: ObjectDatabase;

  constructor(db: ObjectDatabase) {
    this.#db = db;
  }

  find(): CastWatch {
    const row = this.#db.select().from(story).get();
    return { castAskedAt: row?.castAskedAt ?? null, metNames: row?.metNames ?? NO_MET_NAMES };
  }

  save(watch: CastWatch): void {
    this.#db
      .insert(story)
      .values({ id: 1, ...watch })
      .onConflictDoUpdate({ target: story.id, set: watch })
      .run();
  }
}
