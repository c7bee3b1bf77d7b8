import type { AnalysisAnswer } from "../prompts/analysis.ts";
import { type Candidate, findCandidates, showsNames, withoutParts } from "./candidates.ts";
import { fitsAnyName, isPartOfName, isSameName, listNames } from "./compare-names.ts";
import { addForms, type CastEntry, type CastNews, mergeCast } from "./merge-cast.ts";
import { isPlayer } from "./player.ts";
import { isPronoun } from "./word-lists.ts";

/** After this many exchanges the model is asked again, whatever the names are: people and place may have changed. */
const ASKED_AGAIN_AFTER = 8;
/** If a text shows no names, the model is asked about every second passage, together with the one before it. */
const ASKED_BLIND_AFTER = 2;
/** After a question without an answer the next waits one exchange, after each further one twice as many, up to this. */
const UNANSWERED_WAIT_MAX = 16;
/** The names of each kind that are remembered: the latest. */
const KEPT_MAX = 200;
/** The most names that the model is asked about at once. */
const NAMES_MAX = 40;
/** What is taken of an answer. The length is in UTF-16 code units. */
const PEOPLE_MAX = 40;
const NAME_LENGTH_MAX = 80;

/** Names of a story that belong to nobody of its cast. */
export type MetNames = {
  /** What stood at the beginning of a sentence in one passage: the model is asked if it is met again. */
  once: string[];
  /** About these the model was asked, and it named nobody by them. */
  nobody: string[];
  /** How many questions in a row had no usable answer; absent is none. */
  unanswered?: number;
};

export const NO_MET_NAMES: MetNames = { once: [], nobody: [] };

/** What is known of a story's people and of where it is. */
export type CastState = { cast: readonly CastEntry[]; location: string | null; met: MetNames };

/** A passage, and what has to be known to read it. */
export type PassageToRead = {
  text: string;
  /** The passage before it; `null` for the first. */
  before: string | null;
  /** How the person's own character is called. */
  player: string;
  /** Exchanges since the model was last asked; `null`: it never was. */
  exchangesUnasked: number | null;
};

/**
 * What the model is asked. `text`: the passage, or two of them. `names`: what may be somebody's name there. `all`: those of
 * the cast as well, as they are now.
 */
export type CastQuestion = { text: string; names: string[]; about: "new" | "all" };
/** `null`: the model can't say. */
export type AskCast = (question: CastQuestion) => Promise<CastAnswer | null>;
type CastAnswer = Omit<AnalysisAnswer, "lore">;

/**
 * Reads who is in a passage and where it ends. Code proposes names; the model decides whose they are, and is asked only
 * about names that it has not decided on, and now and then to update what is known. Without an answer nothing changes, and
 * it is asked again later.
 */
export async function readPassage(
  passage: PassageToRead,
  state: CastState,
  ask: AskCast,
): Promise<CastState & { isAsked: boolean }> {
  const { text, player } = passage;
  const question = chooseQuestion(passage, state);
  const answer = question && (await ask(question));
  const answered = answer && question ? takeAnswered(answer, question) : [];
  const merged = mergeCast(state.cast, answered, { renews: question?.about === "all" });
  const named = merged.map((entry) => ({ ...entry, isMainCharacter: isPlayer(entry, player) }));
  const cast = addForms(named, listCertain(text, state.met), player);
  const known = [...cast.flatMap(listNames), player];
  return {
    cast,
    location: answer?.currentLocation || state.location,
    met: question
      ? judge(state.met, question, answer && known)
      : meet(state.met, findUnknown(text, state, player)),
    isAsked: question !== null,
  };
}

/** What the model is asked about a passage; `null`: nothing. */
function chooseQuestion(
  { text, before, player, exchangesUnasked }: PassageToRead,
  state: CastState,
): CastQuestion | null {
  const unasked = exchangesUnasked ?? Number.POSITIVE_INFINITY;
  const unanswered = state.met.unanswered ?? 0;
  if (unanswered > 0 && unasked < Math.min(2 ** (unanswered - 1), UNANSWERED_WAIT_MAX)) return null;
  const isBlind = !showsNames(text);
  const whole = before !== null && (isBlind || unanswered > 0) ? `${before}\n\n${text}` : text;
  const names = isBlind ? [] : findUnknown(whole, state, player).slice(0, NAMES_MAX);
  const isDue = unanswered > 0 || unasked >= (isBlind ? ASKED_BLIND_AFTER : ASKED_AGAIN_AFTER);
  if (!isDue && !names.some(({ isCertain }) => isCertain)) return null;
  const about = exchangesUnasked !== null && unasked >= ASKED_AGAIN_AFTER ? "all" : "new";
  return { text: whole, names: names.map(({ name }) => name), about };
}

/** What may be a name and belongs neither to the cast nor to nobody, as far as it is known. */
function findUnknown(text: string, { cast, met }: CastState, player: string): Candidate[] {
  const known = [...cast.flatMap(listNames), player];
  const unknown = findNames(text, met)
    .filter(({ name }) => !fitsAnyName(name, known) && !met.nobody.some((other) => isSameName(name, other)))
    .map((one) => (one.rest !== null && fitsAnyName(one.rest, known) ? { ...one, isCertain: false } : one));
  return withoutParts(unknown);
}

/** What began a sentence in two passages is met for the second time. */
function findNames(text: string, { once }: MetNames): Candidate[] {
  return findCandidates(text).map((one) => ({ ...one, isCertain: one.isCertain || once.includes(one.name) }));
}

function listCertain(text: string, met: MetNames): string[] {
  return findNames(text, met).flatMap(({ name, isCertain }) => (isCertain ? [name] : []));
}

/** Of the people whom the model names, those who are in the text, with the names that can be theirs. */
function takeAnswered({ characters }: CastAnswer, { text }: CastQuestion): CastNews[] {
  const candidates = findCandidates(text);
  const isThere = (name: string) =>
    text.includes(name) || candidates.some((other) => isPartOfName(other.name, name));
  return characters.slice(0, PEOPLE_MAX).flatMap((one) => {
    const aliases = one.aliases.filter(
      (alias) => canBeName(alias) && (isThere(alias) || isPartOfName(alias, one.name)),
    );
    return canBeName(one.name) && [one.name, ...aliases].some(isThere) ? [{ ...one, aliases }] : [];
  });
}

/** "She" and "keeper" are in every passage: as somebody's name they would be linked everywhere. */
function canBeName(name: string): boolean {
  return (
    name !== "" && name.length <= NAME_LENGTH_MAX && !isPronoun(name) && !/^\p{Ll}[\p{L}\p{M}]*$/u.test(name)
  );
}

/** `known`: all names of the cast after the answer; `null`: there was none. */
function judge(met: MetNames, { names }: CastQuestion, known: readonly string[] | null): MetNames {
  if (known === null) return { ...met, unanswered: (met.unanswered ?? 0) + 1 };
  return {
    once: met.once.filter((name) => !names.includes(name)),
    nobody: keepLatest([...met.nobody, ...names.filter((name) => !fitsAnyName(name, known))]),
  };
}

/** The unknown names of a passage about which the model was not asked: none of them is certain. */
function meet(met: MetNames, unknown: readonly Candidate[]): MetNames {
  return { ...met, once: keepLatest([...met.once, ...unknown.map(({ name }) => name)]) };
}

function keepLatest(names: readonly string[]): string[] {
  return [...new Set(names)].slice(-KEPT_MAX);
}
