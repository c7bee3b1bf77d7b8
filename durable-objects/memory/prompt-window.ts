import {
  countFitting,
  countLineTokens,
  countMessageTokens,
  fillWindow,
  keepEnd,
  messageTokens,
} from "#workers/ai/context-window.ts";
import type { PastBudget } from "#workers/ai/prompt-budget.ts";
import type { MessageRow, MessageTree } from "../conversation/message-tree.ts";
import type { MemoryRow, MemoryStore } from "./memory-store.ts";
import type { PromptStep, PromptStepStore } from "./prompt-step-store.ts";
import { PINNED_LINES, toBeginning } from "./summarise.ts";

/**
 * The part of a full window that stays. A quarter leaves at once, so that the prompts of many turns begin with the same
 * text.
 */
const STAYS = 3 / 4;
/** Messages that are already summarised leave the window at a step, if the others fill at most this share of the room. */
const STAYS_AT_MOST = 0.93;
/** What was summarised ahead is enough if the messages after it fill at most this share. */
const PREPARED_ENOUGH = 0.85;
/** If an earlier version was selected and the window is emptier than this, it is filled again. */
const FILLED_AT_LEAST = 0.4;
/** The next step is prepared when there is room for only this many more exchanges of average length. */
const PREPARED_EXCHANGES = 2;
/** If two steps are prepared, the first one is taken if the messages that stay fill at most this share. */
const STAYS_ENOUGH = 0.82;
/**
 * This many of the latest messages are never left out: the one to answer, and the one before it. If they are too long,
 * they are cut.
 */
const ALWAYS_GIVEN = 2;

export type WindowRequest = {
  /** The newest message that is given. */
  last: MessageRow;
  budget: PastBudget;
  /** Most messages, by the plan; `null`: no limit, and a memory. */
  messages: number | null;
  /** The people that can be mentioned, the most important first. Called only at a step. */
  rankPeople: (window: readonly MessageRow[]) => readonly Person[];
  /** Ids of the lore entries that are used now; at a step they move to the prompt's beginning. */
  lore: readonly string[];
  /** Lines about people that were told on the path of `last` and still hold. Called only if a step may be outdated. */
  listToldPeople: () => readonly string[];
  /** The last step, as it is on disk. */
  stored: PromptStep | null;
};
type Person = PromptStep["people"][number];
export type WindowTree = Pick<MessageTree, "get" | "walkFrom" | "findAncestorIdAt">;
/** Messages, oldest first, and their tokens. */
type Window = { messages: MessageRow[]; tokens: number };

export type LeavingMessages = {
  /** The last message that leaves the window at the next step. */
  last: MessageRow;
  /** The last message that leaves it at the step after that. */
  ahead: MessageRow;
  /** The memory lines in the prompts until then. */
  told: readonly string[];
};

/** What the model is given of the past. */
export type GivenPast = {
  memory: string[];
  people: readonly Person[];
  /** Ids of the lore entries at the beginning. */
  lore: readonly string[];
  /** Oldest first. */
  messages: MessageRow[];
  /** Tokens of `messages`. Kept, because counting them takes most of the time. */
  messageTokens: number;
  leftOut: { memory: number; people: number; messages: number };
};

/** Before the first message. */
export const NOTHING_GIVEN: GivenPast = {
  memory: [],
  people: [],
  lore: [],
  messages: [],
  messageTokens: 0,
  leftOut: { memory: 0, people: 0, messages: 0 },
};

const EVERYTHING: PromptStep = {
  startId: "",
  startDepth: 1,
  hasMemory: true,
  memory: [],
  memoryLeftOut: 0,
  hasGap: false,
  people: [],
  peopleLeftOut: 0,
  lastId: "",
  lastDepth: 0,
  editCount: 0,
  lore: [],
};

/**
 * Selects the messages of a prompt, and what replaces those before them. The window grows until it is full. Then a
 * quarter leaves in one step, and memory and people are updated. So each prompt begins with the same text as the one
 * before it, and a model server need not read that text again.
 */
export class PromptWindow {
  readonly #steps: Pick<PromptStepStore, "save">;
  readonly #memory: MemoryStore;
  readonly #tree: WindowTree;

  constructor(steps: Pick<PromptStepStore, "save">, memory: MemoryStore, tree: WindowTree) {
    this.#steps = steps;
    this.#memory = memory;
    this.#tree = tree;
  }

  /** For a reply: takes a step if the window is full. */
  give(request: WindowRequest): GivenPast {
    const { stored } = request;
    const step = this.#toStepOfNow(request);
    const given = this.#findSince(step, request);
    if (given === null) return this.#step(request);
    if (stored !== null && step !== stored) this.#steps.save(step);
    return given;
  }

