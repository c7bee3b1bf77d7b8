import { describe, expect, it } from "vitest";
import { GENRES } from "../src/genres.ts";
import { tellPassage } from "../src/passage.ts";
import { type ChatMessage, readStoryPrompt } from "../src/prompt-reader.ts";
import { Random } from "../src/random.ts";
import { isNamed } from "../src/story.ts";
import { TASK_MARKERS } from "../src/task-markers.ts";
import { contentWords, flatten, splitSentences } from "../src/text.ts";
import { expectGoodProse } from "./good-prose.ts";

/** What a story begins from. */
type StoryFacts = {
  genre: string;
  character: string;
  description: string;
  storyLength: "short" | "medium" | "long" | "ongoing";
  categories?: readonly string[];
  tropes?: readonly string[];
};

type Message = { role: "user" | "assistant"; content: string };

/**
 * A story prompt as short as one can be: the blocks that the storyteller reads, without the instructions that a model
 * needs. `exchanges`: how many are complete. Without any message it asks for the opening.
 */
function storyPrompt(facts: StoryFacts, messages: readonly Message[], exchanges: number): ChatMessage[] {
  const system = [
    "<story_facts>",
    `Genre: ${facts.genre}`,
    `Categories: ${facts.categories?.join(", ") ?? ""}`,
    `Tropes: ${facts.tropes?.join(", ") ?? ""}`,
    `Story length: ${facts.storyLength}`,
    `Exchanges so far: ${exchanges}`,
    "</story_facts>",
    `<player_character>${facts.character}</player_character>`,
    `<story_description>${facts.description}</story_description>`,
  ].join("\n");
  const told = messages.map(({ role, content }) =>
    role === "assistant" ? { role, content } : { role, content: `<player_action>${content}</player_action>` },
  );
  const ask = messages.length === 0 ? [{ role: "user" as const, content: TASK_MARKERS.opening }] : [];
  return [{ role: "system", content: system }, ...told, ...ask];
}

const ACTIONS = [
  "I look at the marks on the wall.",
  "I ask her what happened last night.",
  "I go down to the cellar.",
  "I open the trunk.",
  '"Who are you?"',
  "I follow him up the stairs.",
  "I read the letter aloud.",
  "I say nothing.",
  "I take the gloves.",
  "I tell them about the money.",
  "leave",
  "I touch the stone.",
  "?",
  "Ich öffne die Tür und gehe hinein",
  "I run after the stranger.",
  "I wait.",
  "I kiss the old man on the forehead.",
  "I light the lantern.",
  "🐉🔥",
  "I hide the key in my shoe.",
  "I wait.",
  'I kiss him and say "it\'s over"',
  "I refuse to answer.",
  "The red door",
];
const FACTS: StoryFacts = {
  description: "Somebody has lied about the missing key, and the storm is coming.",
  character: "Mara Voss, a retired lighthouse keeper",
  genre: "Mystery",
  storyLength: "medium",
};
const ODD_CHARACTERS = [
  "Kael, 24, thief",
  "I am a young wizard",
  "Dr. Ana Ruiz",
  "ex-soldier looking for revenge",
  "",
  "Ада, врач",
];
const ODD_DESCRIPTIONS = [
  "I must find my missing brother in a city of masks.",
  "Find the lost treasure of the pirate queen before the navy does",
  'They said "never come back", and I did. It\'s been {ten} years [[in]] an old house.',
  "A new storytelling adventure",
  "Ein Mord in einem alten Hotel, und niemand sagt die Wahrheit.",
  "",
];

/** How the sentences begin that tell what the person did: who does the same thing again out of sight is told so again. */
const OWN_WORDS = /^(?:again |for the |you |who are you|ich |the red door)/u;

type Turn = { action: string | null; passage: string };

/** A whole story of these actions. `window`: how many of the latest messages a prompt holds. */
function tellStory(
  facts: Partial<StoryFacts>,
  actions: readonly string[],
  window = Number.POSITIVE_INFINITY,
): Turn[] {
  const messages: Message[] = [];
  return [null, ...actions].map((action, done) => {
    if (action !== null) messages.push({ role: "user", content: action });
    const prompt = storyPrompt({ ...FACTS, ...facts }, messages.slice(-window), Math.max(0, done - 1));
    const passage = tellPassage(readStoryPrompt(prompt), null);
    messages.push({ role: "assistant", content: passage });
    return { action, passage };
  });
}

function repeat(actions: readonly string[], times: number): string[] {
  return Array.from({ length: times }, (_, index) => actions[index % actions.length] ?? "");
}

/** The sentences that a story tells twice. */
function listRepeats(story: readonly Turn[]): string[] {
  const all = story.flatMap(({ passage }) => splitSentences(passage).map(flatten));
  return all.filter((sentence, index) => all.indexOf(sentence) !== index);
}

