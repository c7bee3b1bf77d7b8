import type { ObjectDatabase } from "./database.ts";
import { promptSteps } from "./schema.ts";

/** Where the model's window begins, and what stands before it, from one step to the next. */
export type PromptStep = Omit<typeof promptSteps.$inferSelect, "id">;

/** The last step of a conversation's prompts. On disk, so that a restart changes no prompt. */
export class StepStore {
  readonly #db: ObjectDatabase;
  /** Built once, because every prompt reads the step. */
  readonly #step;

  constructor(db: ObjectDatabase) {
    this.#db = db;
    this.#step = db.select().from(promptSteps).prepare();
  }

  /** `null`: all of the conversation has fitted so far. */
  find(): PromptStep | null {
    return this.#step.get() ?? null;
  }

  save(step: PromptStep): void {
    const row = { id: 1, ...step };
    this.#db.insert(promptSteps).values(row).onConflictDoUpdate({ target: promptSteps.id, set: row }).run();
  }
}