  /** The window as it is now; `null`: a step is due. */
  find(request: WindowRequest): GivenPast | null {
    return this.#findSince(this.#toStepOfNow(request), request);
  }

  #findSince(step: PromptStep, request: WindowRequest): GivenPast | null {
    const { budget, messages: most } = request;
    const given = this.#findLast(request, step);
    if (given === null || (step.hasGap && this.#isSummarised(given))) return null;
    const room = budget.all - countStepTokens(step);
    const isEmptied = given.messageTokens < room * FILLED_AT_LEAST;
    const isShort = most === null || given.messages.length < most * FILLED_AT_LEAST;
    return step.startDepth > 1 && isEmptied && isShort && !this.#isLeastWindow(given.messages, room)
      ? null
      : given;
  }

  /** For a question about the last reply: the window of that reply's prompt, plus the reply itself; `null`: it does not fit. */
  findAfterReply(request: WindowRequest): GivenPast | null {
    const { messages } = request;
    const longer = { ...request, messages: messages === null ? null : messages + 1 };
    return this.#findLast(longer, this.#toStepOfNow(longer));
  }

  /** The messages since `step`, even if the next step is due; `null`: they do not fit. */
  #findLast({ last, budget, messages: most }: WindowRequest, step: PromptStep): GivenPast | null {
    const room = budget.all - countStepTokens(step);
    if (step.hasMemory !== (most === null) || room < 0) return null;
    const window = this.#readWindow(last, step, { tokens: room, messages: most });
    return window && toGiven(step, window, last);
  }

