import { describe, expect, it } from "vitest";
import { GRAMMARS } from "../src/grammar/index.ts";
import { contentWords, flatten, splitSentences } from "../src/language/text.ts";
import { type ChatMessage, readStoryPrompt } from "../src/prompt-reader.ts";
import { Random } from "../src/random.ts";
import { tellPassage } from "../src/storyteller.ts";

const CHARACTERS = [
  "Mara Voss, a retired lighthouse keeper who hears voices",
  "a detective with a limp",
  "I am a young wizard",
  "Kael, 24, thief",
  "Captain Elena Ruiz",
  "an honest umbrella seller",
  "ex-soldier looking for revenge",
  "Nora Bell, a florist who has sworn off men",
  "Anna",
  "",
];

const DESCRIPTIONS = [
  "A murder at the seaside hotel on the night of the storm, and everyone lies about the missing key.",
  "I must find my missing brother in a city of masks.",
  "A young wizard discovers a hidden map that leads to a forgotten kingdom, but someone is following her.",
  "Find the lost treasure of the pirate queen before the navy does",
  "Two rival bakers have to share one kitchen for the village fair. Neither of them knows that the judge is in love with both.",
  "The kingdom of Eldoria is under siege by a dark sorcerer named Malgor. I am the last of the dragon riders.",
  'They said "never come back", and I did. It\'s been {ten} years [[in]] an old house.',
  "A new storytelling adventure",
  "Ein Mord in einem alten Hotel, und niemand sagt die Wahrheit.",
];

const ACTIONS = [
  "I open the letter and read it aloud.",
  "ask the innkeeper about the strange lights",
  "I draw my sword and swing at the nearest bandit",
  '"Who are you?"',
  "I hide behind the curtain and wait until the guard leaves",
  "look at the map",
  "I don't trust him, so I follow him down the stairs",
  "*waves at the {stranger}*",
  "The red door",
  "Why did nobody tell me about the fire?",
  "I run for the boat before they can catch us",
  'I kiss him and say "it\'s over"',
  "Ich öffne die Tür und gehe hinein",
  "I eat an apple and think of home",
  "I sing the song my mother taught me",
  "I try to remember what happened at the well",
];

const LENGTHS = ["short", "medium", "long", "ongoing"];
const GENRES = Object.keys(GRAMMARS);

function beginStory(facts: {
  genre: string;
  character: string;
  description: string;
  length: string;
}): ChatMessage[] {
  const system = `You are the author of an interactive story. Write only the passage.
<story_facts>
Genre: ${facts.genre}
Story length: ${facts.length}
Audience: general
</story_facts>
<player_character>${facts.character}</player_character>
<story_description>${facts.description}</story_description>`;
  return [
    { role: "system", content: system },
    { role: "user", content: "<opening_request/>\nWrite the opening chapter." },
  ];
}

function act(action: string): ChatMessage {
  return { role: "user", content: `<player_action>${action}</player_action>\nContinue the story.` };
}

function tell(messages: ChatMessage[], seed: number | null = null): string {
  return tellPassage(readStoryPrompt(messages), seed);
}

/** Whether a sentence takes up a word of the action, in this or another form: "draw" is in "drew". */
function takesUp(sentence: string, action: string): boolean {
  if (contentWords(action).length === 0) return flatten(sentence).includes(flatten(action));
  const said = new Set(contentWords(sentence));
  return contentWords(action).some((word) =>
    [...said].some((other) => other === word || (word.length > 3 && other.slice(0, 4) === word.slice(0, 4))),
  );
}

