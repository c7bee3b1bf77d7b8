import { AppError } from "#domain/errors.ts";
import { pickChanged } from "#domain/json.ts";
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
    const changed = { ...current, ...change };
    const newer = pickChanged(pickChanged(current, { ...current, ...before }), changed);
    if (Object.keys(newer).length > 0) throw new AppError("EDIT_CONFLICT", { details: { newer } });
    const row = { id: 1, notes: changed };
    this.#db.insert(notes).values(row).onConflictDoUpdate({ target: notes.id, set: row }).run();
  }
}
