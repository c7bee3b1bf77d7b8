import { describe, expect, it } from "vitest";
import {
  type ChosenLore,
  chooseLore,
  countLoreMessages,
  type LoreEntry,
  type LoreMessage,
  listUnreadableKeys,
} from "#domain/choose-lore.ts";
import { type Key, KeyFinder } from "#domain/find-lore-keys.ts";
import { USUAL_RULES } from "#domain/lore.ts";
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

it("0 percent is never used and 100 always, whatever the reply", () => {
  const never = entry("never", { keys: ["reef"], probability: 0 });
  const always = entry("always", { keys: ["reef"], probability: 100 });
  for (let at = 0; at < 500; at += 1) {
    expect(uses([never, always], path("reef"), { seed: `reply ${at}` })).toEqual(["always"]);
  }
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

it("only entries with times need more than their depth of the path", () => {
  expect(countLoreMessages([entry("a", { depth: 6 })])).toBe(6);
  expect(countLoreMessages([entry("a", { depth: 6, sticky: 1 })])).toBe(206);
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

/** The shortest of seven: what else runs on the machine does not count. */
function measure(finder: KeyFinder, text: string): number {
  return Math.min(
    ...Array.from({ length: 7 }, () => {
      const begun = performance.now();
      finder.find(text);
      return performance.now() - begun;
    }),
  );
}

it("a text of 200 kB is read once, however many keys there are", () => {
  const [few, many] = [new KeyFinder(toKeys(20)), new KeyFinder(toKeys(500))];
  expect([...many.find(TEXT)]).toEqual([17]);
  const [withFew, withMany] = [measure(few, TEXT), measure(many, TEXT)];
  // 25 times as many keys: a search for each of them would take 25 times as long.
  expect(withMany, `20 keys ${withFew} ms, 500 keys ${withMany} ms`).toBeLessThan(withFew * 4 + 5);
});
