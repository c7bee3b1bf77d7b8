import { expect, test } from "vitest";
import { Reports } from "#app/features/conversation/lore/books-layer.tsx";
import {
  fieldsOfProposal,
  hasChanged,
  joinWords,
  readDraft,
  splitWords,
  toDraft,
} from "#app/features/conversation/lore/entry-draft.ts";
import {
  describeEntry,
  describeUse,
  findExcerpt,
  findUses,
  nameLastUse,
  nameOrigin,
  searchEntries,
  type UseSource,
} from "#app/features/conversation/lore/lore-wording.ts";
import { ENTRY_TEXT_MAX, type LoreEntryRecord, type LoreUse, USUAL_RULES } from "#domain/lore.ts";
import { textOf } from "#tests/app/browser.ts";

function entry(entryId: string, parts: Partial<LoreEntryRecord> = {}): LoreEntryRecord {
  return {
    ...USUAL_RULES,
    entryId,
    lorebookId: "b",
    name: "The reef",
    kind: "place",
    text: "It has taken four boats.",
    keys: ["reef"],
    isNameGiven: true,
    isLocked: false,
    unreadableKeys: [],
    origin: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    ...parts,
  };
}

type Called = Partial<LoreUse> & { entryId: string };

/** What is known after a last reply `m9`. */
function after(...called: Called[]): UseSource {
  const uses = called.map((use) => ({ messageId: "m9", depth: 9, reason: null, refusal: null, ...use }));
  const numbers = { seconds: 1, firstWordSeconds: 1, contextTokens: 100, replyTokens: 10 };
  return {
    uses: findUses({ model: null, ...numbers, parts: [], lore: uses }),
    lastId: "m9",
    subject: "story",
  };
}

const NOTHING: UseSource = { uses: findUses(null), lastId: null, subject: "chat" };
const REEF = { by: "message", key: "reef" } as const;

test("the sentence says where an entry was used last and why, or why it was left out", () => {
  const one = entry("one");
  const tell = (use: Partial<LoreUse>) => describeUse(one, after({ entryId: "one", ...use }));
  expect(tell({ reason: REEF })).toEqual({ text: "Used in the last passage because of: ", word: "reef" });
  expect(tell({ reason: { by: "sticky", key: "a: b" }, messageId: "m4", depth: 4 })).toEqual({
    text: "Used in passage 4, still, because of: ",
    word: "a: b",
  });
  expect(tell({ reason: { by: "always" }, messageId: "m1", depth: 1 }).text).toBe(
    "Used since passage 1, as always.",
  );
  expect(tell({ refusal: "budget" }).text).toBe("Called in the last passage, but there was no room for it.");
  expect(describeUse(one, after()).text).toBe("Not used lately.");
  expect(describeUse(one, NOTHING).text).toBe("Not used yet.");
  expect(describeUse(entry("two", { when: "always" }), after()).text).toBe("Used from the next passage.");
});

test("the list says when an entry was told last", () => {
  const used = after(
    { entryId: "one", reason: REEF },
    { entryId: "two", reason: REEF, messageId: "m4", depth: 4 },
    { entryId: "three", refusal: "chance" },
  );
  expect(nameLastUse(entry("one"), used)).toBe("last passage");
  expect(nameLastUse(entry("two"), used)).toBe("passage 4");
  expect(nameLastUse(entry("three"), used)).toBe("left out last");
  expect(nameLastUse(entry("four"), used)).toBe("not used lately");
  expect(nameLastUse(entry("one", { when: "always" }), NOTHING)).toBe("every answer");
  expect(nameLastUse(entry("four", { when: "always" }), used)).toBe("from the next passage");
  expect(nameLastUse(entry("one", { when: "off" }), used)).toBe(null);
});

test("the place of a word is shown with what stands around it", () => {
  const long = `${"The sea was grey. ".repeat(9)}Out past the Reef a light burned. ${"It rained. ".repeat(9)}`;
  const found = findExcerpt("reef", [{ content: "The reef." }, { content: long }, { content: "Nothing." }]);
  expect(found).toMatchObject({ word: "Reef", before: expect.stringMatching(/^… .*Out past the $/) });
  expect(found?.after.length).toBeLessThan(65);
  expect(findExcerpt("reef", [{ content: "The reef." }])).toEqual({
    before: "The ",
    word: "reef",
    after: ".",
  });
  expect(findExcerpt("shoal", [{ content: long }])).toBeNull();
  expect(findExcerpt("", [{ content: long }])).toBeNull();
});

