import { desc, eq } from "drizzle-orm";
import { chooseEmblem } from "#domain/emblem.ts";
import type { Genre } from "#domain/genres.ts";
import { createId } from "#domain/ids.ts";
import type { CastMember } from "#domain/story-record.ts";
import type { ObjectDatabase } from "../conversation/database.ts";
import { cast } from "./schema.ts";

export type CastRow = typeof cast.$inferSelect;

/** The most people that a story stores. Nobody new is added beyond that. */
const CAST_MAX = 200;

/** The people of a story, most mentioned first. */
export class CastStore {
  readonly #db: ObjectDatabase;
  /** Built once: they run several times in every turn. */
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: ObjectDatabase) {
    this.#db = db;
    this.#statements = prepare(db);
  }

  rows(): CastRow[] {
    return this.#statements.rows.all();
  }

  members(): CastMember[] {
    return this.rows().map(toMember);
  }

  /**
   * Stores people: one with an id that is known is changed, the others are added. Each new one is given an emblem that no other of the
   * story has.
   */
  save(
    entries: readonly (Omit<CastRow, "id" | "changed" | "emblem"> & { id?: string })[],
    { storyId, genre }: { storyId: string; genre: Genre },
  ): void {
    const known = new Map(this.rows().map((row) => [row.id, row]));
    const own = chooseEmblem(genre, storyId);
    const taken = [
      own,
      ...this.rows().flatMap(({ emblem, isMainCharacter }) => (isMainCharacter ? [] : (emblem ?? []))),
    ];
    for (const entry of entries) {
      const before = entry.id === undefined ? undefined : known.get(entry.id);
      if (!before && known.size >= CAST_MAX) continue;
      const emblem =
        before?.emblem ?? (entry.isMainCharacter ? own : chooseEmblem(genre, storyId + entry.name, taken));
      const row = { ...entry, id: before?.id ?? createId(), emblem, changed: true };
      if (before && isSame(before, row)) continue;
      if (!before?.emblem) taken.push(emblem);
      this.#db.insert(cast).values(row).onConflictDoUpdate({ target: cast.id, set: row }).run();
      known.set(row.id, row);
    }
  }

  /** Those who changed since they were last delivered to D1. */
  findChanged(): CastRow[] {
    return this.#statements.changed.all();
  }

  /** They were delivered; those who changed meanwhile are delivered again. */
  markDelivered(rows: readonly CastRow[]): void {
    for (const row of rows) {
      const isRow = eq(cast.id, row.id);
      const now = this.#db.select().from(cast).where(isRow).get();
      if (now && isSame(now, row)) this.#db.update(cast).set({ changed: false }).where(isRow).run();
    }
  }
}

function prepare(db: ObjectDatabase) {
  return {
    rows: db.select().from(cast).orderBy(desc(cast.mentions), cast.name).limit(CAST_MAX).prepare(),
    changed: db.select().from(cast).where(eq(cast.changed, true)).prepare(),
  };
}

function isSame(before: CastRow, after: CastRow): boolean {
  return JSON.stringify({ ...before, changed: true }) === JSON.stringify({ ...before, ...after });
}

function toMember({
  name,
  isNew,
  mentions,
  description,
  role,
  personality,
  isMainCharacter,
  emblem,
}: CastRow): CastMember {
  const member = { name, isNew, mentions, description, role, personality, isMainCharacter };
  return emblem === null ? member : { ...member, emblem };
}
