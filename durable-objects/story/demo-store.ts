import type { DemoPremise } from "#domain/demo.ts";
import type { ObjectDatabase } from "../conversation/database.ts";
import { demo } from "./schema.ts";

export type DemoRow = typeof demo.$inferSelect;
export type NewDemoRow = { title: string; premise: DemoPremise; createdAt: string; expiresAt: number };

/** The facts of a story that belongs to a visitor. Those of a person's story are in D1. */
export class DemoStore {
  readonly #db: ObjectDatabase;
  /** `null`: the story is a person's, and D1 has it. */
  readonly find: () => DemoRow | null;

  constructor(db: ObjectDatabase) {
    this.#db = db;
    const query = db.select().from(demo).prepare();
    this.find = () => query.get() ?? null;
  }

  /** The same, but `null` once a person has taken it over. */
  findRunning(): DemoRow | null {
    const row = this.find();
    return row?.adoptedBy === null ? row : null;
  }

  begin(row: NewDemoRow): void {
    this.#db
      .insert(demo)
      .values({ id: 1, ...row })
      .run();
  }

  setTitle(title: string): void {
    this.#db.update(demo).set({ title }).run();
  }

  /** A person takes the story over. Its row in D1 is made later. */
  adopt(userId: string): void {
    this.#db.update(demo).set({ adoptedBy: userId }).run();
  }

  /** The account of the person who took it over was deleted: the story has no owner now and is deleted. */
  expire(): void {
    this.#db.update(demo).set({ adoptedBy: null, expiresAt: Date.now() }).run();
  }

  /** The story has its row in D1, so it is no longer a demo. */
  remove(): void {
    this.#db.delete(demo).run();
  }
}
