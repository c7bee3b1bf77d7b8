import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import {
  type ChosenLore,
  chooseLore,
  countLoreMessages,
  indexLore,
  type LoreEntry,
  type LoreMessage,
  listUnreadableKeys,
} from "#domain/choose-lore.ts";
import { USUAL_RULES } from "#domain/lore.ts";
import { chooseSlowly } from "./slow-lore.ts";

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

describe("what is called", () => {
  it("an entry is used where one of its keys is mentioned, and says by which", () => {
    const reef = entry("reef", { keys: ["shoal", "reef"] });
    expect(choose([reef], path("The Reef was loud.")).used).toEqual([
      { entry: reef, reason: { by: "message", key: "reef" } },
    ]);
    expect(uses([reef], path("The harbour was quiet."))).toEqual([]);
  });

  it("always, off, and without a key", () => {
    const entries = [
      entry("a", { when: "always", keys: [] }),
      entry("b", { when: "off", keys: ["reef"] }),
      entry("c", { keys: [] }),
    ];
    expect(uses(entries, path("reef"))).toEqual(["a"]);
  });

  it("the four logics of second keys", () => {
    const withLogic = (logic: LoreEntry["logic"]) =>
      entry(logic, { keys: ["reef"], secondKeys: ["storm", "night"], logic });
    const all = (["any", "all", "none", "not-all"] as const).map(withLogic);
    expect(uses(all, path("reef"))).toEqual(["none", "not-all"]);
    expect(uses(all, path("reef, storm"))).toEqual(["any", "not-all"]);
    expect(uses(all, path("reef, storm, night"))).toEqual(["any", "all"]);
    expect(uses(all, path("storm, night"))).toEqual([]);
  });

  it("keys are looked for in as many of the latest messages as its depth says; 0 is none", () => {
    const messages = path("reef", "a", "b");
    expect(uses([entry("reef", { depth: 2 })], messages)).toEqual([]);
    expect(uses([entry("reef", { depth: 3 })], messages)).toEqual(["reef"]);
    expect(uses([entry("a", { depth: 0 })], messages)).toEqual([]);
  });

  it("no key is found across two messages", () => {
    expect(uses([entry("x", { keys: ["old man"] })], path("old", "man"))).toEqual([]);
  });
});

describe("words in every language", () => {
  const whole = (key: string, text: string, rules = {}) =>
    uses([entry("x", { keys: [key], wholeWords: true, ...rules })], path(text)).length === 1;

  it("whole words end where no letter follows, also beyond ASCII", () => {
    expect(whole("cat", "education")).toBe(false);
    expect(whole("cat", "a cat, a dog")).toBe(true);
    expect(whole("кот", "который")).toBe(false);
    expect(whole("кот", "Это Кот!")).toBe(true);
    expect(whole("ete", "été")).toBe(false);
    expect(whole("été", "l’été")).toBe(true);
    expect(whole("straße", "Straßen")).toBe(false);
  });

  it("case is folded by Unicode, and a text keeps its places", () => {
    expect(whole("ürün", "ÜRÜN")).toBe(true);
    expect(whole("σοφός", "ΣΟΦΟΣ")).toBe(false); // an accent is a letter of its own
    expect(whole("σοφος", "ΣΟΦΟΣ")).toBe(true);
    expect(whole("istanbul", "İİİİ istanbul")).toBe(true);
    expect(whole("Reef", "the reef", { caseSensitive: true })).toBe(false);
    expect(whole("Reef", "the Reef", { caseSensitive: true })).toBe(true);
  });

  it("scripts without spaces, and Korean with its particles, have no word ends", () => {
    expect(whole("雨夜", "在雨夜里")).toBe(true);
    expect(whole("灯台", "あの灯台は")).toBe(true);
    expect(whole("등대", "등대는 멀다")).toBe(true);
    expect(whole("ทะเล", "ริมทะเลสาบ")).toBe(true);
  });

  it("composed and decomposed letters are the same; a straight apostrophe is as good as a curved one", () => {
    expect(whole("café", "cafe\u0301")).toBe(true);
    expect(whole("d'Emma", "d’Emma")).toBe(true);
  });

  it("a key of several words is found anywhere, as in SillyTavern", () => {
    expect(whole("old man", "bold manner")).toBe(true);
  });
});

