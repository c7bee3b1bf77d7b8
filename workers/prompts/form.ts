import type { CurrentData, StoryDetails } from "#domain/form-fill.ts";
import { findFittingGenres } from "#domain/form-fill.ts";
import { ROMANCE_CATEGORIES, ROMANCE_TROPES, SUB_GENRES } from "#domain/genre-choices.ts";
import type { Genre } from "#domain/genres.ts";
import {
  CHARACTER_MAX,
  CHARACTER_MIN,
  STORY_DESCRIPTION_MAX,
  STORY_DESCRIPTION_MIN,
} from "#domain/premise-limits.ts";
import { findIdeas, STORY_IDEAS, type StoryIdea } from "#domain/story-ideas.ts";
import type { StoryLength } from "#domain/story-record.ts";
import { countCharacters, truncateAtWord } from "#domain/text.ts";
import type { FormFillAnswer } from "../ai/prompts/form-fill.ts";

/** A list that is chosen by a writer stays short; what the person has chosen is never cut. */
const CHOSEN_MAX = 3;

/** A form filled from somewhere: what the person has typed stays, the rest is `found`, brought into the form's limits. */
export function fillForm(
  typed: CurrentData,
  found: FormFillAnswer,
  lengths: readonly StoryLength[],
): StoryDetails {
  const genres = findFittingGenres(typed);
  const genre = typed.genre ?? findOption(genres, found.genre) ?? genres[0] ?? found.genre;
  const romance = genre === "Romance";
  return {
    genre,
    subGenre: typed.subGenre ?? findOption(SUB_GENRES[genre] ?? [], found.subGenre),
    categories: romance ? chosen(typed.categories, ROMANCE_CATEGORIES, found.categories) : [],
    tropes: romance ? chosen(typed.tropes, ROMANCE_TROPES, found.tropes) : [],
    character: kept(typed.character, found.character, { min: CHARACTER_MIN, max: CHARACTER_MAX }),
    description: kept(typed.description, found.description, {
      min: STORY_DESCRIPTION_MIN,
      max: STORY_DESCRIPTION_MAX,
    }),
    suggestedLength: typed.storyLength ?? findOption(lengths, found.suggestedLength) ?? "medium",
  };
}

/** A typed text as it is. One that is too short for the form is a beginning: the found text takes it in. */
function kept(typed: string, found: string, { min, max }: { min: number; max: number }): string {
  if (typed !== "" && countCharacters(typed) >= min) return typed;
  const text = found.toLowerCase().includes(typed.toLowerCase()) ? found : `${typed}: ${found}`;
  return truncateAtWord(text.trim(), max - 1); // the ellipsis is one character more
}

function chosen<Option extends string>(
  typed: readonly Option[],
  options: readonly Option[],
  found: readonly string[],
): readonly Option[] {
  if (typed.length > 0) return typed;
  return options.filter((option) => found.some((name) => same(name, option))).slice(0, CHOSEN_MAX);
}

function findOption<Option extends string>(options: readonly Option[], name: string | null): Option | null {
  return (name === null ? undefined : options.find((option) => same(name, option))) ?? null;
}

function same(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.toLowerCase();
}

/** One of Booky's ideas for a form: of its genre and, where there is one, its sub-genre. `random`: from 0 up to 1. */
export function ideaForForm(typed: CurrentData, random: () => number): StoryIdea {
  const inGenre = findFittingGenres(typed).flatMap((genre: Genre) => findIdeas(genre));
  const exact = inGenre.filter((idea) => idea.subGenre === typed.subGenre);
  return pick(typed.subGenre !== null && exact.length > 0 ? exact : inGenre, random);
}

/** The one of Booky's ideas that shares the most words with what the person wrote; any, where none shares one. */
export function ideaNearest(ideas: string, random: () => number): StoryIdea {
  const asked = readLongWords(ideas);
  const shared = STORY_IDEAS.map((idea) => {
    const { title, genre, subGenre, character, description } = idea;
    const own = readLongWords([title, genre, subGenre ?? "", character, description].join(" "));
    return [...asked].filter((word) => own.has(word)).length;
  });
  const most = Math.max(...shared);
  return pick(
    STORY_IDEAS.filter((_, index) => shared[index] === most),
    random,
  );
}

const SHORTEST_WORD = 4; // shorter ones are articles and prepositions, more often than not

function readLongWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= SHORTEST_WORD));
}

function pick(ideas: readonly StoryIdea[], random: () => number): StoryIdea {
  const idea = ideas[Math.floor(random() * ideas.length)] ?? STORY_IDEAS[0];
  if (idea === undefined) throw new Error("Booky has no ideas at all.");
  return idea;
}

/** An idea in the shape that a model answers in. */
export function toFormFillAnswer(idea: StoryIdea): FormFillAnswer {
  const { categories, tropes } = idea;
  return { ...idea, categories: [...categories], tropes: [...tropes], suggestedLength: "medium" };
}
