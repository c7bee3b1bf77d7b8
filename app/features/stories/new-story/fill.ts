import { type BookyFill, isSameValue, takeBackFill } from "#app/features/forms/booky-fill.ts";
import type { StoryDetails } from "#domain/form-fill.ts";
import { SUB_GENRES } from "#domain/genre-choices.ts";
import { GENRES } from "#domain/genres.ts";
import { CHARACTER_MIN, STORY_DESCRIPTION_MAX, STORY_DESCRIPTION_MIN } from "#domain/premise-limits.ts";
import type { StoryIdea } from "#domain/story-ideas.ts";
import { countCharacters, truncateAtWord } from "#domain/text.ts";
import { type NewStoryField, type NewStoryValues, onlyOfItsGenre } from "./new-story-input.ts";
import { hasLength, type Writer } from "./writer.ts";

/** Whether a field is empty, or too short to be more than a beginning. Without one there is nothing to be filled. */
export function hasGaps(values: NewStoryValues): boolean {
  const genre = GENRES.find((name) => name === values.genre);
  if (genre === undefined || isShort(values.character, CHARACTER_MIN)) return true;
  if (hasRoomForPremise(values)) return true;
  if (genre === "Romance") return values.categories.length === 0 || values.tropes.length === 0;
  return SUB_GENRES[genre] !== undefined && values.subGenre === "";
}

/**
 * `currentData` of the call that fills the form. A length that nobody chose is left open, so that one can be suggested.
 */
export function toCurrentData(values: NewStoryValues, options: { lengthChosen: boolean }) {
  const { character, genre, subGenre, categories, tropes, storyLength, description } = values;
  return {
    character,
    genre,
    subGenre,
    categories,
    tropes,
    storyLength: options.lengthChosen ? storyLength : null,
    description,
  };
}

/**
 * The form with what was written into it. `asked` is what the request went out with: whatever the person has changed
 * while it was under way stays theirs, and so does the length, where their plan does not have the suggested one.
 */
export function filled(
  now: NewStoryValues,
  asked: NewStoryValues,
  details: StoryDetails,
  writer: Writer,
): NewStoryValues {
  const { suggestedLength } = details;
  const found: NewStoryValues = {
    ...now,
    ...details,
    subGenre: details.subGenre ?? "",
    categories: [...details.categories],
    tropes: [...details.tropes],
    storyLength: hasLength(writer, suggestedLength) ? suggestedLength : now.storyLength,
  };
  return pickEach((field) => (isSameValue(now[field], asked[field]) ? found : now));
}

/** Whether the description is still to be written. */
export function hasRoomForPremise(values: NewStoryValues): boolean {
  return isShort(values.description, STORY_DESCRIPTION_MIN);
}

/** The premise alone, where no more was to be had: it takes in a beginning, and leaves a whole text as it is. */
export function withPremise(now: NewStoryValues, premise: string): NewStoryValues {
  const typed = now.description.trim();
  if (!hasRoomForPremise(now)) return now;
  const text = premise.toLowerCase().includes(typed.toLowerCase()) ? premise : `${typed}: ${premise}`;
  return { ...now, description: truncateAtWord(text, STORY_DESCRIPTION_MAX - 1) }; // the ellipsis is one character more
}

/** The form with one of Booky's ideas in it. The length and the flag stay as they are. */
export function withIdea(now: NewStoryValues, idea: StoryIdea): NewStoryValues {
  const { title, genre, subGenre, categories, tropes, character, description } = idea;
  return {
    ...now,
    title,
    genre,
    subGenre: subGenre ?? "",
    categories: [...categories],
    tropes: [...tropes],
    character,
    description,
  };
}

/** The form without a fill, with what belongs to its genre. */
export function withoutFill(now: NewStoryValues, fill: BookyFill<NewStoryValues>): NewStoryValues {
  return onlyOfItsGenre(takeBackFill(now, fill));
}

/** What the person has written of the story so far, as free ideas; never empty. */
export function joinIdeas(values: NewStoryValues): string {
  const { genre, subGenre, categories, tropes, character, description } = values;
  const texts = [genre, subGenre, ...categories, ...tropes, character, description].map((text) =>
    text.trim(),
  );
  return texts.filter((text) => text !== "").join(". ") || "A story of any genre";
}

/** A form put together of several, each field from the one that `from` names for it. */
function pickEach(from: (field: NewStoryField) => NewStoryValues): NewStoryValues {
  return onlyOfItsGenre({
    genre: from("genre").genre,
    subGenre: from("subGenre").subGenre,
    categories: from("categories").categories,
    tropes: from("tropes").tropes,
    character: from("character").character,
    description: from("description").description,
    storyLength: from("storyLength").storyLength,
    isNSFW: from("isNSFW").isNSFW,
    title: from("title").title,
  });
}

function isShort(text: string, min: number): boolean {
  return countCharacters(text.trim()) < min;
}
