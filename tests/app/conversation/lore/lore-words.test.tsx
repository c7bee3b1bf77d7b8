import { expect, test } from "vitest";
import { Reports } from "#app/features/conversation/lore/books-layer.tsx";
import {
  describeEntry,
  describeUse,
  findUses,
  nameLastUse,
  nameOrigin,
  searchEntries,
} from "#app/features/conversation/lore/lore-words.ts";
import type { LastPrompt } from "#domain/last-prompt.ts";
import { type LoreEntryRecord, USUAL_RULES } from "#domain/lore.ts";
import { textOf } from "../../text-of.tsx";

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

function prompt(...texts: string[]): LastPrompt {
  const items = texts.map((text) => ({ role: null, text }));
  const numbers = { seconds: 1, firstWordSeconds: 1, contextTokens: 100, replyTokens: 10 };
  return { model: null, ...numbers, parts: [{ name: "lore", tokens: 9, leftOut: 0, items }] };
}

test("the last prompt says which entries were used, and two of one name are told apart", () => {
  const entries = [entry("one"), entry("two", { text: "Dry at the lowest tide." }), entry("three")];
  const uses = findUses(
    prompt("The reef (because of: reef)\nDry at the lowest tide.", "Other (always)\nNothing."),
    entries,
  );
  expect([...(uses ?? [])]).toEqual([["two", "because of: reef"]]);
  expect(findUses(null, entries)).toBe(null);
});

test("the sentence says why an entry was used", () => {
  const one = entry("one");
  const tell = (why: string) => describeUse(one, new Map([["one", why]]), "story");
  expect(tell("because of: reef")).toEqual({
    text: "Used in the last passage because of: ",
    word: "reef",
  });
  expect(tell("still, because of: a: b")).toEqual({
    text: "Used in the last passage, still, because of: ",
    word: "a: b",
  });
  expect(tell("always").text).toBe("Used in the last passage, as always.");
  expect(tell("kept from before").text).toContain("Nothing called it");
  expect(describeUse(one, new Map(), "chat").text).toBe("Not used in the last answer.");
  expect(describeUse(one, null, "story").text).toBe("Not used yet.");
});

test("the list says when an entry was told last", () => {
  const used = new Map([["one", "because of: reef"]]);
  expect(nameLastUse(entry("one"), used, "story")).toBe("last passage");
  expect(nameLastUse(entry("two"), used, "story")).toBe("not last time");
  expect(nameLastUse(entry("two"), null, "story")).toBe("not used yet");
  expect(nameLastUse(entry("one", { when: "always" }), null, "chat")).toBe("every answer");
  expect(nameLastUse(entry("one", { when: "off" }), used, "story")).toBe(null);
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
