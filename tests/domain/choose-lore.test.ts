import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import {
  type ChosenLore,
  chooseLore,
  countLoreMessages,
  type LoreEntry,
  type LoreMessage,
  type LoreRequest,
  listUnreadableKeys,
} from "#domain/choose-lore.ts";
import { type Key, KeyFinder } from "#domain/find-lore-keys.ts";
import { hashFnv1a } from "#domain/hash.ts";
import { USUAL_RULES } from "#domain/lore.ts";
import { findLeastMs } from "#tests/harness/least-ms.ts";
import RULES from "./lore-rules.json";

function entry(entryId: string, rules: Partial<LoreEntry> = {}): LoreEntry {
  const { depth: _, ...usual } = USUAL_RULES;
  const own = { name: entryId, text: `About ${entryId}.`, isNameGiven: true, isLocked: false, depth: 4 };
  return { ...usual, ...own, isRecursive: false, rank: 2, tokens: 10, entryId, keys: [entryId], ...rules };
}

/** Messages of the person and replies in turn, the person first. */
function path(...texts: string[]): LoreMessage[] {
  return texts.map((content, at) => ({ id: `m${at}`, role: at % 2 === 0 ? "user" : "assistant", content }));
}

function choose(
  entries: LoreEntry[],
  messages: LoreMessage[],
  request: { budget?: number; seed?: string } = {},
) {
  return chooseLore(entries, { messages, count: messages.length, budget: 1_000, seed: "reply", ...request });
}

const ids = ({ used }: ChosenLore) => used.map(({ entry: { entryId } }) => entryId);
const uses = (entries: LoreEntry[], messages: LoreMessage[], request = {}) =>
  ids(choose(entries, messages, request));

type Example = {
  entries: { id: string; [rule: string]: unknown }[];
  cases: { texts: string[]; used: string[]; left?: string[]; budget?: number }[];
};

const describeUse = ({ entry: { entryId }, reason }: ChosenLore["used"][number]) =>
  reason.by === "always" ? `${entryId} (always)` : `${entryId} (${reason.by}: ${reason.key})`;

describe.each(Object.entries<Record<string, Example[]>>(RULES))("%s", (_, rules) => {
  it.each(Object.entries(rules))("%s", (_rule, examples) => {
    for (const { entries, cases } of examples) {
      const book = entries.map(({ id, ...own }) => entry(id, own));
      for (const { texts, used, left = [], budget = 1_000 } of cases) {
        const chosen = choose(book, path(...texts), { budget });
        expect(chosen.used.map(describeUse), texts.join(" / ")).toEqual(used);
        expect(chosen.left.map((one) => `${one.entry.entryId} (${one.why})`)).toEqual(left);
      }
    }
  });
});

it("a pattern that can't be read is named", () => {
  const keys = ["/(/", "/a(?=b)/", `/${"a?".repeat(5_000)}/`, "/ok/"];
  expect(listUnreadableKeys({ keys, secondKeys: [], isPattern: false })).toEqual(keys.slice(0, 3));
});

it("a chain is followed ten times", () => {
  const chain = Array.from({ length: 30 }, (_, at) =>
    entry(`k${at}x`, { text: `k${at + 1}x`, isRecursive: true }),
  );
  expect(uses(chain, path("k0x"))).toHaveLength(11);
});

it("the same reply has the same entries, and 30 percent are about three of ten", () => {
  const some = [entry("x", { keys: ["reef"], probability: 30 })];
  const runs = Array.from(
    { length: 2_000 },
    (_, at) => uses(some, path("reef"), { seed: `reply ${at}` }).length,
  );
  expect(runs).toEqual(runs.map((_, at) => uses(some, path("reef"), { seed: `reply ${at}` }).length));
  const share = runs.filter((used) => used === 1).length / runs.length;
  expect(share).toBeGreaterThan(0.25);
  expect(share).toBeLessThan(0.35);
});

it("of a group one is used, by weight", () => {
  const members = [
    entry("a", { keys: ["reef"], groups: ["g"], groupWeight: 300 }),
    entry("b", { keys: ["reef"], groups: ["g"], groupWeight: 100 }),
  ];
  const drawn = Array.from({ length: 2_000 }, (_, at) => uses(members, path("reef"), { seed: `r${at}` }));
  expect(drawn.every((used) => used.length === 1)).toBe(true);
  const share = drawn.filter(([one]) => one === "a").length / drawn.length;
  expect(share).toBeGreaterThan(0.7);
  expect(share).toBeLessThan(0.8);
});

