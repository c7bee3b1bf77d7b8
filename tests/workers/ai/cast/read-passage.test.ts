import { describe, expect, it } from "vitest";
import {
  findScriptedPeople,
  SCRIPTED_CHARACTER,
  SCRIPTED_EXCHANGES,
  SCRIPTED_PEOPLE,
  scriptedPassage,
} from "#tests/fakes/scripted-story.ts";
import { mergeCast } from "#workers/ai/cast/merge-cast.ts";
import { NO_MET_NAMES } from "#workers/ai/cast/met-names.ts";
import { findPlayerName } from "#workers/ai/cast/player.ts";
import {
  type AskCast,
  type CastQuestion,
  type CastState,
  readPassage,
} from "#workers/ai/cast/read-passage.ts";
import type { AnalysisAnswer } from "#workers/ai/prompts/analysis.ts";

const NOBODY: CastState = { cast: [], location: null, met: NO_MET_NAMES };
const PLAYER = findPlayerName(SCRIPTED_CHARACTER);

/** A person of a test's story, with the names by which a good reader knows them. */
type Somebody = { name: string; short: string };

function toAnswer(people: readonly Somebody[], place: string | null = null): AnalysisAnswer {
  return {
    characters: people.map(({ name, short }) => ({
      name,
      aliases: [short],
      role: null,
      description: null,
      personality: null,
    })),
    currentLocation: place,
  };
}

/** Reads passages one after another, one exchange each, as a story does. */
async function readAll(passages: readonly string[], ask: AskCast) {
  let state = NOBODY;
  let askedAt: number | null = null;
  const questions: (CastQuestion & { at: number })[] = [];
  const firstSeen = new Map<string, number>();
  for (const [exchange, text] of passages.entries()) {
    const read = await readPassage(
      {
        text,
        before: passages[exchange - 1] ?? null,
        player: PLAYER,
        exchangesUnasked: askedAt === null ? null : exchange - askedAt,
      },
      state,
      (question) => {
        questions.push({ ...question, at: exchange });
        return ask(question);
      },
    );
    if (read.isAsked) askedAt = exchange;
    state = read;
    for (const { name } of state.cast) if (!firstSeen.has(name)) firstSeen.set(name, exchange);
  }
  return { state, questions, firstSeen };
}

/** As if the model is asked about every passage. */
function readEach(passages: readonly string[], people: readonly Somebody[]): Map<string, number> {
  const firstSeen = new Map<string, number>();
  let cast = NOBODY.cast;
  for (const [exchange, text] of passages.entries()) {
    cast = mergeCast(
      cast,
      toAnswer(named(people, text)).characters.map((one) => ({ ...one, mentions: 0 })),
    );
    for (const { name } of cast) if (!firstSeen.has(name)) firstSeen.set(name, exchange);
  }
  return firstSeen;
}

function named(people: readonly Somebody[], text: string): Somebody[] {
  return people.filter(({ name, short }) => text.includes(name) || text.includes(short));
}

describe("the people of a story of a hundred exchanges", () => {
  const passages = Array.from({ length: SCRIPTED_EXCHANGES + 1 }, (_, exchange) => scriptedPassage(exchange));

  it("are found as if the model was asked about each passage, with a fifth of the requests", async () => {
    const asked = readEach(passages, SCRIPTED_PEOPLE);
    const { firstSeen, questions, state } = await readAll(passages, async ({ text }) =>
      toAnswer(findScriptedPeople(text)),
    );
    expect([...firstSeen.keys()].toSorted()).toEqual([...asked.keys()].toSorted());
    expect(state.cast).toHaveLength(SCRIPTED_PEOPLE.length);
    for (const [name, exchange] of asked) expect(firstSeen.get(name)).toBeLessThanOrEqual(exchange + 1);
    expect(questions.length).toBeLessThanOrEqual(20);
  });

  it("are found without a model that answers, too", async () => {
    const { state } = await readAll(passages, async () => null);
    const names = state.cast.flatMap(({ name, aliases }) => [name, ...aliases]);
    for (const { name, short } of SCRIPTED_PEOPLE)
      expect(names.some((one) => one === name || one === short)).toBe(true);
  });
});