  /** The last step; if something of it no longer holds, another one, as it would be now. */
  #toStepOfNow(request: WindowRequest): PromptStep {
    const { stored } = request;
    if (stored === null) return { ...EVERYTHING, hasMemory: request.messages === null };
    return this.#isOutdated(stored, request.last) ? this.#renew(stored, request) : stored;
  }

  /** Whether a text, the memory or the people were changed by hand since a step, or it was made on another path. */
  #isOutdated({ editCount, lastId, lastDepth }: PromptStep, last: MessageRow): boolean {
    if (editCount !== this.#memory.countEdits()) return true;
    if (lastId === "") return false;
    return !this.#isOnPath(lastId, lastDepth, last);
  }

  #isOnPath(messageId: string, depth: number, { id, parentId, depth: lastDepth }: MessageRow): boolean {
    if (messageId === id || depth >= lastDepth) return messageId === id;
    // The last message may not be stored yet.
    return parentId !== null && this.#tree.findAncestorIdAt(parentId, depth) === messageId;
  }

  /** The same step, with memory and people as they are now on the path of `last`. Lines that still hold stay where they are. */
  #renew(step: PromptStep, request: WindowRequest): PromptStep {
    const { last } = request;
    const renewed = { ...step, lastId: last.id, lastDepth: last.depth, editCount: this.#memory.countEdits() };
    const start = step.startId === "" ? null : this.#tree.get(step.startId);
    if (start === null) return renewed; // the window's beginning is not there: the next step follows at once
    const { lines, hasGap } = this.#recallBefore(start, request.messages);
    const { memory, memoryLeftOut } = this.#toStep({ ...request, rankPeople: () => [] }, [start], lines);
    const lore = step.lore.filter((id) => request.lore.includes(id));
    return {
      ...renewed,
      memory,
      memoryLeftOut,
      hasGap,
      people: renewPeople(step.people, start, request),
      lore,
    };
  }

  /**
   * The messages that the next two steps will leave out; both parts are summarised at once. `null`: the next step is
   * not near, or there is no memory to prepare.
   */
  findLeaving(request: WindowRequest): LeavingMessages | null {
    if (request.messages !== null) return null;
    const given = this.find(request);
    if (given === null) {
      const last = this.#findLeft(request.last, this.#chooseWindow(request).window.messages);
      return last && { last, ahead: last, told: this.#toStepOfNow(request).memory };
    }
    const room = request.budget.all - countLineTokens(given.memory) - countPeopleTokens(given.people);
    const used = given.messageTokens;
    const exchange = (2 * used) / Math.max(2, given.messages.length);
    const left = this.#findLeft(request.last, given.messages);
    const remembered = this.#memory.findLastOnPath(request.last)?.depth ?? 0;
    // Messages that have left already come first.
    if (left !== null && remembered < left.depth) return { last: left, ahead: left, told: given.memory };
    if (used + PREPARED_EXCHANGES * exchange <= room) return null;
    const roomAfter = Math.min(room, this.#findRoomAfter(request, given));
    const after = given.messages.filter(({ depth }) => depth > remembered);
    const isPrepared = after.length < given.messages.length;
    if (isPrepared && countMessageTokens(after) <= roomAfter * PREPARED_ENOUGH) return null;
    const [last, ahead] = [STAYS, 2 * STAYS - 1].map((share) => {
      const budget = { tokens: roomAfter * share - PREPARED_EXCHANGES * exchange, messages: null };
      return this.#findLeft(request.last, fillWindow(given.messages.toReversed(), budget));
    });
    return last && ahead ? { last, ahead, told: given.memory } : null;
  }

  /** How many tokens the messages may have after the next step, when memory has grown and people are in the prompt. */
  #findRoomAfter(request: WindowRequest, { memory, messages }: GivenPast): number {
    const { budget } = request;
    const { people } = this.#toStep(request, messages, []);
    const grown = Math.min(budget.memoryAtMost, countLineTokens(memory) + budget.memoryAtMost / 4);
    return budget.all - grown - countPeopleTokens(people);
  }

  /** Whether the memory covers everything before a window. */
  #isSummarised({ messages: [first] }: GivenPast): boolean {
    return first !== undefined && this.#memory.recallBefore(first).gap.length === 0;
  }

  #findLeft(last: MessageRow, window: readonly MessageRow[]): MessageRow | null {
    const parentId = (window[0] ?? last).parentId;
    return parentId === null ? null : this.#tree.get(parentId);
  }

  /** The messages from a step's start on, oldest first; `null`: the start is not on the path, or not all of them fit. */
  #readWindow(
    last: MessageRow,
    { startId, startDepth }: PromptStep,
    budget: { tokens: number; messages: number | null },
  ): Window | null {
    const messages: MessageRow[] = [];
    let tokens = 0;
    for (const row of this.#tree.walkFrom(last)) {
      if (row.depth < startDepth) return null;
      messages.push(row);
      tokens += messageTokens(row.content);
      if (tokens > budget.tokens || messages.length > (budget.messages ?? messages.length)) return null;
      if (row.depth === startDepth) {
        return startId === "" || row.id === startId ? { messages: messages.reverse(), tokens } : null;
      }
    }
    return null;
  }

  #step(request: WindowRequest): GivenPast {
    const { step, window } = this.#chooseWindow(request);
    this.#steps.save(step);
    return toGiven(step, window, request.last);
  }

  /** The window after a step: the messages after those that were summarised ahead, or else the latest three quarters. */
  #chooseWindow(request: WindowRequest): { step: PromptStep; window: Window } {
    const { last, budget, messages: most } = request;
    for (const { prepared, atMost } of most === null ? this.#findPrepared(last) : []) {
      const lines = prepared.lines.filter(({ isForgotten }) => !isForgotten);
      const after = { ...EVERYTHING, startDepth: prepared.depth + 1 };
      const all = this.#readWindow(last, after, { tokens: budget.all, messages: null });
      if (all !== null) {
        const step = this.#toStep(request, all.messages, lines);
        const room = budget.all - countStepTokens(step);
        if (all.tokens <= room * atMost && all.tokens >= room * FILLED_AT_LEAST) return { step, window: all };
      }
    }
    const room = budget.all - budget.memoryAtMost - budget.peopleAtMost;
    const limit = most === null ? null : 2 * Math.ceil((most * STAYS) / 2); // whole exchanges
    const fitting = fillWindow(this.#tree.walkFrom(last), {
      tokens: Math.floor(room * STAYS),
      messages: limit,
    });
    const messages = this.#cutToFit(fitting, room);
    const { lines, hasGap } = this.#recallBefore(messages[0] ?? last, most);
    return {
      step: { ...this.#toStep(request, messages, lines), hasGap },
      window: { messages, tokens: countMessageTokens(messages) },
    };
  }

  /**
   * The memories that were prepared on a path: up to the step after the next one and, if it is known, up to the next
   * one, which comes first.
   */
  #findPrepared(last: MessageRow): { prepared: MemoryRow; atMost: number }[] {
    const latest = this.#memory.findLastOnPath(last);
    const end = latest && this.#tree.get(latest.messageId);
    if (latest === null || !end || latest.depth >= last.depth) return [];
    const parent = end.parentId === null ? null : this.#tree.get(end.parentId);
    const before = parent && this.#memory.findLastOnPath(parent);
    return [
      ...(before ? [{ prepared: before, atMost: STAYS_ENOUGH }] : []),
      { prepared: latest, atMost: STAYS_AT_MOST },
    ];
  }

  /** The last messages are always in the prompt; they are cut if they are longer than the whole room. */
  #cutToFit(window: MessageRow[], room: number): MessageRow[] {
    const [first] = window;
    if (first === undefined || window.length > ALWAYS_GIVEN) return window;
    const before = first.parentId === null ? null : this.#tree.get(first.parentId);
    const wanted = window.length < ALWAYS_GIVEN && before !== null ? [before, ...window] : window;
    let left = room;
    return wanted
      .toReversed()
      .map((row) => {
        const content = keepEnd(row.content, Math.max(0, left - messageTokens("") - 2));
        left -= messageTokens(content);
        return content === row.content ? row : { ...row, content };
      })
      .filter(({ content }) => content !== "" && content !== "… ")
      .reverse();
  }

  #isLeastWindow(window: readonly MessageRow[], room: number): boolean {
    const before = window[0]?.parentId == null ? null : this.#tree.get(window[0].parentId);
    return before === null || messageTokens(before.content) > room * (STAYS - FILLED_AT_LEAST);
  }

  /** Lines of what happened before a message. A message that is not summarised yet is represented by its beginning. */
  #recallBefore(first: MessageRow, most: number | null): { lines: TellableLine[]; hasGap: boolean } {
    if (most !== null) return { lines: [], hasGap: false };
    const { memory, gap } = this.#memory.recallBefore(first);
    const beginnings = gap.map(({ content }) => ({ text: toBeginning(content), isPinned: false }));
    return { lines: [...memory, ...beginnings], hasGap: gap.length > 0 };
  }

  #toStep(
    { last, messages: most, budget, rankPeople, lore, stored }: WindowRequest,
    window: readonly MessageRow[],
    memory: readonly TellableLine[],
  ): PromptStep {
    const [first] = window;
    if (first === undefined) throw new Error("A window has at least one message.");
    const people = rankPeople(window);
    const ranked = rankLines(memory);
    const told = countFitting(
      ranked.map(({ line }) => line.text),
      budget.memoryAtMost,
    );
    const known = countFitting(
      people.map(({ line }) => line),
      budget.peopleAtMost,
    );
    const kept = ranked.slice(0, told).sort((one, other) => one.at - other.at);
    return {
      startId: first.id,
      startDepth: first.depth,
      hasMemory: most === null,
      memory: kept.map(({ line }) => line.text),
      memoryLeftOut: memory.length - kept.length,
      hasGap: false,
      people: keepOrder(stored?.people ?? [], people.slice(0, known)),
      peopleLeftOut: people.length - known,
      lastId: last.id,
      lastDepth: last.depth,
      editCount: this.#memory.countEdits(),
      lore: [...lore],
    };
  }
}

