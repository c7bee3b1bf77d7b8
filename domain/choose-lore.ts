import { isUnreadable, type Key, KeyFinder } from "./find-lore-keys.ts";
import { hashFnv1a } from "./hash.ts";
import type { LORE_REFUSALS, LoreReason, LoreRules } from "./lore.ts";
import { isPassage, type Role } from "./message.ts";

/*
 * Which entries of lorebooks are used in a prompt, and why. The meaning of the rules is that of SillyTavern's world info, whose books people
 * bring along, except that words are words in every language.
 */

/** An entry of a book that a conversation uses. */
export type LoreEntry = Omit<LoreRules, "depth"> & {
  entryId: string;
  name: string;
  text: string;
  isNameGiven: boolean;
  isLocked: boolean;
  /** The latest messages that its keys are looked for in. */
  depth: number;
  /** Its book lets entries call others. */
  isRecursive: boolean;
  /** Whose book it is in: those of a lower rank are taken first. */
  rank: number;
  /** Of its text in a prompt. */
  tokens: number;
};

export type LoreMessage = { id: string; role: Role; content: string };

export type LoreRequest = {
  /** The end of the path, oldest first; `countLoreMessages` says how many are read. */
  messages: readonly LoreMessage[];
  /** How many messages the path has. */
  count: number;
  /** Tokens that the entries may have together. */
  budget: number;
  /** Of the reply: the same reply has the same entries when it is tried again. */
  seed: string;
};

export type UsedEntry = { entry: LoreEntry; reason: LoreReason };
export type LoreRefusal = (typeof LORE_REFUSALS)[number];
export type ChosenLore = {
  /** In the order of the prompt. */
  used: UsedEntry[];
  /** Those that were called and are not used. */
  left: { entry: LoreEntry; why: LoreRefusal }[];
};

/** Earlier calls are read back so many messages to know what still stays and what rests. */
const READ_BACK = 200;
/** Entries call others so many times in a row. */
const PASSES_MAX = 10;

/** The keys of some entries, in one list that a text is searched for at once. */
type LoreIndex = { finder: KeyFinder; keys: readonly Key[]; first: number[][]; second: number[][] };

/** What is found out about entries once, and asked at every turn. */
export function indexLore(entries: readonly LoreEntry[]): LoreIndex {
  const keys: Key[] = [];
  // A key that many entries have is looked for once.
  const known = new Map<string, number>();
  const add = (texts: readonly string[], { wholeWords, caseSensitive, isPattern }: LoreEntry) =>
    texts.map((text) => {
      const id = JSON.stringify([text, wholeWords, caseSensitive, isPattern]);
      const index = known.get(id) ?? keys.push({ text, wholeWords, caseSensitive, isPattern }) - 1;
      known.set(id, index);
      return index;
    });
  const first = entries.map((entry) => add(entry.keys, entry));
  const second = entries.map((entry) => add(entry.secondKeys, entry));
  return { finder: new KeyFinder(keys), keys, first, second };
}

/** The keys of an entry that match nothing, because they are patterns that can't be read. */
export function listUnreadableKeys(entry: Pick<LoreRules, "keys" | "secondKeys" | "isPattern">): string[] {
  const flags = { wholeWords: false, caseSensitive: false, isPattern: entry.isPattern };
  return [...entry.keys, ...entry.secondKeys].filter((text) => isUnreadable({ text, ...flags }));
}

/** How many of the latest messages `chooseLore` needs. */
export function countLoreMessages(entries: readonly LoreEntry[]): number {
  const depth = entries.reduce((most, entry) => Math.max(most, entry.depth), 0);
  return depth + (entries.some(hasTimes) ? READ_BACK : 0);
}

/** An entry that is in every prompt: it can stand where prompts begin alike. */
export function isSteady(entry: LoreEntry): boolean {
  const { when, probability, groups, cooldown, onlyCalledByEntries } = entry;
  const isFree = groups.length === 0 && cooldown === 0 && onlyCalledByEntries === 0;
  return when === "always" && probability === 100 && isFree;
}

/**
 * Chooses the entries of a reply. Nothing is remembered from turn to turn: what stays or rests follows from the messages of the path, so it
 * is right on every path, after an edit and after a crash. Entries that are always used come first in the budget, so that they stay where
 * they are.
 */
export function chooseLore(
  entries: readonly LoreEntry[],
  request: LoreRequest,
  index: LoreIndex = indexLore(entries),
): ChosenLore {
  const heard = hear(request, index);
  const run = new Run(entries, request, { index, heard });
  run.take("messages", 0);
  const levels = [...new Set(entries.map(({ onlyCalledByEntries }) => onlyCalledByEntries))]
    .filter((level) => level > 0)
    .sort((one, other) => one - other);
  let level = 0;
  for (let pass = 0; pass < PASSES_MAX && run.isCalling; pass += 1) {
    if (run.take("entries", level) > 0) continue;
    const next = levels.find((one) => one > level);
    if (next === undefined) break;
    level = next;
  }
  return run.finish();
}

/** Where keys were found: key → the places of the messages, from 0 at the beginning of the path. */
type Heard = ReadonlyMap<number, readonly number[]>;

