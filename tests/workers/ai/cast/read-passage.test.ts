import { describe, expect, it } from "vitest";
import {
  findScriptedPeople,
  SCRIPTED_CHARACTER,
  SCRIPTED_EXCHANGES,
  SCRIPTED_PEOPLE,
  scriptedPassage,
} from "#tests/fakes/scripted-story.ts";
import PROSE from "#tests/tools/prose.json";
import { addForms, type CastEntry, type CastNews, mergeCast } from "#workers/ai/cast/merge-cast.ts";
import { findPlayerName } from "#workers/ai/cast/player.ts";
import {
  type AskCast,
  type CastQuestion,
  type CastState,
  NO_MET_NAMES,
  readPassage,
} from "#workers/ai/cast/read-passage.ts";
import type { AnalysisAnswer } from "#workers/ai/prompts/analysis.ts";
import { findMentions } from "./find-mentions.ts";

const PLAYER = findPlayerName(SCRIPTED_CHARACTER);

/** A person of a test's story, with the names by which a good reader knows them. */
type Somebody = { name: string; short: string };

const MARA = { name: "Mara Voss", short: "Mara" };
const ROE = { name: "Captain Roe", short: "Roe" };
const QUIET = "You waited. The rain ran down the panes, and nobody came up the stairs to look at the lamp.";
const WITH_MARA = "Mara Voss set down her cup. “That was not there yesterday,” said Mara, and took the key.";
const WITH_ROE = `${QUIET} “No,” said Captain Roe. “Not yet,” said Roe.`;

const NO_FACTS = { role: null, description: null, personality: null };

function toAnswer(people: readonly Somebody[]): AnalysisAnswer {
  const characters = people.map(({ name, short }) => ({ name, aliases: [short], ...NO_FACTS }));
  return { characters, currentLocation: null, heading: null, lore: [] };
}

/** Answers like a model that reads well. */
function asReader(people: readonly Somebody[]): AskCast {
  return async ({ text }) => toAnswer(people.filter(({ short }) => text.includes(short)));
}

/** Reads passages one after another, one exchange each, as a story does. */
async function readAll(passages: readonly string[], ask: AskCast) {
  let state: CastState = { cast: [], location: null, met: NO_MET_NAMES };
  let askedAt: number | null = null;
  const questions: (CastQuestion & { at: number })[] = [];
  const linkedFrom = new Map<string, number>();
  for (const [exchange, text] of passages.entries()) {
    const exchangesUnasked = askedAt === null ? null : exchange - askedAt;
    const before = passages[exchange - 1] ?? null;
    const read = await readPassage({ text, before, player: PLAYER, exchangesUnasked }, state, (question) => {
      questions.push({ ...question, at: exchange });
      return ask(question);
    });
    if (read.isAsked) askedAt = exchange;
    state = read;
    for (const { name } of state.cast) if (!linkedFrom.has(name)) linkedFrom.set(name, exchange);
  }
  return { state, questions, linkedFrom };
}

function quiet(count: number): string[] {
  return Array.from({ length: count }, () => QUIET);
}

const passages = Array.from({ length: SCRIPTED_EXCHANGES + 1 }, (_, exchange) => scriptedPassage(exchange));
const ask: AskCast = async ({ text }) => toAnswer(findScriptedPeople(text));

it("a story of a hundred exchanges links each of its people in the passage that first names them", async () => {
  const { linkedFrom, state } = await readAll(passages, ask);
  expect(state.cast).toHaveLength(SCRIPTED_PEOPLE.length);
  for (const { name, short, from } of SCRIPTED_PEOPLE) {
    expect(linkedFrom.get(name), name).toBe(from);
    const mentions = findMentions(passages[from] ?? "", state.cast).filter((found) => found.name === name);
    expect(mentions).toHaveLength((passages[from] ?? "").split(short).length - 1);
  }
});