/** A line that holds on this path stays as it is; another one becomes the line of now, or goes. */
function renewPeople(
  people: readonly Person[],
  start: MessageRow,
  { rankPeople, listToldPeople }: WindowRequest,
): Person[] {
  if (people.length === 0) return [];
  const told = new Set(listToldPeople());
  const now = new Map(rankPeople([start]).map((person) => [person.name, person]));
  return people.flatMap((person) => (told.has(person.line) ? person : (now.get(person.name) ?? [])));
}

type TellableLine = { text: string; isPinned: boolean };

/** What the owner has pinned matters most, then how a conversation began, then what happened last. */
function rankLines(memory: readonly TellableLine[]): { line: TellableLine; at: number }[] {
  const lines = memory.map((line, at) => ({ line, at }));
  const pinned = lines.filter(({ line }) => line.isPinned);
  const others = lines.filter(({ line }) => !line.isPinned);
  return [...pinned, ...others.slice(0, PINNED_LINES), ...others.slice(PINNED_LINES).reverse()];
}

/** Keeps the people of the last prompt first, in the same order, and adds new ones at the end, so that less of the prompt changes. */
function keepOrder(before: readonly Person[], people: readonly Person[]): Person[] {
  const places = new Map(before.map(({ name }, place) => [name, place]));
  const placeOf = ({ name }: Person) => places.get(name) ?? before.length;
  return people.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function toGiven(step: PromptStep, { messages, tokens }: Window, last: MessageRow): GivenPast {
  const { memory, people, lore, memoryLeftOut, peopleLeftOut } = step;
  return {
    memory,
    people,
    lore,
    messages,
    messageTokens: tokens,
    leftOut: { memory: memoryLeftOut, people: peopleLeftOut, messages: last.depth - messages.length },
  };
}

function countStepTokens({ memory, people }: PromptStep): number {
  return countLineTokens(memory) + countPeopleTokens(people);
}

function countPeopleTokens(people: readonly Person[]): number {
  return countLineTokens(people.map(({ line }) => line));
}
