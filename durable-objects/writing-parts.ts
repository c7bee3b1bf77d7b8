import { countLineTokens } from "#workers/ai/context-window.ts";
import {
  type AskedModel,
  languageModel,
  sharesBeginning,
  structuredModel,
} from "#workers/ai/language-model.ts";
import { toContextBudget, toLoreBudget } from "#workers/ai/prompt-budget.ts";
import { buildNotesBlocks } from "#workers/ai/prompts/notes.ts";
import { toTimeouts } from "#workers/ai/reply-timeout.ts";
import { parseSettings } from "#workers/settings.ts";
import type { KindParts, Writing } from "./conversation/conversation-kind.ts";
import type { Owner } from "./conversation/record.ts";
import { MemoryStore } from "./memory/memory-store.ts";
import { LoreStore } from "./memory/prompt-lore.ts";
import { PromptStepStore } from "./memory/prompt-step-store.ts";
import { openOwnersDatabase } from "./owners-account.ts";

/** The core's parts, and what every kind needs besides to write replies and to remember. */
export type WritingParts = ReturnType<typeof createWritingParts>;

export function createWritingParts(env: Env, parts: KindParts) {
  const { db, tree, record } = parts;
  const settings = () => parseSettings(env);
  const contextBudget = () => toContextBudget(settings());
  const writing: Writing = {
    model: () => languageModel(settings(), env),
    timeouts: () => toTimeouts(settings()),
    describeNotes: (notes) => ({
      tokens: countLineTokens(buildNotesBlocks(notes)),
      contextTokens: contextBudget().context,
    }),
  };
  return {
    ...parts,
    ...writing,
    memory: new MemoryStore(db, tree, record),
    lore: new LoreStore(db, tree, () => toLoreBudget(contextBudget())),
    steps: new PromptStepStore(db),
    /** Opens the D1 database with the owner's rows. */
    openDatabase: (owner: Owner) => openOwnersDatabase(env, owner, parts),
    /** How the model's context is divided. */
    contextBudget,
    sharesBeginning: (asked: AskedModel) => sharesBeginning(settings(), asked),
    /** The model for answers in JSON. */
    structured: () => structuredModel(settings(), env),
  };
}
