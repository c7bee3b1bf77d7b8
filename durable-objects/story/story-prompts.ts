import { isOwnLine, isPassage } from "#domain/message.ts";
import { USUAL_NOTES } from "#domain/notes.ts";
import type { StoryBrief } from "#domain/story-record.ts";
import { findPlayerName, NAMELESS_PLAYER } from "#workers/ai/cast/player.ts";
import { countFitting, messageTokens } from "#workers/ai/context-window.ts";
import { describeAudience } from "#workers/ai/prompts/prompt.ts";
import {
  buildPassageRequest,
  buildStoryMessages,
  buildStoryPrompt,
  castLine,
  listFactsNow,
  listStoryFacts,
  listStoryRules,
  type StoryMaterial,
} from "#workers/ai/prompts/story-prompt.ts";
import { buildStoryRequest, type StoryAsk } from "#workers/ai/prompts/story-requests.ts";
import type { BuiltPrompt, ReplyContext, Speakers } from "../conversation/conversation-kind.ts";
import type { MessageRow, MessageTree } from "../conversation/message-tree.ts";
import { type PromptTexts, toPromptParts } from "../memory/last-prompt-parts.ts";
import { toGivenTexts } from "../memory/prompt-lore.ts";
import { PromptPast, type PromptPastParts, type SelectedPast } from "../memory/prompt-past.ts";
import type { GivenPast } from "../memory/prompt-window.ts";
import type { CastRow, CastStore } from "./cast-store.ts";
import { findKnownNames } from "./reply-mentions.ts";
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

type PromptsParts = PromptPastParts & {
  tree: Pick<MessageTree, "headId">;
  notes: StoryParts["notes"];
  cast: Pick<CastStore, "rowsAt" | "listTold">;
  state: Pick<StoryStateStore, "find" | "findLocationAt">;
};

/** What a reply's prompt says besides the past. */
type Said = { ask: StoryAsk; now: StoryMaterial; tokens: number };

/**
 * The prompts of a story. Each begins with the same text as the one before it, which the model's server has cached; what changes at
 * each turn is at the end.
 */
export class StoryPrompts {
  readonly #parts: PromptsParts;
  readonly past: PromptPast<StoryFacts>;

  constructor(parts: PromptsParts) {
    this.#parts = parts;
    this.past = new PromptPast<StoryFacts>(parts, {
      countBeginning: ({ brief }) =>
        messageTokens(buildStoryMessages({ brief, passages: [] }, "")[0]?.content ?? ""),
      findHistoryMessages: ({ limits }) => limits.historyMessages,
      rankPeople: (window, last) =>
        this.#rank(window, last).map((row) => ({ name: row.name, line: castLine(row) })),
      listToldPeople: (last) => parts.cast.listTold(last).map(castLine),
      buildQuestion: ({ brief }, { given: { memory, messages, people }, placed }, request) => {
        const past = { lore: toGivenTexts(placed.start), memory, cast: toLines(people) };
        return buildStoryMessages({ brief, ...past, passages: toPassages(messages) }, request);
      },
    });
  }

  /** The prompt of a reply. If the model's window is full, it moves on by a step. */
  build(facts: StoryFacts, context: ReplyContext, ask: StoryAsk): BuiltPrompt {
    const said = this.#toSaid(facts, context, ask);
    return this.#compose(said, context.parent, this.past.give(facts, context, said.tokens));
  }

  /** The same prompt, without storing anything. `null`: the window has to move on first. */
  recall(facts: StoryFacts, context: ReplyContext, ask: StoryAsk): BuiltPrompt | null {
    const said = this.#toSaid(facts, context, ask);
    const past = this.past.find(facts, context, said.tokens);
    return past && this.#compose(said, context.parent, past);
  }

