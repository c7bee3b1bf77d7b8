import * as v from "valibot";
import { DESCRIPTION_MAX, INTERESTS_MAX, NAME_MAX, QUIRKS_MAX, TAG_MAX, TRAIT_MAX } from "./character.ts";
import ideas from "./character-ideas.json" with { type: "json" };
import { boundedText, orLess } from "./input.ts";
import type { CharacterTexts } from "./record-parts.ts";

/** A text of the form before it is finished: it may be missing or too short yet. */
function textSoFar(max: number) {
  return v.nullish(boundedText(orLess(max, "This must be")), "");
}

function tagsSoFar(max: number) {
  const tag = boundedText(orLess(TAG_MAX, "This must be"));
  return v.nullish(
    v.pipe(v.array(tag, "This must be a list."), v.maxLength(max, `There can be up to ${max}`)),
    [],
  );
}

/** `POST /api/prompts/character`: what is typed already is kept, the rest is found. */
export const characterFillSchema = v.object({
  currentData: v.object({
    name: textSoFar(NAME_MAX),
    description: textSoFar(DESCRIPTION_MAX),
    personality: textSoFar(TRAIT_MAX),
    appearance: textSoFar(TRAIT_MAX),
    voice: textSoFar(TRAIT_MAX),
    quirks: tagsSoFar(QUIRKS_MAX),
    interests: tagsSoFar(INTERESTS_MAX),
  }),
});

/** Booky's own people, for when no model can be asked. They are free. */
export const CHARACTER_IDEAS: readonly CharacterTexts[] = ideas;

/** A filled form: what was typed stays; the rest is the answer's, cut to the form's limits. Spaces and empty tags are nothing typed. */
export function fillCharacter(typed: CharacterTexts, found: CharacterTexts): CharacterTexts {
  const text = (mine: string, theirs: string) => (mine.trim() === "" ? theirs : mine);
  const tags = (mine: string[], theirs: string[], most: number) =>
    (mine.some((tag) => tag.trim() !== "") ? mine : theirs).slice(0, most);
  return {
    name: text(typed.name, found.name),
    description: text(typed.description, found.description),
    personality: text(typed.personality, found.personality),
    appearance: text(typed.appearance, found.appearance),
    voice: text(typed.voice, found.voice),
    quirks: tags(typed.quirks, found.quirks, QUIRKS_MAX),
    interests: tags(typed.interests, found.interests, INTERESTS_MAX),
  };
}
