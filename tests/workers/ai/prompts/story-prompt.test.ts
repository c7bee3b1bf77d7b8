import { describe, expect, it } from "vitest";
import type { StoryBrief, StoryLength } from "#domain/story-record.ts";
import { carryOnPrompt } from "#workers/ai/prompts/carry-on.ts";
import { findPhase, type Phase } from "#workers/ai/prompts/pacing.ts";
import { castLine } from "#workers/ai/prompts/story-material.ts";
import { buildStoryPrompt, type StoryAsk, type StoryMaterial } from "#workers/ai/prompts/story-prompt.ts";
import { BRIEF as PLAIN_BRIEF } from "./brief.ts";

const BRIEF: StoryBrief = { ...PLAIN_BRIEF, title: "The Ninth Signal" };
const TOLD = [
  { role: "assistant", content: "The radio hissed." },
  { role: "user", content: "I answer the call." },
] as const;

function prompt(ask: StoryAsk, material: Partial<StoryMaterial> = {}) {
  return buildStoryPrompt({ brief: BRIEF, passages: [], ask, ...material });
}

function systemOf(material: Partial<StoryMaterial>): string {
  return prompt({ kind: "opening" }, material)[0]?.content ?? "";
}

function requestOf(material: Partial<StoryMaterial>): string {
  return prompt({ kind: "opening" }, material).at(-1)?.content ?? "";
}

describe("a story's prompt", () => {
  it("contains all of the person's choices as data", () => {
    const system = systemOf({
      brief: {
        ...BRIEF,
        genre: "Romance",
        subGenre: null,
        categories: ["Small Town", "Exes"],
        tropes: ["Second Chance Romance"],
        setting: "an island",
      },
    });

    expect(system).toContain(
      [
        "<story_facts>",
        "Genre: Romance",
        "Categories: Small Town, Exes",
        "Tropes: Second Chance Romance",
        "Setting: an island",
        "Story length: short",
        "Audience: general",
        "</story_facts>",
      ].join("\n"),
    );
    expect(system).toContain("<player_character>\nA relief operator\n</player_character>");
    expect(system).toContain(`<story_description>\n${BRIEF.description}\n</story_description>`);
    expect(system).toContain("ten to twenty exchanges");
  });

  it("mentions nothing that there is not", () => {
    const messages = prompt(
      { kind: "opening" },
      { brief: { ...BRIEF, title: "New Story" }, cast: [], memory: [], location: null, onStage: [] },
    );
    const all = messages.map(({ content }) => content).join("\n");

    for (const absent of [
      "Setting:",
      "Title:",
      "Current location:",
      "<cast>",
      "<memory>",
      "Exchanges so far",
      "In the scene",
      "<story_now>",
      "<new_people>",
    ]) {
      expect(all).not.toContain(absent);
    }
    expect(all).toContain("Sub-genre: Cold Case");
  });

  it("has cast and memory before the messages", () => {
    const system = systemOf({
      cast: [
        castLine({ name: "Mara Voss", role: "harbour master", description: "tall, limping" }),
        castLine({ name: "Old Tom", role: null }),
      ],
      memory: ["The Ariel went down thirty years ago.", "Mara owns a razor."],
    });

    expect(system).toContain("<cast>\nMara Voss: harbour master; tall, limping\nOld Tom\n</cast>");
    expect(system).toContain(
      "<memory>\nThe Ariel went down thirty years ago.\nMara owns a razor.\n</memory>",
    );
  });

  it("has the new facts of this turn after the messages", () => {
    const material = {
      location: "the radio hut",
      onStage: ["Mara Voss", "Old Tom"],
      newPeople: [{ name: "Old Tom", role: "net mender" }],
      pace: { exchanges: 4 },
    };
    expect(requestOf(material)).toContain(
      "<story_now>\nTitle: The Ninth Signal\nCurrent location: the radio hut\nIn the scene: Mara Voss, Old Tom\nExchanges so far: 4\nPhase: rising action\n</story_now>\n<new_people>\nOld Tom: net mender\n</new_people>",
    );
    expect(systemOf(material)).toBe(systemOf({}));
  });

  it("of adult content says so, and of a general audience too", () => {
    expect(systemOf({ brief: { ...BRIEF, isNSFW: true } })).toMatch(
      /Audience: adult[\s\S]*is an adult and has asked for adult content/u,
    );
    expect(systemOf({})).toContain("Write for a general audience");
  });

  it("never lets the writer speak for the person's character, before the data and after it", () => {
    for (const kind of ["opening", "passage"] as const) {
      const messages = prompt({ kind }, { passages: TOLD });
      expect(messages[0]?.content).toContain("Never decide, say, think or feel anything for the player's");
      expect(messages.at(-1)?.content).toContain("never speaking, deciding or feeling for them");
    }
  });
});