function expectGoodProse(passage: string, where: string): void {
  expect(passage, where).not.toMatch(/[{}]|undefined|NaN|\[\[|\]\]|\bnull\b|<|>/u);
  expect(passage, where).not.toMatch(/\b(a|an|the|and|of|to|your|you) \1\b/iu);
  expect(passage, where).not.toMatch(/\ba (?!one\b|once\b|eu)[aeio]\p{Ll}+/iu);
  expect(passage, where).not.toMatch(/\ban [bcdfgjklmnpqrstvwxyz]\p{Ll}+/iu);
  expect(passage, where).not.toMatch(/ [,.;!?]|,,|\.\.(?!\.)|[,;] ?[.!?]| {2}/u);
  expect(passage, where).toMatch(/\byou(?:r|rs)?\b/iu);
  const paragraphs = passage.split("\n\n");
  expect(paragraphs.length, where).toBeGreaterThanOrEqual(2);
  expect(paragraphs.length, where).toBeLessThanOrEqual(4);
  for (const paragraph of paragraphs) {
    expect(paragraph.trim(), where).not.toBe("");
    const marks = [...paragraph].filter((character) => character === "“" || character === "”").join("");
    expect(marks.replaceAll("“”", ""), `${where}: ${paragraph}`).toBe("");
    const small = splitSentences(paragraph).filter((sentence) => !/^[“‘—…\s]*[\p{Lu}\p{N}]/u.test(sentence));
    expect(small, where).toEqual([]);
  }
}

const WHOLE_STORIES_MS = 60_000; // hundreds of passages; about 3 s on a machine that does nothing else

