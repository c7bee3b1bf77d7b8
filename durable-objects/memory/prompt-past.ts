import { messageTokens } from "#workers/ai/context-window.ts";
import type { AskedModel } from "#workers/ai/language-model.ts";
import { type ContextBudget, toPastBudget } from "#workers/ai/prompt-budget.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import type { ReplyContext } from "../conversation/conversation-kind.ts";
import type { MessageRow } from "../conversation/message-tree.ts";
import type { Leaving } from "./memory-job.ts";
import type { MemoryStore } from "./memory-store.ts";
import { countLoreTokens, type LoreStore, type PlacedLore } from "./prompt-lore.ts";
import type { PromptStep, PromptStepStore } from "./prompt-step-store.ts";
import {
  type GivenPast,
  NOTHING_GIVEN,
  PromptWindow,
  type WindowRequest,
  type WindowTree,
} from "./prompt-window.ts";

export type PromptPastParts = {
  tree: WindowTree;
  memory: MemoryStore;
  lore: LoreStore;
  steps: PromptStepStore;
  /** How the model's context is divided. */
  contextBudget: () => ContextBudget;
  /** Whether a question to that model is put at the end of the conversation's own prompt; see `sharesBeginning`. */
  sharesBeginning: (asked: AskedModel) => boolean;
};

/** What a kind of conversation adds to it. */
export type PromptKind<Facts> = {
  /** Tokens of a prompt's part before lore and memory. */
  countBeginning: (facts: Facts) => number;
  /** The latest messages that the owner's plan gives the model; `null`: all, through its memory. */
  findHistoryMessages: (facts: Facts) => number | null;
  /** See `WindowRequest`. `last`: the newest message. */
  rankPeople: (window: readonly MessageRow[], last: MessageRow) => ReturnType<WindowRequest["rankPeople"]>;
  listToldPeople: (last: MessageRow) => readonly string[];
  /** The prompt of a question that is put at the end of the conversation's own prompt. */
  buildQuestion: (facts: Facts, past: SelectedPast, request: string) => PromptMessage[];
};

/** The past as a prompt has it, and where its lore stands. */
export type SelectedPast = { given: GivenPast; placed: PlacedLore };

/** A question at the end of a conversation's own prompt. */
type PastQuestion = {
  asked: AskedModel;
  /** The last message that stands in the prompt. */
  last: MessageRow;
  request: string;
};

/** Selects what a prompt has of the past, and its lore, within the model's context; the same for all kinds of conversations. */
export class PromptPast<Facts> {
  readonly #parts: PromptPastParts;
  readonly #kind: PromptKind<Facts>;
  readonly #window: PromptWindow;

  constructor(parts: PromptPastParts, kind: PromptKind<Facts>) {
    this.#parts = parts;
    this.#kind = kind;
    this.#window = new PromptWindow(parts.steps, parts.memory, parts.tree);
  }

  /** For a reply. If the model's window is full, it moves on by a step. `requestTokens`: of what stands after the messages. */
  give(facts: Facts, context: ReplyContext, requestTokens: number): SelectedPast {
    const { lore, request } = this.#prepare(facts, context, requestTokens);
    const given = request === null ? NOTHING_GIVEN : this.#window.give(request);
    return { given, placed: this.#parts.lore.place(lore, given.lore) };
  }

  /** The same, without storing anything. `null`: the window has to move on first. */
  find(facts: Facts, context: ReplyContext, requestTokens: number): SelectedPast | null {
    const { lore, request } = this.#prepare(facts, context, requestTokens);
    const given = request === null ? NOTHING_GIVEN : this.#window.find(request);
    return given && { given, placed: this.#parts.lore.place(lore, given.lore) };
  }

  #prepare(facts: Facts, { turn, parent }: ReplyContext, requestTokens: number) {
    const lore = this.#parts.lore.choose(parent, turn.replyId);
    const stored = this.#parts.steps.find();
    const placed = this.#parts.lore.place(lore, stored?.lore ?? []);
    const sizes = {
      fixed: this.#countFixed(facts, placed),
      request: requestTokens + countLoreTokens(placed.now),
    };
    const called = lore.called.map(({ entry }) => entry.entryId);
    const request = parent && { ...this.#toRequest(facts, parent, stored, sizes), lore: called };
    return { lore, request };
  }

  /**
   * The prompt of a question: it begins like the conversation's own prompts, so that a model server has to read only the question. Changes
   * nothing. `null`: it does not fit with its answer, or that model has not read the conversation.
   */
  findTaskPrompt(facts: Facts, { asked, last, request }: PastQuestion): PromptMessage[] | null {
    if (!this.#parts.sharesBeginning(asked)) return null;
    const stored = this.#parts.steps.find();
    const { lore } = this.#parts;
    const steady = lore.chooseSteady(last);
    const fixed = this.#countFixed(facts, lore.place(steady, stored?.lore ?? []));
    const sizes = { fixed, request: messageTokens(request) };
    const { context, answer } = this.#parts.contextBudget();
    const budget = toPastBudget({ context, reply: answer }, sizes); // the answer is shorter than a reply, so more of the past fits
    const given = this.#window.findAfterReply({ ...this.#toRequest(facts, last, stored, sizes), budget });
    const past = given && { given, placed: lore.place(steady, given.lore) };
    return past && this.#kind.buildQuestion(facts, past, request);
  }

  /** The messages that the next steps will leave out (see `PromptWindow.findLeaving`), and what is needed to summarise them. */
  findLeaving(facts: Facts, last: MessageRow): Leaving | null {
    const { lore, steps } = this.#parts;
    const stored = steps.find();
    const fixed = this.#countFixed(facts, lore.place(lore.chooseSteady(last), stored?.lore ?? []));
    const request = this.#toRequest(facts, last, stored, { fixed, request: 0 });
    const leaving = this.#window.findLeaving(request);
    const findTaskPrompt = (question: string) =>
      this.findTaskPrompt(facts, { asked: "structured", last, request: question });
    return leaving && { ...leaving, memoryTokens: request.budget.memoryAtMost, findTaskPrompt };
  }

  #toRequest(
    facts: Facts,
    last: MessageRow,
    stored: PromptStep | null,
    sizes: { fixed: number; request: number },
  ): WindowRequest {
    const { rankPeople, listToldPeople, findHistoryMessages } = this.#kind;
    return {
      last,
      budget: toPastBudget(this.#parts.contextBudget(), sizes),
      messages: findHistoryMessages(facts),
      lore: stored?.lore ?? [],
      rankPeople: (window) => rankPeople(window, last),
      listToldPeople: () => listToldPeople(last),
      stored,
    };
  }

  /** Tokens of the prompt's part before the memory. */
  #countFixed(facts: Facts, { start }: PlacedLore): number {
    return this.#kind.countBeginning(facts) + countLoreTokens(start);
  }
}