test("people come first, and a search finds names, words and texts", () => {
  const entries = [entry("reef"), entry("tam", { name: "Tam", kind: "person", keys: [], text: "Ferryman." })];
  expect(searchEntries(entries, "").map(({ entryId }) => entryId)).toEqual(["tam", "reef"]);
  expect(searchEntries(entries, " FERRY").map(({ entryId }) => entryId)).toEqual(["tam"]);
  expect(describeEntry(entry("reef", { keys: ["the REEF", "shoal"] }))).toBe("Place · shoal");
});

test("a passage has its number once all before it is loaded", () => {
  const messages = [{ messageId: "a" }, { messageId: "b" }];
  expect(nameOrigin("b", { messages, before: null }, "story")).toBe("passage 2");
  expect(nameOrigin("b", { messages, before: "x" }, "story")).toBe("its passage");
});

test("the report of an import says per file what came in and what did not", () => {
  const nothing = { format: null, lorebook: null, taken: 0, changed: [], notUnderstood: [], error: null };
  const book = { lorebookId: "b", name: "Kestrel", description: "", depth: 4, isRecursive: true };
  const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" };
  const lorebook = { ...book, ...times, characterId: null, storyId: null, entryCount: 2 };
  const told = textOf(
    <Reports
      reports={[
        { ...nothing, file: "a.json", format: "NovelAI lorebook", lorebook, taken: 2, changed: ["A text."] },
        { ...nothing, file: "b.txt", error: "This file is not a lorebook." },
      ]}
    />,
  );
  expect(told).toContain(
    "|a.json|2 entries came in as the book “Kestrel” (NovelAI lorebook).|Different here:|A text.|",
  );
  expect(told).toContain("|b.txt|Nothing came in. This file is not a lorebook.|");
});

test("words with commas between are trimmed, without empty ones and doubles", () => {
  expect(splitWords(" reef ,, shoal, reef,")).toEqual(["reef", "shoal"]);
  expect(splitWords("  ")).toEqual([]);
});

test.each([
  [["reef", "the cross on the chart"]],
  [["one, two", "three"]],
  [["/a{1,2},b/i", "reef"]],
  [["and/or", "/home"]],
  [["ܫܠܡܐ", "岩礁"]],
])("words with commas between come back as they were: %j", (words) => {
  expect(splitWords(joinWords(words))).toEqual(words);
});

test("what is sent of a new entry without words leaves them out, so that the name calls it", () => {
  const read = readDraft({ ...toDraft(), name: " Harrow Light ", kind: "place" }, null);
  expect(read).toMatchObject({ name: "Harrow Light", kind: "place", keys: undefined });
});

test("what is sent of an entry is only what was changed: a long imported text stays as it is", () => {
  const before = toDraft({ name: "Reef", text: "a".repeat(ENTRY_TEXT_MAX + 1), keys: ["reef"] });
  expect(hasChanged({ ...before }, before)).toBe(false);
  expect(readDraft({ ...before, keys: "reef, shoal" }, before)).toEqual({ keys: ["reef", "shoal"] });
  expect(readDraft({ ...before, keys: "" }, before)).toEqual({ keys: ["Reef"] });
});

test.each([
  [{ name: " " }, { message: "Please give it a name.", field: "name" }],
  [
    { keys: `reef, ${"a".repeat(101)}` },
    { message: "A key can be at most 100 characters long.", field: "keys.1" },
  ],
  [{ probability: "often" }, { field: "probability" }],
])("a draft of an entry names what is wrong, and where: %j", (changed, fault) => {
  const draft = toDraft({ name: "Reef" });
  expect(() => readDraft({ ...draft, ...changed }, draft)).toThrow(expect.objectContaining(fault));
});

test("numbers that were taken out are as usual", () => {
  const draft = toDraft({ ...USUAL_RULES, depth: 9, sticky: 3 });
  expect(readDraft({ ...draft, depth: "", sticky: " " }, draft)).toEqual({ depth: null, sticky: 0 });
});

test("a proposal that adds to an entry begins with its whole text", () => {
  const proposal = { proposalId: "p", messageId: "m", name: "Tam", kind: "person", keys: ["Tam"] } as const;
  const grown = { entryId: "e", before: "The ferryman.", after: "The ferryman.\nHe will not come out." };
  const text = "He will not come out.";
  expect(fieldsOfProposal({ ...proposal, keys: ["Tam"], text, addsTo: grown }).text).toBe(grown.after);
  expect(fieldsOfProposal({ ...proposal, keys: ["Tam"], text, addsTo: null }).text).toBe(text);
});
