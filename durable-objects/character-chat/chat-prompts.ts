import type { CharacterBrief } from "#domain/chat.ts";
import { USUAL_NOTES } from "#domain/notes.ts";
import type { PromptParts } from "#domain/prompt-parts.ts";
import { TURN_KINDS } from "#domain/turn-kinds.ts";
import {
  type ContextBudget,
  messageTokens,
  toPastBudget,
  toQuestionBudget,
} from "#workers/ai/context-window.ts";
import type { AskedModel } from "#workers/ai/language-model.ts";
import {
  answerRequest,
  buildCharacterPrompt,
  buildChatMessages,
  type ChatMaterial,
  listChatFacts,
  listChatRules,
} from "#workers/ai/prompts/character-prompt.ts";
import { listNotes } from "#workers/ai/prompts/notes.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import { estimateTokens } from "#workers/ai/tokens.ts";
import type { BuiltPrompt, KindParts, ReplyContext } from "../conversation/conversation-kind.ts";
import type { MessageRow, MessageTree } from "../conversation/message-tree.ts";
import type { Leaving } from "../memory/memory-job.ts";
import type { MemoryStore } from "../memory/memory-store.ts";
import {
  countLoreTokens,
  type LoreStore,
  listLoreUses,
  type PlacedLore,
  type PromptLore,
  toGivenTexts,
  toLorePart,
} from "../memory/prompt-lore.ts";
import { toMessagesPart, toTextPart } from "../memory/prompt-parts.ts";
import type { PromptStepStore } from "../memory/prompt-step-store.ts";
import { type GivenPast, NOTHING_GIVEN, PromptWindow, type WindowRequest } from "../memory/prompt-window.ts";

/** What D1 knows of a chat and its owner's plan, as far as prompts need it. */
export type ChatFacts = {
  brief: CharacterBrief;
  /** Latest messages that the plan gives the model; `null`: all, through its memory. */
  historyMessages: number | null;
  /** Of its lorebooks; see `LoreStore`. */
  lore: string;
};

type PromptsParts = {
  tree: MessageTree;
  memory: MemoryStore;
  lore: LoreStore;
  notes: KindParts["notes"];
  steps: PromptStepStore;
  /** How the model's context is divided. */
  contextBudget: () => ContextBudget;
  /** Whether a question to that model is put at the end of the chat's own prompt; see `sharesBeginning`. */
  sharesBeginning: (asked: AskedModel) => boolean;
};

/**
 * The prompts of a chat. Each begins with the same text as the one before it, which the model's server has cached; what changes at
 * each turn is at the end.
 */
export class ChatPrompts {
  readonly #parts: PromptsParts;
  readonly #window: PromptWindow;

  constructor(parts: PromptsParts) {
    this.#parts = parts;
    this.#window = new PromptWindow(parts.steps, parts.memory, parts.tree);
  }

  /** The prompt of an answer. If the model's window is full, it moves on by a step. */
  build(facts: ChatFacts, context: ReplyContext): BuiltPrompt {
    const lore = this.#parts.lore.choose(context.parent, context.turn.replyId);
    const request = this.#toReplyRequest(facts, context, lore);
    const given = request === null ? NOTHING_GIVEN : this.#window.give(request);
    return this.#compose(facts, context, { given, lore });
  }

  /** The same prompt, without storing anything. `null`: the window has to move on first. */
  recall(facts: ChatFacts, context: ReplyContext): BuiltPrompt | null {
    const lore = this.#parts.lore.choose(context.parent, context.turn.replyId);
    const request = this.#toReplyRequest(facts, context, lore);
    const given = request === null ? NOTHING_GIVEN : this.#window.find(request);
    return given && this.#compose(facts, context, { given, lore });
  }

  #toReplyRequest(facts: ChatFacts, context: ReplyContext, lore: PromptLore): WindowRequest | null {
    const { parent } = context;
    const ask = this.#toAsk(facts, context);
    const { now } = this.#parts.lore.place(lore, this.#window.loreAtStart);
    const size = messageTokens(answerRequest(ask)) + countLoreTokens(now);
    return parent && { ...this.#toRequest(facts, parent, size), lore: lore.calledIds };
  }

