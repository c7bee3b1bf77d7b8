import { describe, expect, it } from "vitest";
import { buildPortraitImagePrompt, IMAGE_PROMPT_MAX } from "#workers/ai/prompts/portrait-image.ts";
import { HOSTILE } from "./hostile.ts";

describe("the prompt of a portrait's picture", () => {
  it.each(Object.entries(HOSTILE))(
    "keeps %s on its line, between our first and our last words",
    (_, text) => {
      const hostile = { name: text, description: text, personality: text, appearance: text, details: text };
      const prompt = buildPortraitImagePrompt(hostile, "anime");
      const lines = prompt.split("\n");
      expect(lines[0]).toBe("Style: anime, an anime illustration with clean ink lines and flat cel shading.");
      expect(lines.at(-1)).toMatch(/^One person alone/u);
      expect(
        lines
          .slice(2, -1)
          .every((line) => /^(?:Name|Appearance|Description|Details|Personality): /u.test(line)),
      ).toBe(true);
      expect(prompt).not.toMatch(/[<>]/u);
    },
  );

  it("fits the limit of image models for texts of any length, and cuts no character in two", () => {
    for (const long of ["x".repeat(5000), "👩🏽‍🚀".repeat(1000), `a${"𝒳".repeat(3000)}`]) {
      const prompt = buildPortraitImagePrompt(
        { name: long, description: long, personality: long, appearance: long, details: long },
        "digital-art",
      );
      expect(prompt.length).toBeLessThanOrEqual(IMAGE_PROMPT_MAX);
      expect(prompt.isWellFormed()).toBe(true);
      expect(prompt).toMatch(/no second person\.$/u);
    }
  });
});