function hear({ messages, count }: LoreRequest, { finder }: LoreIndex): Heard {
  const heard = new Map<number, number[]>();
  messages.forEach(({ content }, at) => {
    const place = count - messages.length + at;
    for (const key of finder.find(content)) heard.set(key, [...(heard.get(key) ?? []), place]);
  });
  return heard;
}

type Candidate = {
  entry: LoreEntry;
  place: number;
  reason: LoreReason;
  isSticky: boolean;
  /** How many of its keys were found. */
  score: number;
};

/** One choice under way. */
class Run {
  readonly #entries: readonly LoreEntry[];
  readonly #request: LoreRequest;
  readonly #index: LoreIndex;
  readonly #heard: Heard;
  readonly #times: readonly Time[];
  readonly #used: Candidate[] = [];
  readonly #left = new Map<LoreEntry, LoreRefusal>();
  /** The keys in the texts of used entries that call others. */
  readonly #called = new Set<number>();
  #tokens = 0;
  #isFull = false;

  constructor(
    entries: readonly LoreEntry[],
    request: LoreRequest,
    { index, heard }: { index: LoreIndex; heard: Heard },
  ) {
    this.#entries = entries;
    this.#request = request;
    this.#index = index;
    this.#heard = heard;
    this.#times = this.#findTimes();
  }

  /** Whether there is a text that could call further entries, and room for them. */
  get isCalling(): boolean {
    return !this.#isFull && this.#used.some(({ entry }) => calls(entry));
  }

  finish(): ChosenLore {
    const used = this.#used.toSorted(
      (one, other) => one.entry.order - other.entry.order || one.place - other.place,
    );
    return {
      used: used.map(({ entry, reason }) => ({ entry, reason })),
      left: [...this.#left].map(([entry, why]) => ({ entry, why })),
    };
  }

  /** Uses the entries that messages call, or those that the texts of used ones call. Returns how many are new. */
  take(by: "messages" | "entries", level: number): number {
    const taken = new Set(this.#used.map(({ entry }) => entry));
    const { count, seed } = this.#request;
    const candidates = this.#entries.flatMap((entry, place) => {
      if (taken.has(entry) || this.#left.has(entry)) return [];
      const time = this.#times[place] ?? "free";
      return this.#consider(entry, place, { by, level, count, time }) ?? [];
    });
    const out = this.#findOutOfGroups(candidates.sort(compare), seed);
    for (const { entry } of out) this.#left.set(entry, "group");
    const chosen = candidates.filter((one) => !out.has(one) && this.#rolls(one));
    const fitting = chosen.filter((one) => this.#fits(one));
    this.#used.push(...fitting);
    for (const { entry } of fitting) {
      if (calls(entry)) for (const key of this.#index.finder.find(entry.text)) this.#called.add(key);
    }
    return fitting.length;
  }

  #consider(
    entry: LoreEntry,
    place: number,
    { by, level, count, time }: { by: "messages" | "entries"; level: number; count: number; time: Time },
  ): Candidate | undefined {
    const isSticky = typeof time === "object";
    if (entry.when === "off" || time === "rests" || count < entry.delay) return undefined;
    if (!isSticky && by === "messages" && entry.onlyCalledByEntries > 0) return undefined;
    if (!isSticky && by === "entries" && (entry.isNotCalledByEntries || entry.onlyCalledByEntries > level))
      return undefined;
    const found = this.#findCall(entry, place, count, by === "entries" ? this.#called : NONE);
    const score = found?.score ?? 0;
    if (entry.when === "always") return { entry, place, reason: { by: "always" }, isSticky, score };
    if (isSticky) return { entry, place, reason: { by: "sticky", key: time.key }, isSticky, score };
    if (found === null) return undefined;
    return {
      entry,
      place,
      reason: { by: by === "entries" ? "entry" : "message", key: found.key },
      isSticky,
      score,
    };
  }

  /** The key by which an entry is called when the path has so many messages; `null`: none. `called`: keys in other entries. */
  #findCall(
    entry: LoreEntry,
    place: number,
    count: number,
    called: ReadonlySet<number>,
  ): { key: string; score: number } | null {
    const isThere = (key: number) =>
      called.has(key) ||
      (this.#heard.get(key)?.some((at) => at < count && at >= count - entry.depth) ?? false);
    const first = (this.#index.first[place] ?? []).filter(isThere);
    const [found] = first;
    if (found === undefined) return null;
    const all = this.#index.second[place] ?? [];
    const second = all.filter(isThere);
    if (all.length > 0 && !isMet(entry.logic, second.length, all.length)) return null;
    const counted = entry.logic === "any" || entry.logic === "all" ? second.length : 0;
    return { key: this.#index.keys[found]?.text ?? "", score: first.length + counted };
  }

  /**
   * Lives through the replies of the path: an entry that was used stays, then rests, and only then can be used again. What has lost in its
   * group was not used.
   */
  #findTimes(): Time[] {
    const { messages, count } = this.#request;
    const timed = this.#entries.filter(hasTimes);
    if (timed.length === 0) return [];
    const isGrouped = timed.some(({ groups }) => groups.length > 0);
    const since: Since[] = this.#entries.map(() => null);
    const timeAt = (entry: LoreEntry, place: number, at: number) => toTime(entry, since[place] ?? null, at);
    messages.forEach((message, index) => {
      if (!isPassage(message)) return;
      const at = count - messages.length + index;
      const candidates = this.#entries.flatMap((entry, place) => {
        if (!hasTimes(entry) && !(isGrouped && entry.groups.length > 0)) return [];
        const asked = { by: "messages", level: 0, count: at, time: timeAt(entry, place, at) } as const;
        return this.#consider(entry, place, asked) ?? [];
      });
      const out = isGrouped ? this.#findOutOfGroups(candidates.sort(compare), message.id) : null;
      for (const one of candidates) {
        const { entry, place, reason, isSticky } = one;
        if (isSticky || out?.has(one) || !rolls(entry, message.id)) continue;
        since[place] = { at, key: "key" in reason ? reason.key : "" };
      }
    });
    return this.#entries.map((entry, place) => timeAt(entry, place, count));
  }

  /** Of each group one stays: those that are there already, else the first by order, else one by chance and weight. The others are returned. */
  #findOutOfGroups(candidates: readonly Candidate[], seed: string): Set<Candidate> {
    const out = new Set<Candidate>();
    const groups = new Map<string, Candidate[]>();
    for (const one of candidates) {
      for (const group of new Set(one.entry.groups)) {
        const members = groups.get(group);
        if (members === undefined) groups.set(group, [one]);
        else members.push(one);
      }
    }
    for (const group of [...groups.keys()].sort()) {
      const members = groups.get(group)?.filter((one) => !out.has(one)) ?? [];
      for (const one of this.#findLosers(group, members, seed)) out.add(one);
    }
    return out;
  }

  #findLosers(group: string, members: readonly Candidate[], seed: string): Candidate[] {
    const sticky = members.filter(({ isSticky }) => isSticky);
    if (sticky.length > 0) return members.filter(({ isSticky }) => !isSticky);
    if (this.#used.some(({ entry }) => entry.groups.includes(group))) return [...members];
    const best = Math.max(...members.map(({ score }) => score));
    const scored = members.filter(({ entry, score }) => !entry.isGroupScored || score === best);
    const winner = scored.find(({ entry }) => entry.isFirstOfGroup) ?? draw(group, scored, seed);
    return members.filter((one) => one !== winner);
  }

  #rolls({ entry, isSticky }: Candidate): boolean {
    const isUsed = isSticky || rolls(entry, this.#request.seed);
    if (!isUsed) this.#left.set(entry, "chance");
    return isUsed;
  }

  /** After the first that does not fit, only those fit that ignore the budget. */
  #fits({ entry }: Candidate): boolean {
    if (!this.#isFull && this.#tokens + entry.tokens >= this.#request.budget && !entry.ignoresBudget) {
      this.#isFull = true;
    }
    if (this.#isFull && !entry.ignoresBudget) {
      this.#left.set(entry, "budget");
      return false;
    }
    this.#tokens += entry.tokens;
    return true;
  }
}