describe("the storyteller's stories", () => {
  it("are good prose in the second person in all genres, and use the player's action", {
    timeout: WHOLE_STORIES_MS,
  }, () => {
    const random = new Random("two hundred stories");
    for (let number = 0; number < 200; number++) {
      const facts = {
        genre: GENRES[number % GENRES.length] ?? "",
        character: random.pick(CHARACTERS),
        description: random.pick(DESCRIPTIONS),
        length: random.pick(LENGTHS),
      };
      const messages = beginStory(facts);
      const seen = new Set<string>();
      for (const action of [null, ...random.shuffle(ACTIONS).slice(0, 3)]) {
        if (action !== null) messages.push(act(action));
        const passage = tell(messages);
        const where = `${JSON.stringify(facts)}\n${action}\n${passage}\n`;
        expectGoodProse(passage, where);
        const sentences = splitSentences(passage).map(flatten);
        expect(
          sentences.filter((sentence) => seen.has(sentence)),
          where,
        ).toEqual([]);
        for (const sentence of sentences) seen.add(sentence);
        if (action !== null) {
          const first = splitSentences(passage)[0] ?? "";
          expect(takesUp(first, action), `${where}the first sentence is: ${first}`).toBe(true);
        }
        messages.push({ role: "assistant", content: passage });
      }
    }
  });

  it("continue for the length of a long story without repeating a sentence", {
    timeout: WHOLE_STORIES_MS,
  }, () => {
    for (const genre of GENRES) {
      const messages = beginStory({
        genre,
        character: "Mara, a smith",
        description: "The last summer of the mill.",
        length: "long",
      });
      const seen = new Set<string>();
      for (let exchange = 0; exchange < 30; exchange++) {
        const passage = tell(messages);
        const sentences = splitSentences(passage).map(flatten);
        expect(
          sentences.filter((sentence) => seen.has(sentence)),
          `${genre}, exchange ${exchange}`,
        ).toEqual([]);
        for (const sentence of sentences) seen.add(sentence);
        expectGoodProse(passage, `${genre}, exchange ${exchange}:\n${passage}\n`);
        messages.push({ role: "assistant", content: passage });
        messages.push({
          role: "user",
          content: "<continue_direction>Continue with more action</continue_direction>",
        });
      }
    }
  });

  it("use the genre, the character, the description and the same cast throughout", () => {
    const messages = beginStory({
      genre: "Fantasy",
      character: "Mara Voss, a retired lighthouse keeper who hears voices",
      description: "My brother Tomas vanished in the drowned city.",
      length: "medium",
    });
    const opening = tell(messages);
    expect(opening).toMatch(/Mara Voss, (?:and you were )?a retired lighthouse keeper who heard voices/u);
    expect(opening).toContain("Your brother Tomas vanished in the drowned city.");
    expect(opening).toContain("in the drowned city");
    messages.push({ role: "assistant", content: opening });
    const names = Object.values(GRAMMARS).flatMap((grammar) => grammar.cast.map((member) => member.name));
    const met = new Set<string>();
    for (const action of ACTIONS.slice(0, 8)) {
      messages.push(act(action));
      const passage = tell(messages);
      for (const name of names) if (new RegExp(`\\b${name}\\b`, "u").test(passage)) met.add(name);
      messages.push({ role: "assistant", content: passage });
    }
    expect(met.size).toBeGreaterThan(0);
    expect(met.size).toBeLessThanOrEqual(3);
    // He has vanished: he is spoken of, and does not speak.
    expect(messages.map((message) => message.content).join("\n")).not.toMatch(
      /Tomas (?:said|told|looked|drew)/u,
    );
  });

  it("keep the people of passages by another writer", () => {
    const messages = beginStory({
      genre: "Western",
      character: "a farrier",
      description: "A feud over water.",
      length: "medium",
    });
    messages.push({
      role: "assistant",
      content: "Margaret leaned on the rail. “You came,” Margaret said, and William laughed.",
    });
    let told = "";
    for (const action of ['"What now?"', "I ask Margaret about the well", "I look at the trough"]) {
      messages.push(act(action));
      const passage = tell(messages);
      told += passage;
      messages.push({ role: "assistant", content: passage });
    }
    expect(told).toMatch(/Margaret|William/u);
  });

  it("are the same for the same seed and messages, and another take is another", () => {
    const messages = [
      ...beginStory({
        genre: "Mystery",
        character: "a clerk",
        description: "The safe is empty.",
        length: "medium",
      }),
      { role: "assistant" as const, content: "The safe stood open. You had locked it yourself." },
      act("I look inside the safe"),
    ];
    const first = tell(messages);
    expect(tell(messages)).toBe(first);
    expect(tell(messages, 7)).toBe(tell(messages, 7));
    expect(tell(messages, 7)).not.toBe(tell(messages, 8));

    const again = [
      ...messages.slice(0, -1),
      {
        role: "user" as const,
        content: `<player_action>I look inside the safe</player_action>\n<different_take>${first}</different_take>`,
      },
    ];
    const other = tell(again);
    expectGoodProse(other, other);
    const before = new Set(splitSentences(first).map(flatten));
    const shared = splitSentences(other).filter((sentence) => before.has(flatten(sentence)));
    expect(shared).toEqual([]);
  });

  it("are continued from any cut with exactly the rest", () => {
    const messages = [
      ...beginStory({
        genre: "Horror",
        character: "Ada",
        description: "The house breathes.",
        length: "medium",
      }),
      { role: "assistant" as const, content: "The stairs had counted you." },
      act("I walk down the stairs"),
    ];
    const whole = tell(messages);
    for (let cut = 1; cut < whole.length; cut += 37) {
      const partial = whole.slice(0, cut);
      const rest = tell([
        ...messages,
        { role: "assistant", content: partial },
        { role: "user", content: "<carry_on/> Go on exactly there." },
      ]);
      expect(partial + rest, `cut at ${cut}`).toBe(whole);
    }
  });

  it("continue a cut passage by another writer", () => {
    const messages = [
      ...beginStory({
        genre: "Drama",
        character: "Ada",
        description: "The house is sold.",
        length: "medium",
      }),
      { role: "assistant" as const, content: "The bell rang, and in the hall stood a man whom you had" },
      { role: "user" as const, content: "<carry_on/>" },
    ];
    const rest = tell(messages);
    expect(rest.startsWith("…\n\n")).toBe(true);
    expectGoodProse(rest.replace(/^…\n\n/u, ""), rest);
  });

  it("come of any prompt at all", () => {
    for (const messages of [
      [{ role: "user" as const, content: "Tell me a story about a dragon who is afraid of heights." }],
      [{ role: "system" as const, content: "You are a helpful assistant." }],
      [{ role: "user" as const, content: "" }],
      [{ role: "user" as const, content: "🐉🔥" }],
      [{ role: "assistant" as const, content: "Once upon a" }],
    ]) {
      expect(tell(messages).trim().length).toBeGreaterThan(100);
    }
  });
});
