import type { ObjectDatabase } from "../conversation/database.ts";
import { promptSteps } from "../conversation/schema.ts";

/** Where the model's window begins, and what the prompt has in place of earlier messages, until the next step. */
export type PromptStep = Omit<typeof promptSteps.$inferSelect, "id">;

/** The last step of a conversation's prompts. On disk, so that a restart changes no prompt. */
export class PromptStepStore {
  readonly #db: ObjectDatabase;
  /** `null`: the whole conversation has fitted into the prompt so far. */
  readonly find: () => PromptStep | null;

  constructor(db: ObjectDatabase) {
    this.#db = db;
    const step = db.select().from(promptSteps).prepare();
    this.find = () => step.get() ?? null;
  }

  save(step: PromptStep): void {
    const row = { id: 1, ...step };
    this.#db.insert(promptSteps).values(row).onConflictDoUpdate({ target: promptSteps.id, set: row }).run();
  }
}