it.each([31, 101])(
  "a story of a hundred exchanges needs at most three questions for ten of the first %i replies",
  async (count) => {
    const { questions } = await readAll(passages.slice(0, count), ask);
    expect(questions.length / count).toBeLessThanOrEqual(0.3);
  },
);

it("a story of a hundred exchanges needs no more if a model that names nobody is asked", async () => {
  const { questions, state } = await readAll(passages, async () => toAnswer([]));
  expect(state.cast).toEqual([]);
  expect(questions.length / passages.length).toBeLessThanOrEqual(0.4);
});

describe("the model is asked", () => {
  it("about the opening, then where a name is new, and after eight exchanges about everybody", async () => {
    const passages = [WITH_MARA, ...quiet(2), WITH_ROE, ...quiet(16)];
    const { questions } = await readAll(passages, asReader([MARA, ROE]));
    expect(questions.map(({ at, about, names }) => [at, about, names])).toEqual([
      [0, "new", ["Mara Voss"]],
      [3, "new", ["Captain Roe"]],
      [11, "all", []],
      [19, "all", []],
    ]);
  });

  it("once about a name that is nobody’s, and never links it", async () => {
    const harrow = "“The Gannet was lost off Skelling,” you read. Skelling had no light then.";
    const { questions, state } = await readAll([WITH_MARA, harrow, harrow, harrow], asReader([MARA]));
    expect(questions.map(({ names }) => names)).toEqual([["Mara Voss"], ["Skelling", "Gannet"]]);
    expect(state.met.nobody).toEqual(["Skelling", "Gannet"]);
    expect(findMentions(harrow, state.cast)).toEqual([]);
  });

  it("again about somebody whom it took for nobody, when it is asked about everybody", async () => {
    const answers = [toAnswer([]), toAnswer([MARA])];
    const { linkedFrom } = await readAll(
      [WITH_MARA, ...quiet(7), WITH_MARA],
      async () => answers.shift() ?? null,
    );
    expect(linkedFrom.get("Mara Voss")).toBe(8);
  });

  it("about a word that begins a sentence, when it is met again", async () => {
    const umber = { name: "Umber", short: "Umber" };
    const passages = [WITH_MARA, "Umber came.", QUIET, "Umber left."];
    const { questions, linkedFrom } = await readAll(passages, asReader([MARA, umber]));
    expect(questions.map(({ at }) => at)).toEqual([0, 3]);
    expect(linkedFrom.get("Umber")).toBe(3);
  });

  it("not about the person’s own character or a part of a known name", async () => {
    const later = "It was Voss who saw Wren first, and Wren Halloran who waved.";
    const { questions } = await readAll([WITH_MARA, later], asReader([MARA]));
    expect(questions).toHaveLength(1);
  });

  it("about at most forty names", async () => {
    const crowd = Array.from({ length: 90 }, (_, index) => `then X${index.toString(36)} came`).join(", ");
    const { questions, state } = await readAll([crowd], async () => toAnswer([]));
    expect(questions[0]?.names).toHaveLength(40);
    expect(state.met.nobody).toHaveLength(40);
  });
});

it("without a usable answer nobody is lost: the next passage is asked about together with the one before", async () => {
  const good = asReader([MARA, ROE]);
  let asked = 0;
  const { questions, state } = await readAll([WITH_MARA, WITH_ROE, QUIET], async (question) => {
    asked += 1;
    const answer = await good(question);
    return asked === 2
      ? null
      : answer && { ...answer, currentLocation: asked === 1 ? "the lamp room" : null };
  });
  expect(questions.map(({ at, names }) => [at, names])).toEqual([
    [0, ["Mara Voss"]],
    [1, ["Captain Roe"]],
    [2, ["Captain Roe"]],
  ]);
  expect(state.cast.map(({ name }) => name)).toEqual(["Mara Voss", "Captain Roe"]);
  expect(state.location).toBe("the lamp room");
});