/** Whether a passage takes up a word of the action, in this or another form: "draw" is in "drew". */
function takesUp(passage: string, action: string): boolean {
  const first = splitSentences(passage).slice(0, 3).join(" ");
  if (flatten(first).includes(flatten(action)) || (action === "leave" && first.includes("left"))) return true;
  const said = new Set(contentWords(first).map((word) => word.slice(0, 3)));
  return contentWords(action).some((word) => said.has(word.slice(0, 3)));
}

describe.each(GENRES)("a story of forty turns in the genre $name", ({ name: genre, cast }) => {
  const whole = tellStory({ genre }, repeat(ACTIONS, 40));

  function expectGoodStory(story: readonly Turn[]): void {
    for (const [exchange, { action, passage }] of story.entries()) {
      const where = `exchange ${exchange}: ${action}\n${passage}`;
      expectGoodProse(passage, where);
      if (action !== null && contentWords(action).length > 0)
        expect(takesUp(passage, action), where).toBe(true);
    }
  }

  it("is good prose, takes up each turn and tells no sentence twice", () => {
    expect(listRepeats(whole)).toEqual([]);
    expectGoodStory(whole);
  });

  it("is so too with ten exchanges in sight", () => {
    const story = tellStory({ genre }, repeat(ACTIONS, 40), 20);
    expect(listRepeats(story).filter((sentence) => !OWN_WORDS.test(sentence))).toEqual([]);
    expectGoodStory(story);
  });

  it("names nobody who was not introduced by what they are", () => {
    const met = new Set<string>();
    for (const { passage } of whole)
      for (const { name, intro, fullName } of cast) {
        if (!isNamed(name, passage) || met.has(name)) continue;
        met.add(name);
        expect(passage).toContain(fullName);
        expect(flatten(passage)).toContain(flatten(intro).slice(0, 40));
      }
    expect(met.size).toBeGreaterThan(1);
    expect(met.size).toBeLessThanOrEqual(4);
  });

  it("has a noun of its description in its opening and in nearly every passage", () => {
    const first = whole.slice(0, 21);
    expect(first.filter(({ passage }) => /\b(?:key|storm)\b/u.test(passage)).length).toBeGreaterThanOrEqual(
      20,
    );
  });
});

it("any form makes a story", () => {
  const random = new Random("odd forms");
  for (const character of ODD_CHARACTERS)
    for (const description of ODD_DESCRIPTIONS) {
      const story = tellStory(
        { character, description, genre: random.pick(GENRES).name },
        random.shuffle(ACTIONS).slice(0, 4),
      );
      for (const { passage, action } of story)
        expectGoodProse(passage, `${character} | ${description} | ${action}\n${passage}`);
      expect(listRepeats(story)).toEqual([]);
    }
});

it("who says nothing has said nothing, and nobody answers as if they had", () => {
  for (const { name: genre } of GENRES) {
    const story = tellStory({ genre }, [
      "I look at the marks on the wall.",
      "I say nothing.",
      "I stay silent",
    ]);
    for (const { passage } of story.slice(2)) {
      expect(passage).toMatch(/^You (?:said nothing|stayed silent)\./u);
      expect(passage).not.toMatch(/\byou (?:said|asked|answered|told)\b(?! nothing)/u);
      expect(passage).not.toMatch(/that you (?:said|asked)/u);
    }
  }
});

it("who leaves is alone, and is met again only by somebody who has come after them", () => {
  for (const { name: genre, cast } of GENRES) {
    const [, , left, next] = tellStory({ genre }, [
      "I look at the marks on the wall.",
      "I leave.",
      "I wait.",
    ]);
    expect(left?.passage).toMatch(/^You left\./u);
    expect(left?.passage).not.toContain("“");
    expect(cast.filter(({ name }) => isNamed(name, left?.passage ?? ""))).toEqual([]);
    const speaker = cast.find(({ name }) => isNamed(name, next?.passage ?? ""));
    const hasCome = /\bsteps\b|shadow came|coming up|caught up|followed after/u.test(next?.passage ?? "");
    expect(speaker === undefined || hasCome || next?.passage.includes(speaker.fullName), next?.passage).toBe(
      true,
    );
  }
});

it("whoever has been killed speaks no more", () => {
  for (const { name: genre, cast } of GENRES) {
    const opening = tellStory({ genre }, [])[0]?.passage ?? "";
    const victim = cast.find(({ name }) => isNamed(name, opening))?.name ?? "";
    const story = tellStory({ genre }, [
      `I shoot ${victim}`,
      "I wait.",
      `I ask ${victim} about the key`,
      "I sit down",
    ]);
    for (const { passage } of story.slice(1))
      expect(passage).not.toMatch(new RegExp(`${victim} (?:said|asked|had|watched)`, "u"));
  }
});

