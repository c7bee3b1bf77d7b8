import { isOwnLine, isPassage } from "#domain/message.ts";
import { USUAL_NOTES } from "#domain/notes.ts";
import type { PromptParts } from "#domain/prompt-parts.ts";
import type { StoryBrief } from "#domain/story-record.ts";
import { findPlayerName, NAMELESS_PLAYER } from "#workers/ai/cast/player.ts";
import {
  type ContextBudget,
  countLineTokens,
  messageTokens,
  toPastBudget,
  toQuestionBudget,
} from "#workers/ai/context-window.ts";
import type { AskedModel } from "#workers/ai/language-model.ts";
import { listNotes } from "#workers/ai/prompts/notes.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import {
  buildPassageRequest,
  buildStoryPrompt,
  buildStoryRequest,
  type StoryAsk,
} from "#workers/ai/prompts/story-prompt.ts";
import {
  audience,
  buildStoryMessages,
  castLine,
  listFactsNow,
  listStoryFacts,
  listStoryRules,
  type StoryMaterial,
} from "#workers/ai/prompts/story-prompt-parts.ts";
import { estimateTokens } from "#workers/ai/tokens.ts";
import type { BuiltPrompt, ReplyContext, Speakers } from "../conversation/conversation-kind.ts";
import type { MessageRow } from "../conversation/message-tree.ts";
import {
  countLoreTokens,
  listLoreUses,
  type PlacedLore,
  type PromptLore,
  toGivenTexts,
  toLorePart,
} from "../memory/prompt-lore.ts";
import { toMessagesPart, toTextPart } from "../memory/prompt-parts.ts";
import type { PromptStepStore } from "../memory/prompt-step-store.ts";
import {
  type GivenPast,
  type LeavingMessages,
  NOTHING_GIVEN,
  PromptWindow,
  type WindowRequest,
} from "../memory/prompt-window.ts";
import type { CastRow, CastStore } from "./cast-store.ts";
import { findNames } from "./name-analysis.ts";
import type { StoryStateStore } from "./state-store.ts";
import type { StoryFacts, StoryParts } from "./story-parts.ts";

/** The people at the end of a prompt, who are not in the cast at its beginning: their maximum number, and tokens. */
const NEW_PEOPLE_MOST = 6;
const NEW_PEOPLE_TOKENS = 160;
/** People named in this many of the latest messages are relevant now. */
const LATELY = 6;
/** A place that was found more exchanges ago than this may have been left since: the latest messages say it better. */
const PLACE_HOLDS = 2;
/** How many characters of the replaced passage the prompt of another version quotes: its beginning is enough. */
const AVOID_CHARACTERS = 1_500;

type PromptsParts = Pick<StoryParts, "memory" | "tree" | "notes" | "lore"> & {
  cast: Pick<CastStore, "rowsAt" | "listTold">;
  state: Pick<StoryStateStore, "find" | "findLocationAt">;
  steps: PromptStepStore;
  /** How the model's context is divided. */
  contextBudget: () => ContextBudget;
  /** Whether a question to that model is put at the end of the story's own prompt; see `sharesBeginning`. */
  sharesBeginning: (asked: AskedModel) => boolean;
};

/** A question about the story, at the end of its own prompt. */
export type StoryTask = {
  asked: AskedModel;
  /** The last message that stands in the prompt. */
  last: MessageRow;
  request: string;
};

/** The parts of a reply's prompt, except the past messages. `request`: selects those; `null`: there are no messages yet. */
type StoryTurn = {
  parent: MessageRow | null;
  ask: StoryAsk;
  now: StoryMaterial;
  lore: PromptLore;
  request: WindowRequest | null;
};

/**
 * The prompts of a story. Each begins with the same text as the one before it, which the model's server has cached; what changes at
 * each turn is at the end.
 */
export class StoryPrompts {
  readonly #parts: PromptsParts;
  readonly #window: PromptWindow;

  constructor(parts: PromptsParts) {
    this.#parts = parts;
    this.#window = new PromptWindow(parts.steps, parts.memory, parts.tree);
  }

  /** The prompt of a reply. If the model's window is full, it moves on by a step. */
  build(facts: StoryFacts, context: ReplyContext, ask: StoryAsk): BuiltPrompt {
    const turn = this.#toStoryTurn(facts, context, ask);
    const given = turn.request === null ? NOTHING_GIVEN : this.#window.give(turn.request);
    return this.#compose(facts, turn, given);
  }

  /** The same prompt, without storing anything. `null`: the window has to move on first. */
  recall(facts: StoryFacts, context: ReplyContext, ask: StoryAsk): BuiltPrompt | null {
    const turn = this.#toStoryTurn(facts, context, ask);
    const given = turn.request === null ? NOTHING_GIVEN : this.#window.find(turn.request);
    return given && this.#compose(facts, turn, given);
  }