it("what has lost in its group neither stays nor rests", () => {
  const book = (rules: Partial<LoreEntry>) =>
    ["bard", "thief"].map((id) => entry(id, { keys: ["inn"], groups: ["guest"], depth: 1, ...rules }));
  const texts = ["We reach the inn.", "A stranger sits there.", "The inn is quiet."];
  for (const [rules, isOther] of [
    [{ sticky: 6 }, false],
    [{ cooldown: 20 }, true],
  ] as const) {
    const [first] = ids(choose(book(rules), path(...texts.slice(0, 1)), { seed: "m1" }));
    const others = ["bard", "thief"].filter((id) => id !== first);
    const later = ids(choose(book(rules), path(...texts), { seed: "m3" }));
    expect(later).toEqual(isOther ? others : [first]);
  }
});

it("only entries with times need more than their depth of the path", () => {
  expect(countLoreMessages([entry("a", { depth: 6 })])).toBe(6);
  expect(countLoreMessages([entry("a", { depth: 6, sticky: 1 })])).toBe(206);
});

it("random books: the same as the slow and obvious writing of the rules", () => {
  const { cases, seed } = inject("fuzz");
  const word = fc.constantFrom("reef", "Lamp", "oil", "кот", "old man", "ship", "sea");
  const text = fc
    .array(fc.oneof(word, fc.constantFrom("shipyard", "и", "КОТ", ".", "x")), { maxLength: 8 })
    .map((words) => words.join(" "));
  const small = (max: number) => fc.oneof(fc.constant(0), fc.integer({ min: 0, max }));
  const rules = fc.record({
    when: fc.constantFrom("mentioned", "mentioned", "mentioned", "always", "off"),
    keys: fc.array(word, { maxLength: 3 }),
    secondKeys: fc.oneof(fc.constant([]), fc.array(word, { maxLength: 2 })),
    logic: fc.constantFrom("any", "all", "none", "not-all"),
    order: fc.integer({ min: 0, max: 3 }),
    wholeWords: fc.boolean(),
    caseSensitive: fc.boolean(),
    depth: fc.integer({ min: 0, max: 5 }),
    probability: fc.oneof(fc.constant(100), fc.constantFrom(0, 30, 70)),
    sticky: small(6),
    cooldown: small(4),
    delay: small(5),
    groups: fc.oneof(fc.constant([]), fc.uniqueArray(fc.constantFrom("g", "h"), { maxLength: 2 })),
    groupWeight: fc.integer({ min: 0, max: 3 }),
    isFirstOfGroup: fc.boolean(),
    isGroupScored: fc.boolean(),
    isNotCalledByEntries: fc.boolean(),
    callsNoEntries: fc.boolean(),
    onlyCalledByEntries: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 })),
    ignoresBudget: fc.boolean(),
    isRecursive: fc.boolean(),
    rank: fc.integer({ min: 0, max: 2 }),
    tokens: fc.integer({ min: 1, max: 40 }),
    text,
  });
  const request = fc.record({
    texts: fc.array(text, { maxLength: 14 }),
    isOpening: fc.boolean(),
    older: fc.integer({ min: 0, max: 10 }),
    budget: fc.constantFrom(0, 60, 120, 10_000),
    reply: fc.string({ maxLength: 4 }),
  });
  fc.assert(
    fc.property(
      fc.array(rules, { maxLength: 12 }),
      request,
      (books, { texts, isOpening, older, budget, reply }) => {
        const entries = books.map((one, at) => entry(`e${at}`, one as Partial<LoreEntry>));
        const messages = path(...(isOpening ? ["", ...texts] : texts)).slice(isOpening ? 1 : 0);
        const asked = { messages, count: messages.length + older, budget, seed: reply };
        const chosen = chooseLore(entries, asked).used.map(({ entry: { entryId }, reason }) => ({
          id: entryId,
          by: reason.by,
        }));
        expect(chosen).toEqual(chooseSlowly(entries, asked));
      },
    ),
    { numRuns: Math.max(5_000, cases), seed },
  );
});

function toKeys(count: number): Key[] {
  const text = (at: number) => `name${at} of the place`;
  return Array.from({ length: count }, (_, at) => ({
    text: text(at),
    wholeWords: true,
    caseSensitive: false,
    isPattern: false,
  }));
}

const TEXT =
  "The keeper counted ships, and name17 of the place was not among them; nobody said its name. ".repeat(
    2_200,
  );

it("a text of 200 kB is read once, however many keys there are", () => {
  const [few, many] = [new KeyFinder(toKeys(20)), new KeyFinder(toKeys(500))];
  expect([...many.find(TEXT)]).toEqual([17]);
  const withFew = findLeastMs(() => few.find(TEXT));
  // 25 times as many keys: a search for each of them would take 25 times as long.
  const enough = withFew * 4 + 5;
  const withMany = findLeastMs(() => many.find(TEXT), { tries: 20, enough });
  expect(withMany, `20 keys ${withFew} ms, 500 keys ${withMany} ms`).toBeLessThanOrEqual(enough);
});