it("without a usable answer it waits longer each time, and goes on when there is an answer", async () => {
  const passages = [WITH_MARA, ...Array.from({ length: 40 }, () => WITH_ROE)];
  const { questions, state } = await readAll(passages, async () => null);
  expect(questions.map(({ at }) => at)).toEqual([0, 1, 3, 7, 15, 31]);
  expect(state.cast).toEqual([]);
});

async function readOnce(text: string, characters: readonly Partial<AnalysisAnswer["characters"][number]>[]) {
  const told = characters.map((one) => ({ name: "", aliases: [], ...NO_FACTS, ...one }));
  const { state } = await readAll([text], async () => ({ ...toAnswer([]), characters: told }));
  return state.cast.map(({ name, aliases }) => [name, ...aliases]);
}

it("an answer gives one person several names, and the text more", async () => {
  const text = "So it was Mara Voss. “Aye, Captain Voss,” he said, and then Mara and Voss laughed.";
  const people = await readOnce(text, [{ name: "Mara Voss", aliases: ["Captain Voss"] }]);
  expect(people.map((names) => names.toSorted())).toEqual([["Captain Voss", "Mara", "Mara Voss", "Voss"]]);
});

it("an answer can’t link what stands in every passage, or somebody who is not there", async () => {
  const people = [
    { name: "Mara", aliases: ["she", "She", "keeper", "the keeper", "Tobias"] },
    { name: "You" },
    { name: "Tobias Finch" },
    { name: "M".repeat(81) },
  ];
  const text = "She knew that Mara, the keeper, would not come, and You said so.";
  expect(await readOnce(text, people)).toEqual([["Mara", "the keeper"]]);
});

it("an answer names the person’s own character apart", async () => {
  const text = "So Wren Halloran met Ruth Halloran, and Halloran laughed.";
  const { state } = await readAll([text], async () =>
    toAnswer([
      { name: "Wren Halloran", short: "Wren" },
      { name: "Ruth Halloran", short: "Ruth" },
    ]),
  );
  expect(state.cast.map(({ name, isMainCharacter }) => [name, isMainCharacter])).toEqual([
    ["Wren Halloran", true],
    ["Ruth Halloran", false],
  ]);
  expect(state.cast.flatMap(({ aliases }) => aliases)).not.toContain("Halloran");
});

it("an answer renews what is known if it is about everybody", async () => {
  const calm = { ...NO_FACTS, name: "Mara", aliases: [], role: "keeper", description: "calm" };
  const answers = [calm, { ...calm, role: null, description: "in tears" }];
  const { state } = await readAll(["So Mara came.", ...quiet(7), "So Mara wept."], async () => ({
    ...toAnswer([]),
    characters: answers.splice(0, 1),
  }));
  expect(state.cast).toMatchObject([{ name: "Mara", role: "keeper", description: "in tears" }]);
});

it.each([
  ["Chinese", "雨已经下了九天。玛拉放下杯子。", "雨还在下。托比亚斯走进来，没有说话。", "托比亚斯"],
  ["Japanese", PROSE.Japanese[0] ?? "", "扉が開き、トビアスが黙って入ってきた。", "トビアス"],
  ["Thai", "ฝนตกมาเก้าวันแล้ว มาราวางถ้วยลง", "ประตูเปิดออก โทเบียสเดินเข้ามา", "โทเบียส"],
  ["Arabic", "هطل المطر تسعة أيام. وضعت مارا كوبها.", "دخل طوبياس ولم يقل شيئا.", "طوبياس"],
  [
    "German",
    PROSE.German[0] ?? "",
    "Der Wind schlug die Läden zu, als Tobias die Tür zum Turm öffnete.",
    "Tobias",
  ],
  ["Russian", "Дождь шёл девятый день, и Мара ушла.", "Дверь открылась, и вошёл Тобиас.", "Тобиас"],
])("in %s a new name is linked with the next passage at the latest", async (_, first, second, name) => {
  for (const before of [[first], [first, first], [first, first, first]]) {
    const passages = [...before, second, first, first];
    const { linkedFrom, questions } = await readAll(passages, asReader([{ name, short: name }]));
    expect(linkedFrom.get(name)).toBeLessThanOrEqual(before.length + 1);
    expect(questions.length).toBeLessThanOrEqual(Math.ceil(passages.length / 2));
  }
});