describe("the model is asked", () => {
  const MARA = { name: "Mara Voss", short: "Mara" };
  const quiet = "You waited. The rain ran down the panes, and nobody came up the stairs to look at the lamp.";
  const withMara = "Mara Voss set down her cup. “That was not there yesterday,” said Mara, and took the key.";

  it("about the opening, then where a name is new, and again after ten exchanges about everybody", async () => {
    const passages = [withMara, ...Array.from({ length: 24 }, () => `${quiet} “No,” said Mara.`)];
    passages[4] = `${quiet} “No,” said Captain Roe. “Not yet,” said Roe.`;
    const { questions } = await readAll(passages, async ({ text }) =>
      toAnswer(named([MARA, { name: "Captain Roe", short: "Roe" }], text)),
    );
    expect(questions.map(({ at, about }) => [at, about])).toEqual([
      [0, "new"],
      [4, "new"],
      [14, "all"],
      [24, "all"],
    ]);
  });

  it("once about a name that belongs to nobody", async () => {
    const harrow =
      "“The Gannet was lost off Skelling,” you read. Skelling had no light then, and Skelling has none now.";
    const { questions } = await readAll([withMara, harrow, harrow, harrow, harrow], async ({ text }) =>
      toAnswer(named([MARA], text)),
    );
    expect(questions.length).toBeLessThanOrEqual(2);
  });

  it("a passage later about a name that may not be a person", async () => {
    const shy = "You thought of Umber. The rain ran down the panes and it was late in the night.";
    const people = [MARA, { name: "Umber", short: "Umber" }];
    const { firstSeen } = await readAll([withMara, quiet, shy, shy, quiet], async ({ text }) =>
      toAnswer(named(people, text)),
    );
    expect(firstSeen.get("Umber")).toBeLessThanOrEqual(3);
  });

  it.each([
    [
      "Chinese",
      "雨已经下了九天。玛拉放下杯子，听着收音机。",
      "雨还在下。托比亚斯走进来，没有说话。",
      "托比亚斯",
    ],
    ["Arabic", "هطل المطر تسعة أيام. وضعت مارا كوبها.", "دخل طوبياس ولم يقل شيئا.", "طوبياس"],
    [
      "German",
      "Der Regen fiel seit neun Tagen auf die Dächer der Stadt, und Mara stellte ihre Tasse auf den Tisch am Fenster.",
      "Der Wind schlug die Läden gegen die Wand, als Tobias die Tür zum Turm öffnete und die Lampe auf den Boden stellte.",
      "Tobias",
    ],
    [
      "Russian",
      "Дождь шёл девятый день, и Мара поставила чашку на стол.",
      "Дверь открылась, и вошёл Тобиас с лампой в руке.",
      "Тобиас",
    ],
  ])(
    "about a story in %s often enough: each character is found at most one passage later",
    async (_, first, second, name) => {
      const people = [{ name, short: name }];
      for (const before of [[first], [first, first], [first, first, first]]) {
        const passages = [...before, second, first, first];
        const { firstSeen } = await readAll(passages, async ({ text }) => toAnswer(named(people, text)));
        expect(firstSeen.get(name)).toBeLessThanOrEqual(before.length + 1);
      }
    },
  );
});

it("the model's facts replace the known ones if it was asked about everybody", async () => {
  const cast = mergeCast(
    [],
    [{ name: "Mara", aliases: [], mentions: 1, role: "keeper", description: "calm" }],
  );
  const read = await readPassage(
    { text: "Mara wept.", before: null, player: PLAYER, exchangesUnasked: 10 },
    { ...NOBODY, cast },
    async () => ({
      characters: [{ name: "Mara", aliases: [], role: null, description: "in tears", personality: null }],
      currentLocation: null,
    }),
  );
  expect(read.cast).toMatchObject([{ name: "Mara", role: "keeper", description: "in tears" }]);
});
