import { requireUnchanged } from "#domain/edit-conflict.ts";
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

  /** Changes the given fields. Throws EDIT_CONFLICT if one of them is no longer what the change began from. */
  change({ before, ...change }: ChangeNotes): void {
    const current = this.find();
    requireUnchanged(current, before, change);
    const row = { id: 1, notes: { ...current, ...change } };
    this.#db.insert(notes).values(row).onConflictDoUpdate({ target: notes.id, set: row }).run();
  }
}