/*
 * The rules of lorebooks once more, as slowly and obviously as they can be written: every key is looked for in every message with a loop,
 * and every earlier reply is gone through from the beginning. Plain keys only.
 */

type Use = { id: string; by: "always" | "message" | "sticky" | "entry" };

function chooseSlowly(entries: LoreEntry[], request: LoreRequest): Use[] {
  const { messages, count, budget, seed } = request;
  const since = findSince(entries, messages, count);
  const used: { entry: LoreEntry; by: Use["by"] }[] = [];
  const refused = new Set<string>();
  let full = false;
  let tokens = 0;

  const levels = [...new Set(entries.map((one) => one.onlyCalledByEntries).filter((one) => one > 0))].sort(
    (a, b) => a - b,
  );
  let level = 0;
  for (let pass = 0; pass <= 10; pass += 1) {
    const texts = used
      .filter(({ entry }) => entry.isRecursive && !entry.callsNoEntries)
      .map(({ entry }) => entry.text);
    if (pass > 0 && (full || texts.length === 0)) break;
    const found: { entry: LoreEntry; by: Use["by"]; score: number }[] = [];
    for (const entry of entries) {
      if (used.some((one) => one.entry === entry) || refused.has(entry.entryId)) continue;
      if (entry.when === "off" || count < entry.delay) continue;
      const time = timeOf(entry, since, count);
      if (time === "rests") continue;
      const isSticky = time === "stays";
      if (!isSticky && pass === 0 && entry.onlyCalledByEntries > 0) continue;
      if (!isSticky && pass > 0 && (entry.isNotCalledByEntries || entry.onlyCalledByEntries > level))
        continue;
      const heard = [...lastMessages(messages, count, count, entry.depth), ...(pass > 0 ? texts : [])];
      const isCalled = matches(entry, heard);
      if (entry.when !== "always" && !isSticky && !isCalled) continue;
      const by = entry.when === "always" ? "always" : isSticky ? "sticky" : pass === 0 ? "message" : "entry";
      found.push({ entry, by, score: isCalled ? score(entry, heard) : 0 });
    }
    const stays = (entry: LoreEntry) => timeOf(entry, since, count) === "stays";
    const steady = (one: LoreEntry) =>
      one.when === "always" &&
      one.probability === 100 &&
      one.groups.length === 0 &&
      one.cooldown === 0 &&
      one.onlyCalledByEntries === 0;
    const places = new Map(entries.map((one, place) => [one, place]));
    found.sort((a, b) => {
      if (steady(a.entry) !== steady(b.entry)) return steady(a.entry) ? -1 : 1;
      if (stays(a.entry) !== stays(b.entry)) return stays(a.entry) ? -1 : 1;
      if (a.entry.rank !== b.entry.rank) return a.entry.rank - b.entry.rank;
      if (a.entry.order !== b.entry.order) return b.entry.order - a.entry.order;
      return (places.get(a.entry) ?? 0) - (places.get(b.entry) ?? 0);
    });

    let left = found;
    const groups = [...new Set(found.flatMap(({ entry }) => entry.groups))].sort();
    for (const group of groups) {
      const members = left.filter(({ entry }) => entry.groups.includes(group));
      if (members.length === 0) continue;
      let keep: typeof members;
      if (members.some(({ entry }) => stays(entry))) keep = members.filter(({ entry }) => stays(entry));
      else if (used.some(({ entry }) => entry.groups.includes(group))) keep = [];
      else {
        const best = Math.max(...members.map((one) => one.score));
        const scored = members.filter((one) => !one.entry.isGroupScored || one.score === best);
        const first = scored.find((one) => one.entry.isFirstOfGroup);
        keep = first ? [first] : [draw(scored, hashFnv1a(`${seed} ${group}`) / 4294967296)];
      }
      for (const one of members) if (!keep.includes(one)) refused.add(one.entry.entryId);
      left = left.filter((one) => !members.includes(one) || keep.includes(one));
    }

    let isNew = false;
    const passed = left.filter(({ entry }) => {
      const isIn = stays(entry) || hashFnv1a(`${seed} ${entry.entryId}`) % 100 < entry.probability;
      if (!isIn) refused.add(entry.entryId);
      return isIn;
    });
    for (const { entry, by } of passed) {
      if (tokens + entry.tokens >= budget && !entry.ignoresBudget) full = true;
      if (full && !entry.ignoresBudget) {
        refused.add(entry.entryId);
        continue;
      }
      tokens += entry.tokens;
      used.push({ entry, by });
      isNew = true;
    }
    if (pass === 0 || isNew) continue;
    const next = levels.find((one) => one > level);
    if (next === undefined) break;
    level = next;
  }
  const place = (entry: LoreEntry) => entries.indexOf(entry);
  return used
    .sort((a, b) => a.entry.order - b.entry.order || place(a.entry) - place(b.entry))
    .map(({ entry, by }) => ({ id: entry.entryId, by }));
}

