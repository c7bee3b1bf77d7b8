import { type MetNames, NO_MET_NAMES } from "#workers/ai/cast/read-passage.ts";
import type { ObjectDatabase } from "../conversation/database.ts";
import { story } from "./schema.ts";

/** The current state of a story, apart from its messages and its cast. */
type StoryState = {
  /** `null`: not known. */
  currentLocation: string | null;
  /** The number of exchanges when a model was last asked who is in a passage; `null`: none was asked. */
  castAskedAt: number | null;
  metNames: MetNames;
};

export class StoryStateStore {
  readonly #db: ObjectDatabase;
  readonly find: () => StoryState;

  constructor(db: ObjectDatabase) {
    this.#db = db;
    const query = db.select().from(story).prepare();
    this.find = () => {
      const row = query.get();
      return {
        currentLocation: row?.currentLocation ?? null,
        castAskedAt: row?.castAskedAt ?? null,
        metNames: row?.metNames ?? NO_MET_NAMES,
      };
    };
  }

  save(state: StoryState): void {
    const row = { id: 1, ...state };
    this.#db.insert(story).values(row).onConflictDoUpdate({ target: story.id, set: row }).run();
  }
}
