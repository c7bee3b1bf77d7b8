import { describe, expect, it } from "vitest";
import { ART_STYLES } from "#domain/portraits.ts";
import { buildPortraitImagePrompt, IMAGE_PROMPT_MAX } from "#workers/ai/prompts/portrait-image.ts";
import { HOSTILE } from "./hostile.ts";

const SUBJECT = {
  name: "Mara Voss",
  description: "Keeps the light on Ferrow.",
  personality: "Patient",
  appearance: "grey braid, oilskins",
  details: "holding a lamp",
};

describe("the prompt of a portrait's picture", () => {
  it("describes in plain words the person and the style", () => {
    expect(buildPortraitImagePrompt(SUBJECT, "watercolor")).toBe(
      `Style: watercolor, a watercolor with loose washes on white paper.
A portrait of a fictional character.
Name: Mara Voss
Appearance: grey braid, oilskins
Description: Keeps the light on Ferrow.
Details: holding a lamp
Personality: Patient
One person alone, head and shoulders, facing the viewer, fully clothed, plain background. No text, no letters, no frame, no second person.`,
    );
  });

  it("begins with the style, in six ways", () => {
    const firsts = ART_STYLES.map((style) => buildPortraitImagePrompt(SUBJECT, style).split("\n")[0]);
    expect(new Set(firsts).size).toBe(6);
    for (const [index, style] of ART_STYLES.entries()) expect(firsts[index]).toContain(`Style: ${style},`);
  });

  it("leaves out unknown fields", () => {
    const prompt = buildPortraitImagePrompt(
      { ...SUBJECT, appearance: " ", details: "", personality: "" },
      "sketch",
    );
    expect(prompt.split("\n").map((line) => line.split(":")[0])).toEqual([
      "Style",
      "A portrait of a fictional character.",
      "Name",
      "Description",
      expect.stringMatching(/^One person/u),
    ]);
  });

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
