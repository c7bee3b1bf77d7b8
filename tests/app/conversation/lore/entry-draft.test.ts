import { describe, expect, it, test } from "vitest";
import {
  draftOfProposal,
  hasChanged,
  joinWords,
  readDraft,
  splitWords,
  toDraft,
  toDraftField,
} from "#app/features/conversation/lore/entry-draft.ts";
import { ENTRY_TEXT_MAX, USUAL_RULES } from "#domain/lore.ts";

describe("words with commas between", () => {
  it("are trimmed, without empty ones and doubles", () => {
    expect(splitWords(" reef ,, shoal, reef,")).toEqual(["reef", "shoal"]);
    expect(splitWords("  ")).toEqual([]);
  });

  it.each([
    [["reef", "the cross on the chart"]],
    [["one, two", "three"]],
    [["/a{1,2},b/i", "reef"]],
    [["and/or", "/home"]],
    [["ܫܠܡܐ", "岩礁"]],
  ])("come back as they were: %j", (words) => {
    expect(splitWords(joinWords(words))).toEqual(words);
  });
});

describe("what is sent", () => {
  it("of a new entry without words leaves them out, so that the name calls it", () => {
    const read = readDraft({ ...toDraft(), name: " Harrow Light ", kind: "place" }, null);
    expect(read).toMatchObject({ ok: true, output: { name: "Harrow Light", kind: "place" } });
    expect(read.ok && "keys" in read.output).toBe(false);
  });

  it("of an entry is only what was changed: a long imported text stays as it is", () => {
    const before = toDraft({ name: "Reef", text: "a".repeat(ENTRY_TEXT_MAX + 1), keys: ["reef"] });
    expect(hasChanged({ ...before }, before)).toBe(false);
    expect(readDraft({ ...before, words: "reef, shoal" }, before)).toEqual({
      ok: true,
      output: { keys: ["reef", "shoal"] },
    });
    expect(readDraft({ ...before, words: "" }, before)).toEqual({ ok: true, output: { keys: ["Reef"] } });
  });

  it("names what is wrong, at the field where it was typed", () => {
    const draft = toDraft({ name: "Reef" });
    expect(readDraft({ ...draft, name: " " }, draft)).toMatchObject({
      fault: { message: "Please give it a name.", field: "name" },
    });
    expect(readDraft({ ...draft, words: `reef, ${"a".repeat(101)}` }, draft)).toMatchObject({
      fault: { message: "A key can be at most 100 characters long.", field: "words" },
    });
    expect(readDraft({ ...draft, probability: "often" }, draft)).toMatchObject({
      fault: { field: "probability" },
    });
    expect(toDraftField("secondKeys.3")).toBe("secondWords");
  });

  it("numbers that were taken out are as usual", () => {
    const draft = toDraft({ ...USUAL_RULES, depth: 9, sticky: 3 });
    expect(readDraft({ ...draft, depth: "", sticky: " " }, draft)).toEqual({
      ok: true,
      output: { depth: null, sticky: 0 },
    });
  });
});

test("a proposal that adds to an entry begins with its whole text", () => {
  const proposal = { proposalId: "p", messageId: "m", name: "Tam", kind: "person", keys: ["Tam"] } as const;
  const grown = { entryId: "e", before: "The ferryman.", after: "The ferryman.\nHe will not come out." };
  const text = "He will not come out.";
  expect(draftOfProposal({ ...proposal, keys: ["Tam"], text, addsTo: grown }).text).toBe(grown.after);
  expect(draftOfProposal({ ...proposal, keys: ["Tam"], text, addsTo: null }).text).toBe(text);
});
