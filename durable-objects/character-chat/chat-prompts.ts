import type { CharacterBrief } from "#domain/chat.ts";
import type { Notes } from "#domain/notes.ts";
import { TURN_KINDS } from "#domain/turn-kinds.ts";
import { messageTokens } from "#workers/ai/context-window.ts";
import {
  answerRequest,
  buildCharacterPrompt,
  buildChatMessages,
  type ChatMaterial,
  listChatFacts,
  listChatRules,
} from "#workers/ai/prompts/character-prompt.ts";
import type { BuiltPrompt, KindParts, ReplyContext } from "../conversation/conversation-kind.ts";
import { toPromptParts } from "../memory/last-prompt-parts.ts";
import { toGivenTexts } from "../memory/prompt-lore.ts";
import { PromptPast, type PromptPastParts, type SelectedPast } from "../memory/prompt-past.ts";

/** What D1 knows of a chat and its owner's plan, as far as prompts need it. */
export type ChatFacts = {
  brief: CharacterBrief;
  /** Latest messages that the plan gives the model; `null`: all, through its memory. */
  historyMessages: number | null;
  /** Of its lorebooks; see `LoreStore`. */
  lore: string;
};

/** What an answer's prompt says besides the past. */
type Said = Omit<ChatMaterial, "messages"> & { notes: Notes };

type PromptsParts = PromptPastParts & Pick<KindParts, "notes">;

/**
 * The prompts of a chat. Each begins with the same text as the one before it, which the model's server has cached; what changes at
 * each turn is at the end.
 */
export class ChatPrompts {
  readonly #parts: PromptsParts;
  readonly past: PromptPast<ChatFacts>;

  constructor(parts: PromptsParts) {
    this.#parts = parts;
    this.past = new PromptPast<ChatFacts>(parts, {
      countBeginning: ({ brief }) =>
        messageTokens([...listChatRules(brief), ...listChatFacts(brief)].join("\n\n")),
      findHistoryMessages: ({ historyMessages }) => historyMessages,
      rankPeople: () => [],
      listToldPeople: () => [],
      buildQuestion: ({ brief }, { given: { memory, messages }, placed }, request) =>
        buildChatMessages({ brief, lore: toGivenTexts(placed.start), memory, messages }, request),
    });
  }

  /** The prompt of an answer. If the model's window is full, it moves on by a step. */
  build(facts: ChatFacts, context: ReplyContext): BuiltPrompt {
    const ask = this.#toAsk(facts, context);
    return this.#compose(ask, this.past.give(facts, context, messageTokens(answerRequest(ask))));
  }

  /** The same prompt, without storing anything. `null`: the window has to move on first. */
  recall(facts: ChatFacts, context: ReplyContext): BuiltPrompt | null {
    const ask = this.#toAsk(facts, context);
    const past = this.past.find(facts, context, messageTokens(answerRequest(ask)));
    return past && this.#compose(ask, past);
  }

  #toAsk({ brief }: ChatFacts, { parent, avoid, turn }: ReplyContext): Said {
    const wish = TURN_KINDS[turn.kind].carries === "wish" ? turn.content : "";
    const notes = this.#parts.notes.find();
    return { brief, avoid: avoid?.content ?? null, wish, notes, isGreeting: parent === null };
  }

  #compose(ask: Said, past: SelectedPast): BuiltPrompt {
    const { brief, notes } = ask;
    const { memory, messages } = past.given;
    const lore = toGivenTexts(past.placed.start);
    const material = { ...ask, lore, loreNow: toGivenTexts(past.placed.now), memory, messages };
    const texts = {
      rules: listChatRules(brief),
      facts: listChatFacts(brief),
      notes,
      request: { facts: [], text: answerRequest(material) },
    };
    return {
      messages: buildCharacterPrompt(material),
      findSpeakers: () => ({ form: "chat", player: null, writer: brief.name }),
      toParts: () => toPromptParts(this.#parts.contextBudget(), past, texts),
    };
  }
}