  #toStoryTurn(facts: StoryFacts, { turn, parent, exchangeCount }: ReplyContext, ask: StoryAsk): StoryTurn {
    const shortened = shorten(ask);
    const now = this.#findNow(facts, parent, exchangeCount);
    const lore = this.#parts.lore.choose(parent, turn.replyId);
    const { now: called } = this.#parts.lore.place(lore, this.#window.loreAtStart);
    const size = countRequest(now, shortened) + countLoreTokens(called);
    const request = parent && { ...this.#toRequest(facts, parent, size), lore: lore.calledIds };
    return { parent, ask: shortened, now, lore, request };
  }

  #compose(facts: StoryFacts, { parent, ask, now, lore }: StoryTurn, given: GivenPast): BuiltPrompt {
    const placed = this.#parts.lore.place(lore, given.lore);
    const material = {
      ...this.#toMaterial(now, given, parent),
      lore: toGivenTexts(placed.start),
      loreNow: toGivenTexts(placed.now),
    };
    const { messages, request } = buildStoryPrompt({ ...material, ask });
    return {
      messages,
      findSpeakers: () => findSpeakers(facts.brief),
      toParts: () => toPromptParts(this.#parts.contextBudget(), material, { given, placed, request }),
    };
  }

  /**
   * The prompt of a question about the story up to a message. It begins with the same text as the story's own prompts,
   * so a model server has to read only the question. Changes nothing. `null`: it does not fit with its answer, or the
   * model has not read the story.
   */
  findTaskPrompt(facts: StoryFacts, { asked, last, request }: StoryTask): PromptMessage[] | null {
    if (!this.#parts.sharesBeginning(asked)) return null;
    const sizes = { fixed: this.#countFixed(facts, last), request: messageTokens(request) };
    const budget = toQuestionBudget(this.#parts.contextBudget(), sizes);
    const given = this.#window.findAfterReply({ ...this.#toRequest(facts, last, 0), budget });
    if (given === null) return null;
    const { memory, messages, people } = given;
    const { start } = this.#parts.lore.place(this.#parts.lore.chooseSteady(last), given.lore);
    const lore = toGivenTexts(start);
    const material = {
      brief: facts.brief,
      lore,
      memory,
      cast: toLines(people),
      passages: toPassages(messages),
    };
    return buildStoryMessages(material, request);
  }

  /** What the next steps will leave out; see `PromptWindow.findLeaving`. */
  findLeaving(facts: StoryFacts, last: MessageRow): LeavingMessages | null {
    return this.#window.findLeaving(this.#toRequest(facts, last, 0));
  }

  /** Tokens of the prompt's part before the memory. */
  #countFixed({ brief }: StoryFacts, last: MessageRow): number {
    const { start } = this.#parts.lore.place(this.#parts.lore.chooseSteady(last), this.#window.loreAtStart);
    return (
      messageTokens(buildStoryMessages({ brief, passages: [] }, "")[0]?.content ?? "") +
      countLoreTokens(start)
    );
  }

  /** How many tokens of a prompt memory may take. */
  countMemoryTokens(facts: StoryFacts): number {
    const head = this.#parts.tree.head();
    const fixed = head === null ? 0 : this.#countFixed(facts, head);
    return toPastBudget(this.#parts.contextBudget(), { fixed, request: 0 }).memoryAtMost;
  }

  #toRequest(facts: StoryFacts, last: MessageRow, request: number): WindowRequest {
    return {
      last,
      budget: toPastBudget(this.#parts.contextBudget(), { fixed: this.#countFixed(facts, last), request }),
      messages: facts.limits.historyMessages,
      lore: this.#window.loreAtStart,
      rankPeople: (window) =>
        this.#rank(window, last).map((row) => ({ name: row.name, line: castLine(row) })),
      listToldPeople: () => this.#parts.cast.listTold(last).map(castLine),
    };
  }

  /** The facts of this turn without the people: which people are added depends on those in the prompt already. */
  #findNow({ brief }: StoryFacts, parent: MessageRow | null, exchanges: number): StoryMaterial {
    const { state, notes } = this.#parts;
    const { castAskedAt } = state.find();
    const isFresh = castAskedAt !== null && exchanges - castAskedAt <= PLACE_HOLDS;
    const location = isFresh ? this.#findLocation(parent) : null;
    return { brief, pace: { exchanges }, location, notes: notes.find(), passages: [] };
  }

  /** Where the path of a message has come to. The message may not be stored yet: then it continues the open path. */
  #findLocation(message: MessageRow | null): string | null {
    const { state, tree } = this.#parts;
    const headId = tree.head()?.id ?? null;
    const isEnd = message === null || message.id === headId || message.parentId === headId;
    return isEnd ? state.find().currentLocation : state.findLocationAt(message.id);
  }

  #toMaterial(now: StoryMaterial, given: GivenPast, parent: MessageRow | null): StoryMaterial {
    const rows = this.#parts.cast.rowsAt(parent);
    const onStage = parent === null ? [] : findOnStage(rows, given.messages);
    const known = new Set(given.people.map(({ name }) => name));
    const lately = new Set([...onStage, ...namesIn(given.messages.slice(-LATELY))]);
    const unknown = rows.filter(
      (row) => lately.has(row.name) && !known.has(row.name) && (row.role ?? row.description) !== null,
    );
    return {
      ...now,
      memory: given.memory,
      cast: toLines(given.people),
      passages: toPassages(given.messages),
      onStage,
      newPeople: takeFirst(unknown),
    };
  }