describe("patterns", () => {
  const uses1 = (rules: Partial<LoreEntry>, text: string) =>
    uses([entry("x", rules)], path(text)).length === 1;

  it("a key between slashes is a pattern with its own case", () => {
    expect(uses1({ keys: ["/har(bour|bor)/"] }, "the harbor")).toBe(true);
    expect(uses1({ keys: ["/HARBOR/"] }, "the harbor")).toBe(false);
    expect(uses1({ keys: ["/HARBOR/i"] }, "the harbor")).toBe(true);
    expect(uses1({ keys: ["h.rbor"], isPattern: true }, "the Harbor")).toBe(true);
  });

  it("what can't be read matches nothing, and is named", () => {
    const keys = ["/(/", "/a(?=b)/", `/${"a?".repeat(5_000)}/`, "/ok/"];
    expect(listUnreadableKeys({ keys, secondKeys: [], isPattern: false })).toEqual(keys.slice(0, 3));
    expect(uses1({ keys: ["/a(?=b)/"] }, "ab")).toBe(false);
  });

  it("a hostile pattern takes no longer than another", () => {
    const evil = entry("x", { keys: ["/(a+)+$/", "/(a|aa)+$/", "/(x+x+)+y/"] });
    const text = `${"a".repeat(50_000)}b${"x".repeat(50_000)}`;
    const index = indexLore([evil]);
    const request = { messages: path(text), count: 1, budget: 100, seed: "s" };
    const times = Array.from({ length: 4 }, () => {
      const begun = performance.now();
      expect(chooseLore([evil], request, index).used).toEqual([]);
      return performance.now() - begun;
    });
    expect(Math.min(...times)).toBeLessThan(150);
  });
});

describe("entries that call entries", () => {
  const deep = { isRecursive: true };

  it("the text of a used entry calls another, where the book allows it", () => {
    const entries = [entry("reef", { text: "The lamp stands there." }), entry("lamp", { text: "Oil." })];
    expect(uses(entries, path("reef"))).toEqual(["reef"]);
    const chosen = choose(
      entries.map((one) => ({ ...one, ...deep })),
      path("reef"),
    );
    expect(chosen.used.map(({ reason }) => reason)).toEqual([
      { by: "message", key: "reef" },
      { by: "entry", key: "lamp" },
    ]);
  });

  it("an entry may call none, or not be called", () => {
    const lamp = entry("lamp", deep);
    const reef = entry("reef", { text: "lamp", ...deep });
    expect(uses([{ ...reef, callsNoEntries: true }, lamp], path("reef"))).toEqual(["reef"]);
    expect(uses([reef, { ...lamp, isNotCalledByEntries: true }], path("reef"))).toEqual(["reef"]);
  });

  it("a circle ends", () => {
    const entries = [entry("a", { text: "b", ...deep }), entry("b", { text: "a", ...deep })];
    expect(uses(entries, path("a"))).toEqual(["a", "b"]);
  });

  it("a chain is followed ten times", () => {
    const chain = Array.from({ length: 30 }, (_, at) => entry(`k${at}x`, { text: `k${at + 1}x`, ...deep }));
    expect(uses(chain, path("k0x"))).toHaveLength(11);
  });

  it("those that only entries call wait for their level", () => {
    const entries = [
      entry("reef", { text: "lamp oil", ...deep }),
      entry("lamp", { onlyCalledByEntries: 1, ...deep }),
      entry("oil", { onlyCalledByEntries: 2, ...deep }),
    ];
    expect(uses(entries, path("lamp oil"))).toEqual([]);
    expect(uses(entries, path("reef"))).toEqual(["reef", "lamp", "oil"]);
  });

  it("nothing is called once the budget is full", () => {
    const entries = [
      entry("reef", { text: "lamp", order: 200, ...deep }),
      entry("big", { keys: ["reef"], tokens: 95 }),
      entry("lamp", deep),
    ];
    expect(uses(entries, path("reef"), { budget: 100 })).toEqual(["reef"]);
  });
});

describe("chance and groups", () => {
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

  it("in a group an override wins by order, and scoring by the keys that were found", () => {
    const first = [
      entry("a", { keys: ["reef"], groups: ["g"], order: 1, isFirstOfGroup: true }),
      entry("b", { keys: ["reef"], groups: ["g"], order: 9, isFirstOfGroup: true }),
      entry("c", { keys: ["reef"], groups: ["g"], order: 50, groupWeight: 10_000 }),
    ];
    expect(uses(first, path("reef"))).toEqual(["b"]);
    const scored = [
      entry("a", { keys: ["reef"], groups: ["g"], isGroupScored: true, groupWeight: 10_000 }),
      entry("b", { keys: ["reef", "lamp"], groups: ["g"], isGroupScored: true, groupWeight: 1 }),
    ];
    expect(uses(scored, path("reef lamp"))).toEqual(["b"]);
  });

  it("a group that has an entry takes no other, and one that stays wins", () => {
    const later = [
      entry("reef", { groups: ["g"], text: "lamp", isRecursive: true }),
      entry("lamp", { groups: ["g"], isRecursive: true }),
    ];
    expect(choose(later, path("reef")).left).toEqual([{ entry: later[1], why: "group" }]);
    const stays = entry("old", { groups: ["g"], sticky: 10, groupWeight: 1 });
    const fresh = entry("new", { groups: ["g"], groupWeight: 10_000, depth: 1 });
    expect(uses([fresh, stays], path("old", "x", "new"))).toEqual(["old"]);
  });
});