it("a name that looks like an article is asked about once", async () => {
  const passages = [WITH_MARA, "So An left.", "So An left.", "So An left."];
  const { questions } = await readAll(passages, asReader([MARA]));
  expect(questions.map(({ at }) => at)).toEqual([0, 1]);
});

it("in Russian a name is not taken for one that only begins like it", async () => {
  const ivan = { name: "Иван", short: "Иван" };
  const { questions } = await readAll(["И вот пришёл Иван.", "Потом пришёл Иванов."], asReader([ivan]));
  expect(questions.map(({ names }) => names)).toEqual([["Иван"], ["Иванов"]]);
});

it("in Russian the cases of a known name are linked without a question", async () => {
  const mara = { name: "Мара", short: "Мара" };
  const passages = ["В доме жила Мара.", "Он увидел Мару и пошёл за Марой."];
  const { questions, state } = await readAll(passages, asReader([mara]));
  expect(questions).toHaveLength(1);
  expect(findMentions(passages[1] ?? "", state.cast)).toHaveLength(2);
});

function entry(name: string, more: Partial<CastEntry> = {}): CastEntry {
  return { name, aliases: [], ...NO_FACTS, isNew: false, mentions: 1, isMainCharacter: false, ...more };
}

function news(name: string, more: Partial<CastNews> = {}): CastNews {
  return { name, aliases: [], ...NO_FACTS, ...more };
}

it("a part of a name and a declared name are the same person", () => {
  const cast = [entry("Elizabeth Harrow", { aliases: ["Mrs. Harrow", "Lizzy"] })];
  for (const name of ["Elizabeth", "Mrs. Harrow", "Lizzy Harrow", "elizabeth harrow"]) {
    expect(mergeCast(cast, [news(name)]), name).toHaveLength(1);
  }
  expect(mergeCast(cast, [news("The Duchess", { aliases: ["Elizabeth Harrow"] })])).toHaveLength(1);
});

it("the fuller name becomes the name, except for the person's own character", () => {
  expect(mergeCast([entry("Mara")], [news("Mara Voss")])).toMatchObject([
    { name: "Mara Voss", aliases: ["Mara"] },
  ]);
  expect(mergeCast([entry("Mara", { isMainCharacter: true })], [news("Mara Voss")])).toMatchObject([
    { name: "Mara", aliases: ["Mara Voss"], isMainCharacter: true },
  ]);
});

it("husband and wife, and two with one surname, stay two", () => {
  expect(mergeCast([entry("Mr. Bennet")], [news("Mrs. Bennet")])).toHaveLength(2);
  expect(mergeCast([entry("Elizabeth Bennet")], [news("Jane Bennet")])).toHaveLength(2);
  expect(mergeCast([entry("Elizabeth Bennet")], [news("Mrs. Bennet")])).toHaveLength(2);
});

it("a surname that two have goes to neither", () => {
  const cast = [entry("Elizabeth Bennet"), entry("Jane Bennet")];
  expect(mergeCast(cast, [news("Bennet")])).toEqual(cast);
});

it("a form goes to the only one whose name it is a part of", () => {
  const cast = [entry("Mara Voss"), entry("Jane Bennet"), entry("Elizabeth Bennet")];
  const forms = ["Voss", "Bennet", "Jane", "Tobias", "Mara Voss"];
  expect(addForms(cast, forms, "Wren Halloran").map(({ aliases }) => aliases)).toEqual([
    ["Voss"],
    ["Jane"],
    [],
  ]);
  expect(addForms([entry("Ruth Halloran")], ["Halloran"], "Wren Halloran")[0]?.aliases).toEqual([]);
});
