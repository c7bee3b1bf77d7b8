import { describe, expect, it } from "vitest";
import { OBSTACLES } from "../src/grammar/obstacles.ts";
import { WARY, WARY_ANSWERS } from "../src/grammar/reactions.ts";
import { readDeed } from "../src/language/deed.ts";
import { planStory, storySeed } from "../src/plan.ts";
import { readStoryPrompt, type StoryPrompt } from "../src/prompt-reader.ts";
import { advance, computeState, initialState, type StoryState, toMood } from "../src/story-state.ts";
import { tellPassage } from "../src/storyteller.ts";
import { planEnd } from "../src/timeline.ts";
import { Told } from "../src/told.ts";
import { GENRES, type Message, type StoryFacts, storyPrompt } from "./story-prompt.ts";

const FACTS: StoryFacts = {
  description: "My missing brother was last seen at the hotel, and the ninth signal has stopped.",
  character: "Mara Voss, a retired lighthouse keeper",
  genre: "Mystery",
  storyLength: "short",
};

/** A whole story of these actions: the prompt of its last passage, and all that was told. */
function storyOf(actions: readonly string[], changes: Partial<StoryFacts> = {}) {
  const facts = { ...FACTS, ...changes };
  const passages: Message[] = [];
  const told: string[] = [];
  let prompt: StoryPrompt | null = null;
  for (const [done, action] of [null, ...actions].entries()) {
    if (action !== null) passages.push({ role: "user", content: action });
    prompt = readStoryPrompt(storyPrompt(facts, passages, Math.max(0, done - 1)));
    const passage = tellPassage(prompt, null);
    passages.push({ role: "assistant", content: passage });
    told.push(passage);
  }
  if (prompt === null) throw new Error("A story has at least an opening.");
  return { prompt, told, plan: planStory(prompt), state: computeState(prompt, planStory(prompt)) };
}

/** What is told of the last of these actions, where the passages before it said nothing. */
function lastOf(actions: readonly string[], changes: Partial<StoryFacts>): string {
  const passages = actions.flatMap((action): Message[] => [
    { role: "assistant", content: "You went on." },
    { role: "user", content: action },
  ]);
  const prompt = storyPrompt({ ...FACTS, ...changes }, passages, actions.length - 1);
  return tellPassage(readStoryPrompt(prompt), null);
}

function stateAfter(...actions: string[]): StoryState {
  return storyOf(actions).state;
}

function afterTheFirstParagraph(passage: string | undefined): string {
  return (passage ?? "").split("\n\n").slice(1).join("\n\n");
}

/** The genre's ally, whoever that is in this story. */
function allyIn(changes: Partial<StoryFacts>): string {
  return storyOf([], changes).plan.cast.ally.name;
}

const NOTHING = [
  "I wait.",
  "I think about it.",
  "I wait a little longer.",
  "I listen.",
  "I sit down.",
  "I rest.",
];

describe("a turn is understood", () => {
  it.each([
    ["I look at the key board.", { kind: "look", what: "the key board" }],
    ["I ask Crane about the ninth signal.", { kind: "ask", who: "Crane", topic: "the ninth signal" }],
    ['"Who paid for the room?" I ask Crane.', { kind: "ask", who: "Crane", topic: "the room" }],
    ["I ask her who was here last night.", { kind: "ask", topic: "who was here last night" }],
    ['"I know what you did," I tell Crane.', { kind: "threaten", who: "Crane" }],
    ["I hide the picture in my sleeve.", { kind: "take", what: "the picture" }],
    ["I take one of the silver bells.", { kind: "take", what: "the silver bell" }],
    ['"Tell me what you are afraid of," I say to Crane.', { kind: "ask", who: "Crane" }],
    ["I ask the others who saw the box first.", { kind: "ask", topic: "the box" }],
    ["I touch the glass.", { kind: "look", what: "the glass" }],
    ["I touch Crane's sleeve.", { kind: "tender" }],
    ["I tell Crane the truth.", { kind: "reveal", who: "Crane" }],
    ['"It was me," I say.', { kind: "reveal" }],
    ["I go down to the cellar.", { kind: "move", where: expect.objectContaining({ name: "the cellar" }) }],
    ["I run away.", { kind: "leave" }],
    ["I take the letter.", { kind: "take", what: "the letter" }],
    ["I put the pistol away and give the ring to Crane.", { kind: "give", who: "Crane", what: "the ring" }],
    ["I open the letter and read it.", { kind: "read", what: "the letter" }],
    ["I put the pistol away and give the man the ring.", { kind: "give", who: "the man", what: "the ring" }],
    ["I want to tell the girl the truth.", { kind: "think" }],
    ["I give the letter to Crane.", { kind: "give", who: "Crane", what: "the letter" }],
    ["I read the letter aloud.", { kind: "read", what: "the letter" }],
    ["I show the spur to Crane.", { kind: "show", who: "Crane", what: "the spur" }],
    ["I open the trunk.", { kind: "open", what: "the trunk" }],
    ["I burn the visitors' book in the stove.", { kind: "destroy", what: "the visitors' book" }],
    ["I throw the letter into the fire.", { kind: "destroy", what: "the letter" }],
    ["I help the old man up.", { kind: "help", who: "the old man" }],
    ["I draw my pistol on the rider.", { kind: "threaten", who: "the rider" }],
    ["I draw a map of the house.", { kind: "make", what: "the map" }],
    ["I swing the poker at Crane.", { kind: "fight", who: "Crane" }],
    ["I push the dresser against the door.", { kind: "use", what: "the dresser" }],
    ["I push the old man aside.", { kind: "fight" }],
    ["I hide behind the curtain and wait.", { kind: "hide" }],
    ["I hide the letter under the mat.", { kind: "use", what: "the letter" }],
    ["I sit down and wait.", { kind: "wait" }],
    ["I hold my sister's hand.", { kind: "tender", who: "your sister" }],
    ["I take Odette's hand.", { kind: "tender" }],
    ["I refuse to give the speech.", { kind: "refuse", who: null }],
    ["I won't sign the paper.", { kind: "refuse" }],
    ["I don't trust him, so I follow him up the stairs.", { kind: "move" }],
    ["I want to find out who burned the mill.", { kind: "think", wish: "find out who burned the mill" }],
  ])("%s", (action, expected) => {
    expect(readDeed(action, [])).toMatchObject(expected);
  });
});

