import type { AnalysisAnswer } from "../prompts/analysis.ts";
import { findCharacters } from "./find-characters.ts";
import { findLocation } from "./locate.ts";
import { type CastEntry, type CastNews, mergeCast } from "./merge-cast.ts";
import { findNameSigns, findUnknownNames, fitsAnyName, keepNames, type MetNames } from "./met-names.ts";
import { NAMELESS_PLAYER } from "./player.ts";

/** After this many exchanges the model is asked again, whatever the names are, because descriptions may be out of date. */
const ASKED_AGAIN_AFTER = 10;
/** If names can't be found without a model, it is asked about every second passage, together with the one before it. */
const ASKED_BLIND_AFTER = 2;

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

/** What the model is asked. `text`: the passage, or two of them. `all`: those of the cast as well, as they are now. */
export type CastQuestion = { text: string; about: "new" | "all" };
/** `null`: the model can't say. */
export type AskCast = (question: CastQuestion) => Promise<AnalysisAnswer | null>;

/**
 * Reads who is in a passage and where it ends. The model is asked only if it may know more than can be found without it:
 * about the first passage, if there is a name that the cast does not have, and now and then to update descriptions. If it
 * does not answer, what can be found without it counts.
 */
export async function readPassage(
  passage: PassageToRead,
  state: CastState,
  ask: AskCast,
): Promise<CastState & { isAsked: boolean }> {
  const known = [...listNames(state.cast), ...(passage.player === NAMELESS_PLAYER ? [] : [passage.player])];
  const unknown = findUnknownNames(passage.text, [...known, ...state.met.nobody]);
  const question = chooseQuestion(passage, state, unknown);
  const answer = question && (await ask(question));
  const found =
    answer && question
      ? takeAnswered(answer, question.text)
      : findAlone(passage.text, known, question !== null);
  const cast = mergeCast(state.cast, found, { renews: question?.about === "all" }).map((entry) => ({
    ...entry,
    isMainCharacter: entry.name === passage.player || entry.aliases.includes(passage.player),
  }));
  const names = listNames(cast);
  return {
    cast,
    location: answer?.currentLocation || findLocation(passage.text, state.location, names) || state.location,
    met: updateMet(state.met, passage.text, unknown, {
      names: [...known, ...names],
      isAnswered: answer !== null,
    }),
    isAsked: question !== null,
  };
}

/** What the model is asked about a passage; `null`: nothing. */
function chooseQuestion(
  { text, before, exchangesUnasked }: PassageToRead,
  { met }: CastState,
  { certain, possible }: { certain: string[]; possible: string[] },
): CastQuestion | null {
  if (exchangesUnasked === null) return { text, about: "new" };
  const signs = findNameSigns(text);
  if (exchangesUnasked >= ASKED_AGAIN_AFTER)
    return { text: signs === "none" ? join(before, text) : text, about: "all" };
  if (signs === "none") {
    return exchangesUnasked >= ASKED_BLIND_AFTER ? { text: join(before, text), about: "new" } : null;
  }
  const isNew =
    certain.length > 0 || possible.some((name) => signs === "capitals" || met.once.includes(name));
  return isNew ? { text, about: "new" } : null;
}

function join(before: string | null, text: string): string {
  return before === null ? text : `${before}\n\n${text}`;
}

/** Of the people whom a model names, those whose names are there. */
function takeAnswered({ characters }: AnalysisAnswer, text: string): CastNews[] {
  return characters.filter(({ name }) => text.includes(name)).map((one) => ({ ...one, mentions: 0 }));
}

/** By capitals, word lists and what stands around a name. Where the model was not asked, nobody new is among them. */
function findAlone(text: string, known: readonly string[], isAsked: boolean): CastNews[] {
  return findCharacters(text, { knownNames: known })
    .filter(({ name }) => isAsked || fitsAnyName(name, known))
    .map((one) => ({ ...one, mentions: 0 }));
}

/**
 * Names about which the model was asked and that are nobody's are not asked about again; others may be asked about once more.
 */
function updateMet(
  met: MetNames,
  text: string,
  unknown: { certain: string[]; possible: string[] },
  { names, isAnswered }: { names: readonly string[]; isAnswered: boolean },
): MetNames {
  if (!isAnswered) return { ...met, once: keepNames(met.once, unknown.possible) };
  const still = findUnknownNames(text, [...names, ...met.nobody]);
  return {
    once: met.once.filter((name) => !unknown.possible.includes(name)),
    nobody: keepNames(met.nobody, [...still.certain, ...still.possible]),
  };
}

function listNames(cast: readonly CastEntry[]): string[] {
  return cast.flatMap(({ name, aliases }) => [name, ...aliases]);
}