const NONE: ReadonlySet<number> = new Set();

/** `free`: only what is mentioned counts; an object: it stays since it was called by that key. */
type Time = "free" | "rests" | { key: string };

/** When an entry was used last, and by which key. */
type Since = { at: number; key: string } | null;

function draw(group: string, members: readonly Candidate[], seed: string): Candidate | undefined {
  const sum = members.reduce((total, { entry }) => total + entry.groupWeight, 0);
  let left = (hashFnv1a(`${seed} ${group}`) / 2 ** 32) * sum;
  return (
    members.find(({ entry }) => {
      left -= entry.groupWeight;
      return left < 0;
    }) ?? members.at(-1)
  );
}

function hasTimes({ sticky, cooldown }: LoreEntry): boolean {
  return sticky > 0 || cooldown > 0;
}

function toTime({ sticky, cooldown }: LoreEntry, since: Since, count: number): Time {
  if (since === null || count >= since.at + sticky + cooldown) return "free";
  return count < since.at + sticky ? { key: since.key } : "rests";
}

function calls({ isRecursive, callsNoEntries }: LoreEntry): boolean {
  return isRecursive && !callsNoEntries;
}

function isMet(logic: LoreRules["logic"], found: number, all: number): boolean {
  switch (logic) {
    case "any":
      return found > 0;
    case "all":
      return found === all;
    case "none":
      return found === 0;
    case "not-all":
      return found < all;
  }
}

/** 0 never passes, 100 always does. */
function rolls({ entryId, probability }: LoreEntry, seed: string): boolean {
  return hashFnv1a(`${seed} ${entryId}`) % 100 < probability;
}

function compare(one: Candidate, other: Candidate): number {
  return (
    Number(isSteady(other.entry)) - Number(isSteady(one.entry)) ||
    Number(other.isSticky) - Number(one.isSticky) ||
    one.entry.rank - other.entry.rank ||
    other.entry.order - one.entry.order ||
    one.place - other.place
  );
}
