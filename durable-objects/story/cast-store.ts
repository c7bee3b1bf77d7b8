import { desc, eq } from "drizzle-orm";
import { createId } from "#domain/ids.ts";
import type { CastMember } from "#domain/story-record.ts";
import type { ObjectDatabase } from "../conversation/database.ts";
import { keepRead } from "../conversation/table-changes.ts";
import { cast } from "./schema.ts";

export type CastRow = typeof cast.$inferSelect;

/** The most people that a story stores. Nobody new is added beyond that. */
const CAST_MAX = 200;

/** The people of a story, most mentioned first. */
export class CastStore {
  readonly #db: ObjectDatabase;
  /** Built once: they run several times in every turn. */
  readonly #statements: ReturnType<typeof prepare>;
  /** Kept, because every turn needs them several times. */
  readonly rows: () => readonly CastRow[];

  constructor(db: ObjectDatabase) {
    this.#db = db;
    this.#statements = prepare(db);
    this.rows = keepRead(db.changes, cast, () => this.#statements.rows.all());
  }

  members(): CastMember[] {
    return this.rows().map(toMember);
  }

  /** Stores people: one with an id that is known is changed, the others are added. */
  save(entries: readonly (Omit<CastRow, "id" | "changed"> & { id?: string })[]): void {
    const known = new Map(this.rows().map((row) => [row.id, row]));
    for (const entry of entries) {
      const before = entry.id === undefined ? undefined : known.get(entry.id);
      const row = { ...entry, id: before?.id ?? createId(), changed: true };
      if (before && isSame(before, row)) continue;
      if (!before && known.size >= CAST_MAX) continue;
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
}: CastRow): CastMember {
  return { name, isNew, mentions, description, role, personality, isMainCharacter };
}