  /** The people in the scene, then those named recently, then those named most. */
  #rank(window: readonly MessageRow[], last: MessageRow): CastRow[] {
    const rows = this.#parts.cast.rowsAt(last);
    const byName = new Map(rows.map((row) => [row.name, row]));
    const named = [...findOnStage(rows, window), ...namesIn(window.toReversed())];
    return [...new Set([...named.flatMap((name) => byName.get(name) ?? []), ...rows])];
  }
}

/** People in the last passage or in the person's action. */
function findOnStage(cast: readonly CastRow[], messages: readonly MessageRow[]): string[] {
  const last = messages.at(-1);
  const passage = messages.findLast(isPassage);
  const acted =
    last !== undefined && isOwnLine(last) ? (findNames(cast, last.content)?.mentionedCharacters ?? []) : [];
  return [...new Set([...acted.map(({ name }) => name), ...(passage ? namesIn([passage]) : [])])];
}

/** People whom the analysis of the messages found, those of the first message first. */
function namesIn(messages: readonly MessageRow[]): string[] {
  return messages.flatMap(({ analysis }) => analysis?.mentionedCharacters.map(({ name }) => name) ?? []);
}

function takeFirst(people: readonly CastRow[]): CastRow[] {
  let left = NEW_PEOPLE_TOKENS;
  return people.slice(0, NEW_PEOPLE_MOST).filter((person) => {
    left -= countLineTokens([castLine(person)]);
    return left >= 0;
  });
}

function toPassages(messages: readonly MessageRow[]) {
  return messages.map(({ role, content }) => ({ role, content }));
}

function toLines(people: GivenPast["people"]): string[] {
  return people.map(({ line }) => line);
}

/** Cuts the passage that another version replaces to the length that the prompt quotes. */
function shorten(ask: StoryAsk): StoryAsk {
  if (ask.kind !== "different-take" || ask.avoid.length <= AVOID_CHARACTERS) return ask;
  return { ...ask, avoid: `${ask.avoid.slice(0, AVOID_CHARACTERS)}…` };
}

/** Tokens of the prompt's part after the messages. */
function countRequest(now: StoryMaterial, ask: StoryAsk): number {
  return messageTokens(buildPassageRequest(now, buildStoryRequest(ask, []))) + 1.5 * NEW_PEOPLE_TOKENS;
}

function toPromptParts(
  budget: ContextBudget,
  material: StoryMaterial,
  { given, placed, request }: { given: GivenPast; placed: PlacedLore; request: string },
): PromptParts {
  const { brief, cast = [], newPeople = [] } = material;
  const named = (facts: readonly (readonly [string, string])[]) =>
    facts.filter(([, value]) => value !== "").map(([name, value]) => `${name}: ${value}`);
  const facts = [...named(listStoryFacts(brief)), `Character: ${brief.character}`, brief.description];
  return {
    contextTokens: budget.context,
    replyTokens: budget.reply,
    lore: listLoreUses(placed),
    parts: [
      toTextPart("rules", [...listStoryRules(brief), audience(brief)]),
      toTextPart("facts", facts),
      toLorePart(placed),
      toTextPart("memory", given.memory, given.leftOut.memory),
      toTextPart("people", [...cast, ...newPeople.map(castLine)], given.leftOut.people),
      toMessagesPart(given),
      toTextPart("notes", listNotes(material.notes ?? USUAL_NOTES)),
      { ...toTextPart("request", named(listFactsNow(material))), tokens: estimateTokens(request) },
    ],
  };
}

function findSpeakers({ character }: StoryBrief): Speakers {
  const player = findPlayerName(character);
  return { form: "story", player: player === NAMELESS_PLAYER ? null : player, writer: null };
}