  #toSaid(facts: StoryFacts, { parent, exchangeCount }: ReplyContext, asked: StoryAsk): Said {
    const ask = shorten(asked);
    const now = this.#findNow(facts, parent, exchangeCount);
    return { ask, now, tokens: countRequest(now, ask) };
  }

  #compose({ ask, now }: Said, parent: MessageRow | null, past: SelectedPast): BuiltPrompt {
    const material = {
      ...this.#toMaterial(now, past.given, parent),
      lore: toGivenTexts(past.placed.start),
      loreNow: toGivenTexts(past.placed.now),
    };
    const { messages, request } = buildStoryPrompt({ ...material, ask });
    return {
      messages,
      findSpeakers: () => findSpeakers(now.brief),
      toParts: () => toPromptParts(this.#parts.contextBudget(), past, listTexts(material, request)),
    };
  }

  /** The facts of this turn without the people: which people are added depends on those in the prompt already. */
  #findNow({ brief }: StoryFacts, parent: MessageRow | null, exchanges: number): StoryMaterial {
    const { state, notes } = this.#parts;
    const { castAskedAt, currentLocation } = state.find();
    const isFresh = castAskedAt !== null && exchanges - castAskedAt <= PLACE_HOLDS;
    const location = isFresh ? this.#findLocation(parent, currentLocation) : null;
    return { brief, pace: { exchanges }, location, notes: notes.find(), passages: [] };
  }

  /** Where the story is at a message. `current`: where it is at the end of the open path, which a message continues that is not stored yet. */
  #findLocation(message: MessageRow | null, current: string | null): string | null {
    const { state, tree } = this.#parts;
    const headId = tree.headId();
    const isEnd = message === null || message.id === headId || message.parentId === headId;
    return isEnd ? current : state.findLocationAt(message.id);
  }

  #toMaterial(now: StoryMaterial, given: GivenPast, parent: MessageRow | null): StoryMaterial {
    const rows = this.#parts.cast.rowsAt(parent);
    const onStage = parent === null ? [] : findOnStage(rows, given.messages);
    const known = new Set(given.people.map(({ name }) => name));
    const lately = new Set([...onStage, ...namesIn(rows, given.messages.slice(-LATELY))]);
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
    const named = [...findOnStage(rows, window), ...namesIn(rows, window.toReversed())];
    return [...new Set([...named.flatMap((name) => byName.get(name) ?? []), ...rows])];
  }
}

/** People in the last passage or in the person's action. */
function findOnStage(cast: readonly CastRow[], messages: readonly MessageRow[]): string[] {
  const last = messages.at(-1);
  const passage = messages.findLast(isPassage);
  const acted =
    last !== undefined && isOwnLine(last)
      ? (findKnownNames(cast, last.content)?.mentionedCharacters ?? [])
      : [];
  return [...new Set([...acted.map(({ name }) => name), ...(passage ? namesIn(cast, [passage]) : [])])];
}

/** People whom the analysis of the messages found, those of the first message first, by their present names. */
function namesIn(cast: readonly CastRow[], messages: readonly MessageRow[]): string[] {
  const renamed = cast.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name] as const));
  const present = new Map([...renamed, ...cast.map(({ name }) => [name, name] as const)]);
  const toNames = ({ analysis }: MessageRow) => analysis?.mentionedCharacters ?? [];
  return messages.flatMap(toNames).map(({ name }) => present.get(name) ?? name);
}

function takeFirst(people: readonly CastRow[]): CastRow[] {
  const some = people.slice(0, NEW_PEOPLE_MOST);
  return some.slice(0, countFitting(some.map(castLine), NEW_PEOPLE_TOKENS));
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
  return { ...ask, avoid: `${ask.avoid.slice(0, AVOID_CHARACTERS).toWellFormed()}…` };
}

/** Tokens of the prompt's part after the messages. */
function countRequest(now: StoryMaterial, ask: StoryAsk): number {
  return messageTokens(buildPassageRequest(now, buildStoryRequest(ask, []))) + 1.5 * NEW_PEOPLE_TOKENS;
}

function listTexts(material: StoryMaterial, request: string): PromptTexts {
  const { brief, cast = [], newPeople = [], notes = USUAL_NOTES } = material;
  const named = (facts: readonly (readonly [string, string])[]) =>
    facts.filter(([, value]) => value !== "").map(([name, value]) => `${name}: ${value}`);
  return {
    rules: [...listStoryRules(brief), describeAudience("player", brief)],
    facts: [...named(listStoryFacts(brief)), `Character: ${brief.character}`, brief.description],
    people: [...cast, ...newPeople.map(castLine)],
    notes,
    request: { facts: named(listFactsNow(material)), text: request },
  };
}

function findSpeakers({ character }: StoryBrief): Speakers {
  const player = findPlayerName(character);
  return { form: "story", player: player === NAMELESS_PLAYER ? null : player, writer: null };
}