it("whoever is asked for by a pronoun is one whom it fits", () => {
  for (const { name: genre, cast } of GENRES) {
    for (const [word, pronoun] of [
      ["her", "she"],
      ["him", "he"],
    ]) {
      const passage = tellStory({ genre }, [`ask ${word} about the key`])[1]?.passage ?? "";
      const found =
        /” ((?:\p{Lu}\p{Ll}+ )+|she |he )(?:said|asked|remarked)|(\p{Lu}\p{Ll}+ (?:\p{Lu}\p{Ll}+ )?)started/u
          .exec(passage)
          ?.slice(1)
          .find((name) => name !== undefined)
          ?.trim();
      const speaker = cast.find(({ name }) => name === found);
      expect(speaker?.pronoun ?? found?.toLowerCase(), passage).toBe(pronoun);
    }
  }
});

it.each([
  ["short", 10, 20],
  ["medium", 20, 40],
] as const)("a %s story ends once, between exchange %d and %d", (storyLength, least, most) => {
  for (const { name, endings } of GENRES) {
    const story = tellStory({ genre: name, storyLength }, repeat(ACTIONS, most + 2), 20);
    const ends = story.flatMap(({ passage }, exchange) =>
      endings.some((ending) => flatten(passage).includes(flatten(ending).slice(0, 40))) ? [exchange] : [],
    );
    expect(ends, name).toHaveLength(1);
    expect(ends[0], name).toBeGreaterThanOrEqual(least);
    expect(ends[0], name).toBeLessThanOrEqual(most);
  }
});

it("an ongoing story does not end", () => {
  const story = tellStory({ storyLength: "ongoing" }, repeat(ACTIONS, 60), 20);
  expect(listRepeats(story).filter((sentence) => !OWN_WORDS.test(sentence))).toEqual([]);
  for (const { passage } of story)
    expect(passage).not.toMatch(/short report in the end|without their faces on/u);
});

it("the people of another writer's passages stay", () => {
  const told = "Margaret leaned on the rail. “You came,” Margaret said, and William laughed.";
  const facts = { ...FACTS, genre: "Western", character: "a farrier" };
  const messages: Message[] = [
    { role: "assistant", content: told },
    { role: "user", content: "I ask Margaret about the well" },
  ];
  expect(tellPassage(readStoryPrompt(storyPrompt(facts, messages, 0)), null)).toMatch(
    /Margaret (?:said|asked|remarked)/u,
  );
});

describe("a passage", () => {
  const MESSAGES: ChatMessage[] = storyPrompt(
    FACTS,
    [
      { role: "assistant", content: "The safe stood open. You had locked it yourself." },
      { role: "user", content: "I look inside the safe" },
    ],
    0,
  );
  const tell = (messages: ChatMessage[], seed: number | null = null) =>
    tellPassage(readStoryPrompt(messages), seed);

  it("is the same for the same seed and messages, and another take is another", () => {
    const first = tell(MESSAGES);
    expect(tell(MESSAGES)).toBe(first);
    expect(tell(MESSAGES, 7)).toBe(tell(MESSAGES, 7));
    expect(tell(MESSAGES, 7)).not.toBe(tell(MESSAGES, 8));
    const again = {
      role: "user" as const,
      content: `<player_action>I look inside the safe</player_action>\n<different_take>${first}</different_take>`,
    };
    const other = tell([...MESSAGES.slice(0, -1), again]);
    expectGoodProse(other, other);
    const before = new Set(splitSentences(first).map(flatten));
    expect(splitSentences(other).filter((sentence) => before.has(flatten(sentence)))).toEqual([]);
  });

  it("is continued from any cut with exactly the rest", () => {
    const whole = tell(MESSAGES);
    for (let cut = 1; cut < whole.length; cut += 37) {
      const rest = tell([
        ...MESSAGES,
        { role: "assistant", content: whole.slice(0, cut) },
        { role: "user", content: "<carry_on/>" },
      ]);
      expect(whole.slice(0, cut) + rest, `cut at ${cut}`).toBe(whole);
    }
  });

  it("of another writer's is brought to an end", () => {
    const cut: ChatMessage = {
      role: "assistant",
      content: "The bell rang, and in the hall stood a man whom you had",
    };
    const rest = tell([...MESSAGES, cut, { role: "user", content: "<carry_on/>" }]);
    expect(rest.startsWith("…\n\n")).toBe(true);
    expectGoodProse(rest.replace(/^…\n\n/u, ""), rest);
  });

  it.each<[string, ChatMessage[]]>([
    [
      "a bare request",
      [{ role: "user", content: "Tell me a story about a dragon who is afraid of heights." }],
    ],
    ["a system text alone", [{ role: "system", content: "You are a helpful assistant." }]],
    ["nothing", [{ role: "user", content: "" }]],
    ["emoji", [{ role: "user", content: "🐉🔥" }]],
    ["a very long turn", [{ role: "user", content: "I run through the corridor and ".repeat(2_000) }]],
  ])("comes of any prompt at all: %s", (_what, messages) => {
    const passage = tell(messages);
    expect(passage.length).toBeGreaterThan(60);
    expect(passage.length).toBeLessThan(3_000);
  });
});