describe("budget and order", () => {
  it("the higher order is taken first and stands later; what does not fit ends it", () => {
    const entries = [
      entry("low", { keys: ["reef"], order: 1, tokens: 10 }),
      entry("high", { keys: ["reef"], order: 9, tokens: 50 }),
      entry("middle", { keys: ["reef"], order: 5, tokens: 60 }),
    ];
    expect(uses(entries, path("reef"))).toEqual(["low", "middle", "high"]);
    const chosen = choose(entries, path("reef"), { budget: 100 });
    expect(ids(chosen)).toEqual(["high"]);
    expect(chosen.left.map(({ entry: { entryId }, why }) => [entryId, why])).toEqual([
      ["middle", "budget"],
      ["low", "budget"],
    ]);
  });

  it("an entry that ignores the budget still goes in", () => {
    const entries = [
      entry("a", { keys: ["reef"], order: 9, tokens: 200 }),
      entry("b", { keys: ["reef"], tokens: 50, ignoresBudget: true }),
    ];
    expect(uses(entries, path("reef"), { budget: 100 })).toEqual(["b"]);
  });

  it("a story's own book comes before a character's, and that before the person's", () => {
    const entries = [2, 1, 0].map((rank) => entry(`r${rank}`, { keys: ["reef"], rank, tokens: 40 }));
    expect(uses(entries, path("reef"), { budget: 100 }).sort()).toEqual(["r0", "r1"]);
  });

  it("those that are always used keep their place in the budget, whatever is mentioned", () => {
    const entries = [
      entry("always", { when: "always", order: -5, tokens: 60 }),
      entry("reef", { order: 500, tokens: 60 }),
    ];
    expect(uses(entries, path("reef"), { budget: 100 })).toEqual(["always"]);
  });
});

describe("times, in messages", () => {
  const told = (...texts: string[]) => path("reef", ...texts);

  it("stays for so many messages since the reply that it was used for", () => {
    const sticky = [entry("reef", { sticky: 4, depth: 1 })];
    expect(uses(sticky, told("r1", "a"))).toEqual(["reef"]);
    expect(choose(sticky, told("r1", "a")).used[0]?.reason).toEqual({ by: "sticky", key: "reef" });
    expect(uses(sticky, told("r1", "a", "r2", "b"))).toEqual([]); // used when there was one message: up to the fifth
  });

  it("after an edit that takes the mention away it does not stay, and on another path it never was", () => {
    const sticky = [entry("reef", { sticky: 10, depth: 1 })];
    expect(uses(sticky, told("r1", "a"))).toEqual(["reef"]);
    expect(uses(sticky, path("harbour", "r1", "a"))).toEqual([]);
  });

  it("rests after it has stayed, and can then be called again", () => {
    const rests = [entry("reef", { sticky: 2, cooldown: 2, depth: 1 })];
    // Used when there was one message, so it stays before the third and rests before the fifth.
    expect(uses(rests, path("reef", "r", "reef"))).toEqual([]);
    expect(uses(rests, path("reef", "r", "reef", "r", "reef"))).toEqual(["reef"]);
    expect(uses(rests, path("reef", "r", "reef", "r", "x", "r", "reef"))).toEqual(["reef"]);
  });

  it("waits until there are so many messages", () => {
    const delayed = [entry("reef", { delay: 3 })];
    expect(uses(delayed, path("reef", "r"))).toEqual([]);
    expect(uses(delayed, path("reef", "r", "x"))).toEqual(["reef"]);
  });

  it("a new version of the same reply finds what the first one found", () => {
    const sticky = [entry("reef", { sticky: 4, depth: 1, probability: 50 })];
    const messages = told("r1", "a");
    expect(uses(sticky, messages, { seed: "one" })).toEqual(uses(sticky, messages, { seed: "one" }));
  });

  it("only entries with times need more than their depth of the path", () => {
    expect(countLoreMessages([entry("a", { depth: 6 })])).toBe(6);
    expect(countLoreMessages([entry("a", { depth: 6, sticky: 1 })])).toBe(206);
  });
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
