import { eq, sql } from "drizzle-orm";
import { type MetNames, NO_MET_NAMES } from "#workers/ai/cast/read-passage.ts";
import type { ObjectDatabase } from "../conversation/database.ts";
import { matchesIds, matchesLastOnPath } from "../conversation/message-statements.ts";
import { locations, story, suggestions } from "./schema.ts";

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
  readonly #lastOnPath;

  constructor(db: ObjectDatabase) {
    this.#db = db;
    this.#lastOnPath = db
      .select({ location: locations.location })
      .from(locations)
      .where(matchesLastOnPath(locations.messageId))
      .prepare();
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

  /** Where a passage ends; it becomes the current location if the passage is on the open path, see `refresh`. */
  saveLocation(messageId: string, location: string): void {
    const row = { messageId, location };
    this.#db
      .insert(locations)
      .values(row)
      .onConflictDoUpdate({ target: locations.messageId, set: row })
      .run();
  }

  /** What was read from these messages holds no longer. Returns how many places that were. */
  forget(messageIds: readonly string[]): number {
    const isOfThese = matchesIds(locations.messageId, messageIds);
    return this.#db.delete(locations).where(isOfThese).returning({ messageId: locations.messageId }).all()
      .length;
  }

  listLocations(messageIds: readonly string[]): (typeof locations.$inferSelect)[] {
    return this.#db.select().from(locations).where(matchesIds(locations.messageId, messageIds)).all();
  }

  /** Where the path of a message has come to; `null`: not known. */
  findLocationAt(messageId: string | null): string | null {
    return messageId === null ? null : (this.#lastOnPath.get({ id: messageId })?.location ?? null);
  }

  /** The current location becomes that of the path of a message. */
  refresh(messageId: string | null): void {
    const { currentLocation, ...state } = this.find();
    const now = this.findLocationAt(messageId);
    // Locations of an earlier version are not stored by passage.
    if (now === currentLocation || (now === null && this.#isUnread())) return;
    this.save({ ...state, currentLocation: now });
  }

  #isUnread(): boolean {
    return this.#db.select().from(locations).limit(1).get() === undefined;
  }

  save(state: StoryState): void {
    const row = { id: 1, ...state };
    this.#db.insert(story).values(row).onConflictDoUpdate({ target: story.id, set: row }).run();
  }
}

type SuggestionRow = typeof suggestions.$inferSelect;

/** What the person could write next, one suggestion for each place in the story. */
export class SuggestionStore {
  readonly #db: ObjectDatabase;
  readonly find: (headId: string) => SuggestionRow | null;

  constructor(db: ObjectDatabase) {
    this.#db = db;
    const query = db
      .select()
      .from(suggestions)
      .where(eq(suggestions.headId, sql.placeholder("headId")))
      .prepare();
    this.find = (headId) => query.get({ headId }) ?? null;
  }

  /** These messages were edited or deleted. Another suggestion for them costs nothing. */
  forget(messageIds: readonly string[]): void {
    this.#db.delete(suggestions).where(matchesIds(suggestions.headId, messageIds)).run();
  }

  save(row: SuggestionRow): void {
    this.#db
      .insert(suggestions)
      .values(row)
      .onConflictDoUpdate({ target: suggestions.headId, set: row })
      .run();
  }
}
