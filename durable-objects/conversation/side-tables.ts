import type { TreeEnd } from "#domain/incoming-tree.ts";
import type { FileStart } from "#domain/story-file.ts";
import type { ObjectDatabase } from "./database.ts";
import { matchesIds } from "./message-statements.ts";
import type { MessageTree } from "./message-tree.ts";
import { NotesStore } from "./notes-store.ts";
import { PathList } from "./path-list.ts";
import { ReadingPlaces } from "./reading-places.ts";
import { loreUses, paths, revisions } from "./schema.ts";
import { SharedPaths } from "./shared-paths.ts";

/**
 * The tables beside the messages. A new one is a field here. What of it stands in the owner's file, is taken from such a file, and goes
 * with messages that are deleted is said here alone.
 */
export class SideTables {
  readonly notes: NotesStore;
  readonly paths: PathList;
  readonly places: ReadingPlaces;
  readonly shared: SharedPaths;
  readonly #db: ObjectDatabase;

  constructor(db: ObjectDatabase, tree: MessageTree) {
    this.#db = db;
    this.notes = new NotesStore(db);
    this.paths = new PathList(db, tree);
    this.places = new ReadingPlaces(db, tree);
    this.shared = new SharedPaths(db, tree, this.paths);
  }

  toFile(userId: string): Pick<FileStart["head"], "notes" | "pathNames" | "readingPlace"> {
    return {
      notes: this.notes.find(),
      pathNames: this.paths.listNames(),
      readingPlace: this.places.find(userId),
    };
  }

  /** Takes it from a tree whose messages are all there. `idAt`: the id of a message by its number. */
  take({ pathNames, notes, beside }: TreeEnd, userId: string, idAt: (number: number) => string): void {
    for (const { leaf, name } of pathNames) {
      const row = { leafId: idAt(leaf), name };
      this.#db.insert(paths).values(row).onConflictDoUpdate({ target: paths.leafId, set: row }).run();
    }
    if (Object.keys(notes).length > 0) this.notes.change(notes);
    const place = beside?.readingPlace ?? null;
    if (place !== null) this.places.keep(userId, { ...place, messageId: idAt(place.message) });
  }

  /** Deletes what is stored about messages that are about to be deleted, the deepest first. */
  forget(messageIds: string[]): void {
    this.shared.forget(messageIds);
    this.#db.delete(revisions).where(matchesIds(revisions.messageId, messageIds)).run();
    this.#db.delete(loreUses).where(matchesIds(loreUses.messageId, messageIds)).run();
    this.#db.delete(paths).where(matchesIds(paths.leafId, messageIds)).run();
  }
}