  #toAsk({ brief }: ChatFacts, { parent, avoid, turn }: ReplyContext) {
    const wish = TURN_KINDS[turn.kind].carries === "wish" ? turn.content : "";
    const notes = this.#parts.notes.find();
    return { brief, avoid: avoid?.content ?? null, wish, notes, isGreeting: parent === null };
  }

  #compose(
    facts: ChatFacts,
    context: ReplyContext,
    { given, lore }: { given: GivenPast; lore: PromptLore },
  ): BuiltPrompt {
    const placed = this.#parts.lore.place(lore, given.lore);
    const material = {
      ...this.#toAsk(facts, context),
      lore: toGivenTexts(placed.start),
      loreNow: toGivenTexts(placed.now),
      memory: given.memory,
      messages: given.messages,
    };
    return {
      messages: buildCharacterPrompt(material),
      findSpeakers: () => ({ form: "chat", player: null, writer: facts.brief.name }),
      toParts: () => toPromptParts(this.#parts.contextBudget(), material, { given, placed }),
    };
  }

  /** The messages that the next prompts will leave out; see `PromptWindow.findLeaving`. */
  findLeaving(facts: ChatFacts, head: MessageRow): Leaving | null {
    const request = this.#toRequest(facts, head, 0);
    const leaving = this.#window.findLeaving(request);
    return (
      leaving && {
        ...leaving,
        memoryTokens: request.budget.memoryAtMost,
        findTaskPrompt: (task) => this.#findTaskPrompt(facts, head, task),
      }
    );
  }

  /** A question about the chat at the end of its own prompt; `null`: it does not fit, or the model has not read the chat. */
  #findTaskPrompt(facts: ChatFacts, last: MessageRow, task: string): PromptMessage[] | null {
    if (!this.#parts.sharesBeginning("structured")) return null;
    const sizes = { fixed: this.#countFixed(facts, last), request: messageTokens(task) };
    const budget = toQuestionBudget(this.#parts.contextBudget(), sizes);
    const given = this.#window.findAfterReply({ ...this.#toRequest(facts, last, 0), budget });
    if (given === null) return null;
    const { start } = this.#parts.lore.place(this.#parts.lore.chooseSteady(last), given.lore);
    const { memory, messages } = given;
    return buildChatMessages({ brief: facts.brief, lore: toGivenTexts(start), memory, messages }, task);
  }

  /** Tokens of the prompt's part before the memory. */
  #countFixed({ brief }: ChatFacts, last: MessageRow): number {
    const { start } = this.#parts.lore.place(this.#parts.lore.chooseSteady(last), this.#window.loreAtStart);
    return (
      messageTokens([...listChatRules(brief), ...listChatFacts(brief)].join("\n\n")) + countLoreTokens(start)
    );
  }

  #toRequest(facts: ChatFacts, last: MessageRow, request: number): WindowRequest {
    return {
      last,
      budget: toPastBudget(this.#parts.contextBudget(), { fixed: this.#countFixed(facts, last), request }),
      messages: facts.historyMessages,
      lore: this.#window.loreAtStart,
      rankPeople: () => [],
      listToldPeople: () => [],
    };
  }
}

function toPromptParts(
  budget: ContextBudget,
  material: ChatMaterial,
  { given, placed }: { given: GivenPast; placed: PlacedLore },
): PromptParts {
  const { brief } = material;
  return {
    contextTokens: budget.context,
    replyTokens: budget.reply,
    lore: listLoreUses(placed),
    parts: [
      toTextPart("rules", listChatRules(brief)),
      toTextPart("facts", listChatFacts(brief)),
      toLorePart(placed),
      toTextPart("memory", given.memory, given.leftOut.memory),
      toMessagesPart(given),
      toTextPart("notes", listNotes(material.notes ?? USUAL_NOTES)),
      { ...toTextPart("request", []), tokens: estimateTokens(answerRequest(material)) },
    ],
  };
}