describe("the state of a story", () => {
  it("is a fold over the turns: the same each time, and the same step by step", () => {
    const actions = [
      "I take the letter.",
      "I go down to the cellar.",
      "I threaten Crane.",
      "I help Crane up.",
    ];
    const { prompt, plan, state } = storyOf(actions);
    expect(computeState(prompt, plan)).toEqual(state);
    let step = initialState(prompt, plan, 0);
    for (const turn of prompt.turns) step = advance(step, turn, prompt, plan);
    expect(step).toEqual(state);
    expect(step.exchange).toBe(actions.length);
  });

  it("finds what the character wants in the description, and uses their own words once they say it", () => {
    expect(stateAfter().goal.wish).toBe("find your missing brother");
    const after = stateAfter("I must find out who burned the letters.");
    expect(after.goal).toEqual({ wish: "find out who burned the letters", focus: null, isNew: true });
    expect(stateAfter("I look at the key.", "I ask Crane about the key.").goal.focus).toBe("the key");
  });

  it("has an obstacle that shrinks by helpful actions and grows by the others", () => {
    expect(stateAfter("I look at the key.", "I ask Crane about the key.").obstacle).toMatchObject({
      index: 0,
      progress: 2,
    });
    expect(stateAfter("I look at the key.", "I wait.").obstacle.progress).toBe(1);
    expect(stateAfter("I look at the key.", "I refuse to leave.").obstacle).toMatchObject({
      index: 0,
      progress: 0,
      change: "worse",
    });
    expect(stateAfter("I look at the key.", "I take the key.", "I open the trunk.").obstacle).toMatchObject({
      index: 1,
      progress: 0,
      change: "overcome",
    });
  });

  it("has a mood that threats darken and kindness lightens", () => {
    expect(toMood(stateAfter("I wait.").mood)).toBe("uneasy");
    expect(toMood(storyOf(["I wait."], { genre: "Romance" }).state.mood)).toBe("calm");
    const dark = stateAfter("I wait.", "I threaten Crane with the poker.", "I hit Crane.").mood;
    expect(toMood(dark)).toBe("dangerous");
    expect(toMood(storyOf(["I kiss Theo."], { genre: "Romance" }).state.mood)).toBe("tender");
    const kind = stateAfter("I threaten Crane with the poker.", "I hit Crane.", "I help Crane up.").mood;
    expect(kind.tension).toBe(dark.tension - 1);
    const eased = stateAfter("I threaten Crane with the poker.", "I comfort Crane.").mood;
    expect(eased.tension).toBeLessThan(stateAfter("I threaten Crane with the poker.").mood.tension);
  });

  it("keeps the person where they went until they move again", () => {
    expect(stateAfter("I go down to the cellar.").place).toMatchObject({ name: "the cellar", isNew: true });
    expect(stateAfter("I go down to the cellar.", ...NOTHING).place).toMatchObject({
      at: "in the cellar",
      isNew: false,
    });
    expect(stateAfter("I go down to the cellar.", "I go out to the garden.").place?.name).toBe("the garden");
    expect(stateAfter("I go down to the cellar.", "I go back upstairs.").place).toBeNull();
    expect(stateAfter("I go up the stairs.", "I wait.").place).toBeNull();
  });

  it("tracks what the person holds and what is gone", () => {
    expect(stateAfter("I wait.", "I take the blue letter.").carried).toEqual([
      { name: "the blue letter", since: 2 },
    ]);
    expect(stateAfter("I take the blue letter.", "I give the letter to Crane.").carried).toEqual([]);
    expect(stateAfter("I look at the letter.", "I burn it.").gone).toEqual([
      { name: "the letter", since: 2 },
    ]);
    const burned = stateAfter("I take the blue letter.", "I burn the letter.");
    expect(burned.carried).toEqual([]);
    expect(burned.gone).toEqual([{ name: "the letter", since: 2 }]);
  });

  it("opens a thread for a question, continues it, and closes it when the thing is gone", () => {
    const opened = stateAfter("I ask Crane about the letter.").threads;
    expect(opened).toEqual([{ about: "the letter", opened: 1, times: 1, isClosed: false }]);
    const again = stateAfter("I ask Crane about the letter.", "I look at the letter.").threads;
    expect(again).toEqual([{ about: "the letter", opened: 1, times: 2, isClosed: false }]);
    expect(stateAfter("I ask Crane about the letter.", "I burn the letter.").threads[0]?.isClosed).toBe(true);
  });

  it("remembers how people have been treated, whom a pronoun means among them", () => {
    const ally = allyIn({});
    expect(stateAfter(`I threaten ${ally} with the poker.`).regard).toEqual({ [ally]: "wary" });
    expect(stateAfter(`I threaten ${ally} with the poker.`, `I comfort ${ally}.`).regard).toEqual({
      [ally]: "close",
    });
    const { plan } = storyOf([]);
    const pronoun = { he: "him", she: "her", they: "them" }[plan.cast.ally.pronoun];
    if (pronoun === "them") return;
    expect(stateAfter(`I ask ${ally} about the key.`, `I threaten ${pronoun}.`).regard).toEqual({
      [ally]: "wary",
    });
  });
});

