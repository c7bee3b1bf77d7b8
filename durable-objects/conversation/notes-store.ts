import { type ChangeNotes, type Notes, USUAL_NOTES } from "#domain/notes.ts";
import type { ObjectDatabase } from "./database.ts";
import { notes } from "./schema.ts";

/** What the writer always keeps in mind, and how it tells. */
export class NotesStore {
  readonly #db: ObjectDatabase;
  readonly find: () => Notes;

  constructor(db: ObjectDatabase) {
    this.#db = db;
    const query = db.select().from(notes).prepare();
    this.find = () => ({ ...USUAL_NOTES, ...query.get()?.notes });
  }

  /** Changes the given fields and returns all of them. */
  change(change: ChangeNotes): Notes {
    const changed = { ...this.find(), ...change };
    const row = { id: 1, notes: changed };
    this.#db.insert(notes).values(row).onConflictDoUpdate({ target: notes.id, set: row }).run();
    return changed;
  }
}