describe("what is asked for", () => {
  it("an opening is asked for by its mark", () => {
    const messages = prompt({ kind: "opening" });
    expect(messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(messages[1]?.content).toMatch(
      /^<story_now>[\s\S]*<opening_request\/>\nWrite the opening chapter/u,
    );
  });

  it("a passage takes up the last action, which stands in the request itself", () => {
    const messages = prompt({ kind: "passage" }, { passages: TOLD });
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(messages[2]?.content).toBe("The radio hissed.");
    expect(messages[3]?.content).toMatch(/^<player_action>\nI answer the call\.\n<\/player_action>/u);
  });

  it("a continue has the person's direction", () => {
    const messages = prompt(
      { kind: "continue", direction: "Continue with more action" },
      { passages: TOLD.slice(0, 1) },
    );
    expect(messages.at(-1)?.content).toMatch(
      /^<story_now>[\s\S]*<continue_direction>\nContinue with more action\n<\/continue_direction>/u,
    );
  });

  it("another version has the text to avoid, and the passage before it", () => {
    const avoid = "The line was dead.";
    const passage = prompt({ kind: "different-take", avoid, after: "passage" }, { passages: TOLD });
    expect(passage.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(passage.at(-1)?.content).toMatch(
      /^<player_action>\nI answer the call\.\n<\/player_action>[\s\S]*\n<different_take>\nThe line was dead\.\n<\/different_take>/u,
    );

    const opening = prompt({ kind: "different-take", avoid, after: "opening" });
    expect(opening.at(-1)?.content).toMatch(/<opening_request\/>[\s\S]*<different_take>/u);

    const going = prompt(
      { kind: "different-take", avoid, after: "continue" },
      { passages: TOLD.slice(0, 1) },
    );
    expect(going.at(-1)?.content).toMatch(/<different_take>/u);
    expect(going.at(-1)?.content).not.toContain("opening_request");
  });

  it("the rest of a passage is asked for after the text so far, as the writer's own", () => {
    const messages = carryOnPrompt(prompt({ kind: "passage" }, { passages: TOLD }), "For a mom");
    expect(messages.at(-2)).toEqual({ role: "assistant", content: "For a mom" });
    expect(messages.at(-1)?.content).toMatch(/^<carry_on\/>/u);
  });
});

describe("the pace", () => {
  const phases = (length: StoryLength, until: number): Phase[] => {
    const all = Array.from({ length: until }, (_, exchanges) => findPhase(length, { exchanges }));
    return all.filter((phase, index) => phase !== all[index - 1]);
  };

  it.each(["short", "medium", "long"] as const)("of a %s story goes once through all phases", (length) => {
    expect(phases(length, 80)).toEqual(["setup", "rising action", "climax", "ending"]);
  });

  it("brings a story to its end within its length", () => {
    const endsAt = (length: StoryLength) =>
      Array.from({ length: 80 }, (_, exchanges) => exchanges).findIndex(
        (exchanges) => findPhase(length, { exchanges }) === "ending",
      );
    expect(endsAt("short")).toBeGreaterThanOrEqual(10);
    expect(endsAt("short")).toBeLessThan(20);
    expect(endsAt("medium")).toBeGreaterThanOrEqual(20);
    expect(endsAt("medium")).toBeLessThan(40);
    expect(endsAt("long")).toBeGreaterThan(40);
  });

  it("of an ongoing story begins again after each arc", () => {
    expect(phases("ongoing", 30)).toEqual([
      "setup",
      "rising action",
      "climax",
      "ending",
      "setup",
      "rising action",
    ]);
  });

  it("reaches the writer as facts and as guidance", () => {
    const at = (storyLength: StoryLength, exchanges: number) =>
      requestOf({ brief: { ...BRIEF, storyLength }, pace: { exchanges } });

    expect(at("short", 0)).toMatch(/Exchanges so far: 0\nPhase: setup[\s\S]*The story is in its setup/u);
    expect(at("short", 5)).toContain("rising action");
    expect(at("medium", 25)).toContain("The story is at its climax");
    expect(at("medium", 30)).toContain("Reach the last scene within about 8 more exchanges.");
    expect(at("medium", 38)).toContain("This is the place for the last scene");
    expect(at("short", 25)).toContain("quiet epilogue");
    expect(at("long", 90)).toContain("When everything is told, end it.");
    expect(at("ongoing", 22)).toContain("let the first sign of the next one appear");
  });
});