function draw<T extends { entry: LoreEntry }>(members: T[], chance: number): T {
  const sum = members.reduce((total, { entry }) => total + entry.groupWeight, 0);
  let at = chance * sum;
  for (const one of members) {
    at -= one.entry.groupWeight;
    if (at < 0) return one;
  }
  return members[members.length - 1] as T;
}

/** The texts of the last messages when the path had `at` of them. */
function lastMessages(messages: readonly LoreMessage[], count: number, at: number, depth: number): string[] {
  const texts: string[] = [];
  for (let index = 0; index < messages.length; index += 1) {
    const place = count - messages.length + index;
    if (place >= at - depth && place < at) texts.push(messages[index]?.content ?? "");
  }
  return texts;
}

/** When each entry was used last, told reply by reply: who has lost in a group was not used. */
function findSince(
  entries: LoreEntry[],
  messages: readonly LoreMessage[],
  count: number,
): Map<LoreEntry, number> {
  const since = new Map<LoreEntry, number>();
  for (let index = 0; index < messages.length; index += 1) {
    const at = count - messages.length + index;
    const message = messages[index];
    if (message?.role !== "assistant") continue;
    const found: { entry: LoreEntry; score: number; stays: boolean }[] = [];
    for (const entry of entries) {
      const time = timeOf(entry, since, at);
      if (entry.when === "off" || at < entry.delay || time === "rests") continue;
      if (time === "free" && entry.onlyCalledByEntries > 0) continue;
      const heard = lastMessages(messages, count, at, entry.depth);
      const isCalled = matches(entry, heard);
      if (entry.when !== "always" && time === "free" && !isCalled) continue;
      found.push({ entry, score: isCalled ? score(entry, heard) : 0, stays: time === "stays" });
    }
    found.sort(
      (a, b) =>
        Number(b.stays) - Number(a.stays) || a.entry.rank - b.entry.rank || b.entry.order - a.entry.order,
    );
    let left = found;
    for (const group of [...new Set(found.flatMap(({ entry }) => entry.groups))].sort()) {
      const members = left.filter(({ entry }) => entry.groups.includes(group));
      if (members.length === 0) continue;
      let keep = members.filter(({ stays }) => stays);
      if (keep.length === 0) {
        const best = Math.max(...members.map((one) => one.score));
        const scored = members.filter((one) => !one.entry.isGroupScored || one.score === best);
        const first = scored.find((one) => one.entry.isFirstOfGroup);
        keep = first ? [first] : [draw(scored, hashFnv1a(`${message.id} ${group}`) / 4294967296)];
      }
      left = left.filter((one) => !members.includes(one) || keep.includes(one));
    }
    for (const { entry, stays } of left) {
      if (stays || hashFnv1a(`${message.id} ${entry.entryId}`) % 100 >= entry.probability) continue;
      since.set(entry, at);
    }
  }
  return since;
}

function timeOf(entry: LoreEntry, since: Map<LoreEntry, number>, at: number): "free" | "stays" | "rests" {
  const from = since.get(entry) ?? Number.NEGATIVE_INFINITY;
  if (at < from + entry.sticky) return "stays";
  return at < from + entry.sticky + entry.cooldown ? "rests" : "free";
}

function matches(entry: LoreEntry, texts: string[]): boolean {
  if (!entry.keys.some((key) => isIn(entry, key, texts))) return false;
  const found = entry.secondKeys.filter((key) => isIn(entry, key, texts)).length;
  if (entry.secondKeys.length === 0) return true;
  if (entry.logic === "any") return found >= 1;
  if (entry.logic === "all") return found === entry.secondKeys.length;
  if (entry.logic === "none") return found === 0;
  return found < entry.secondKeys.length;
}

function score(entry: LoreEntry, texts: string[]): number {
  const counted =
    entry.logic === "any" || entry.logic === "all" ? [...entry.keys, ...entry.secondKeys] : entry.keys;
  return counted.filter((key) => isIn(entry, key, texts)).length;
}

function isIn(entry: LoreEntry, key: string, texts: string[]): boolean {
  return texts.some((text) => {
    for (let start = 0; start + key.length <= text.length; start += 1) {
      const piece = text.slice(start, start + key.length);
      const isSame = entry.caseSensitive ? piece === key : piece.toLowerCase() === key.toLowerCase();
      if (!isSame) continue;
      if (!entry.wholeWords || key.includes(" ")) return true;
      const [before, after] = [text[start - 1] ?? " ", text[start + key.length] ?? " "];
      if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) return true;
    }
    return false;
  });
}