describe.each(GENRES)("the world takes what is done in the genre %s", (genre) => {
  it("beyond the sentence that tells it", () => {
    const ally = allyIn({ genre });
    const { told } = storyOf(
      [
        `I ask ${ally} about the ninth signal.`,
        "I go down to the cellar.",
        "I burn the letter.",
        "I take the lamp.",
      ],
      { genre },
    );
    const [, asked, went, burned, took] = told.map(afterTheFirstParagraph);
    expect(asked).toContain("ninth signal");
    expect(asked).toContain(ally);
    expect(went).toMatch(/cellar/iu);
    expect(burned).toMatch(/letter/iu);
    expect(took).toMatch(/lamp/iu);
  });
});

describe("what was done has consequences later", () => {
  it("a thing that was taken comes back", () => {
    const { told } = storyOf(["I take the lamp.", "I wait.", "I think about it.", "I listen."]);
    expect(told.slice(2, 4).join("\n")).not.toMatch(/\blamp that you had taken/u);
    expect(told[4]).toMatch(/\bthe lamp\b/iu);
  });

  it("one who was threatened is wary when they speak again", () => {
    const ally = allyIn({});
    const { told } = storyOf([
      `I threaten ${ally} with the poker.`,
      "I wait.",
      `I ask ${ally} about the key.`,
    ]);
    const later = new Told([told[3] ?? ""]);
    expect(
      [...WARY, ...WARY_ANSWERS].some((text) => later.hasTemplate(text)),
      told[3],
    ).toBe(true);
  });

  it("an obstacle is described when it appears, when it grows and when it is overcome", () => {
    const [first, second] = OBSTACLES["Mystery"] ?? [];
    const { told } = storyOf([
      "I refuse to leave.",
      "I look at the key.",
      "I take the key.",
      "I open the trunk.",
      "I wait.",
      "I wait a little longer.",
    ]);
    const at = (text: string | undefined) =>
      told.findIndex((passage) => new Told([passage]).hasTemplate(text ?? ""));
    expect(at(first?.stands)).toBe(0);
    expect(at(first?.worse)).toBe(1);
    expect(at(first?.overcome)).toBe(4);
    expect(at(second?.stands)).toBeGreaterThan(4);
  });

  it("an obstacle that grows before it was described is described first", () => {
    const { told } = storyOf([
      "I look at the key.",
      "I take the key.",
      "I open the trunk.",
      "I refuse to leave.",
    ]);
    const passage = told[4] ?? "";
    const stands = passage.indexOf("one hour out of the twenty-four");
    expect(stands, passage).toBeGreaterThan(0);
    expect(passage.indexOf("paid for the swearing"), passage).toBeGreaterThan(stands);
  });

  it.each([
    [
      "met",
      ["I look at the key.", "I ask about the ninth signal.", "I take the lamp."],
      /You had (?:set out|done)|So you did|had it now/u,
      [/\bthe lamp\b/iu, /\bthe (?:key|ninth signal)\b/u],
    ],
    [
      "lost",
      ["I wait.", "I refuse to answer.", "I burn the ledger.", "I wait a little longer."],
      /not done it|did not|without it/u,
      [/\bthe ledger\b/u],
    ],
  ])(
    "the end of a story names what was wanted, and it is %s; what was open is closed",
    (_how, actions, told, closed) => {
      for (const genre of GENRES) {
        const opening = storyOf([], { genre }).prompt;
        const end = planEnd(opening, storySeed(opening)) ?? 0;
        const turns = Array.from({ length: end }, (_, index) => actions[index % actions.length] ?? "");
        const ending = lastOf(turns, { genre });
        expect(ending, genre).toContain("ind your missing brother");
        expect(ending, genre).toMatch(told);
        for (const open of closed) expect(ending.split("\n\n").slice(1).join(" "), genre).toMatch(open);
      }
    },
  );
});
