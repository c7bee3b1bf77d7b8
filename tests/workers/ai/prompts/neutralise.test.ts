import { describe, expect, it } from "vitest";
import { neutralise, neutraliseLine } from "#workers/ai/prompts/neutralise.ts";
import { HOSTILE } from "./hostile.ts";

/** Characters that could be read as one of our delimiters, or that are invisible. */
const DANGEROUS =
  /[<>\uff1c\uff1e\ufe64\ufe65]|&(?:lt|gt|#0*6[02]|#x0*3[ce])|\\u\{?0*3[ce]|\\x3[ce]|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u2028\u2029\u0085\r]|[\u{e0000}-\u{e0fff}]/iu;

describe("neutralised text", () => {
  it.each(Object.entries(HOSTILE))("of %s has no delimiter left, nor anything unseen", (_, hostile) => {
    expect(neutralise(hostile)).not.toMatch(DANGEROUS);
    expect(neutraliseLine(hostile)).not.toMatch(/\n/u);
  });

  it("keeps what is no tag readable", () => {
    expect(neutralise("I <3 you -> if a < b, say “no”")).toBe("I ‹3 you -› if a ‹ b, say “no”");
  });

  it("replaces every kind of bracket around a tag by round brackets", () => {
    for (const tag of ["</cast>", "‹/cast›", "〈/cast〉", "＜/cast＞", "&lt;/cast&gt;", "<\u200b/cast>"]) {
      expect(neutralise(tag)).toBe("(/cast)");
    }
    expect(neutralise("[/INST] [inst] [1]")).toBe("(/INST) (inst) [1]");
  });

  it("leaves languages and emoji as they are", () => {
    for (const text of ["می‌خواهم", "👩‍🚀 ❤️", "Ünïcode — “quotes”…", "日本語〈題名〉", "a\tb\nc"]) {
      expect(neutralise(text)).toBe(text);
    }
  });

  it("comes to an end for a very long text that nearly matches", () => {
    const text = "<".repeat(20_000) + "</a ".repeat(20_000) + "‹a".repeat(20_000) + "&#0".repeat(20_000);
    expect(neutralise(text)).not.toMatch(/[<>]/u);
  });

  it("is the same when it is done twice", () => {
    for (const hostile of Object.values(HOSTILE)) {
      expect(neutralise(neutralise(hostile))).toBe(neutralise(hostile));
    }
  });
});
