import * as v from "valibot";
import { DESCRIPTION_MAX, INTERESTS_MAX, NAME_MAX, QUIRKS_MAX, TAG_MAX, TRAIT_MAX } from "./character.ts";
import { boundedText } from "./input.ts";

/** The texts of the create-character dialog. */
export const characterTextsSchema = v.object({
  name: v.string(),
  description: v.string(),
  personality: v.string(),
  appearance: v.string(),
  voice: v.string(),
  quirks: v.array(v.string()),
  interests: v.array(v.string()),
});
export type CharacterTexts = v.InferOutput<typeof characterTextsSchema>;

/** A text of the form before it is finished: it may be missing or too short yet. */
function textSoFar(max: number) {
  return v.nullish(boundedText({ max, tooLong: `This must be ${max} characters or less` }), "");
}

function tagsSoFar(max: number) {
  const tag = boundedText({ max: TAG_MAX, tooLong: `This must be ${TAG_MAX} characters or less` });
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
export const CHARACTER_IDEAS: readonly CharacterTexts[] = [
  {
    name: "Oda Ferrant",
    description:
      "Night porter of a hotel that has been closed for eleven years. Still books people in, and remembers what every one of them left behind.",
    personality: "courteous, secretive, easily moved",
    appearance: "Late fifties, silver hair in a tight bun, brass buttons polished thin, ink on one thumb",
    voice: "Low and formal, with long pauses before the important word",
    quirks: ["Counts keys when nervous", "Never sits while a guest stands"],
    interests: ["lost property", "train timetables", "old songs"],
  },
  {
    name: "Bashir Quill",
    description:
      "Cartographer of places that moved. Was thrown out of three academies for being right too early, and is looking for the fourth map of a set of five.",
    personality: "restless, funny, proud",
    appearance:
      "Thirties, brown skin, curly black hair, round glasses mended with wire, a coat full of pockets",
    voice: "Quick, warm, full of asides that turn out to matter",
    quirks: ["Draws on tablecloths", "Names his pencils"],
    interests: ["rivers", "bad coffee", "card games"],
  },
  {
    name: "Maren Thistle",
    description:
      "Hedge-witch of a market town who only ever grants the second wish. Her garden knows things, and gossips.",
    personality: "blunt, patient, mischievous",
    appearance: "Sixties, weathered pale skin, a grey braid to the waist, a straw hat with a bite out of it",
    voice: "Dry, rural, never raised",
    quirks: ["Talks to bees first", "Pays every debt the same day"],
    interests: ["grafting apples", "weather", "other people's recipes"],
  },
  {
    name: "Captain Ilo Wen",
    description:
      "Flies the last mail ship between two moons that are no longer on speaking terms, and has begun to read the letters.",
    personality: "steady, wry, lonely",
    appearance:
      "Forties, short black hair going grey, a scar through the left eyebrow, a patched flight jacket",
    voice: "Calm as a checklist, until it isn't",
    quirks: ["Waters a plastic plant", "Answers questions with distances"],
    interests: ["handwriting", "radio static", "noodles"],
  },
  {
    name: "Juno Abara",
    description:
      "Forger who has sworn to paint only originals now. The museums have not noticed the difference, and one of them has just hired her as its expert.",
    personality: "charming, exact, reckless when bored",
    appearance: "Late twenties, dark skin, shaved head, gold hoop earrings, paint under every nail",
    voice: "Amused, precise, a little too close to your ear",
    quirks: ["Smells old paper before reading it", "Signs nothing"],
    interests: ["pigments", "locks", "opera from the cheap seats"],
  },
  {
    name: "Tobias Finch",
    description:
      "Village doctor who came for a summer to hide from a war and stayed for thirty winters. Knows who is buried under whose name.",
    personality: "gentle, evasive, stubborn about small things",
    appearance: "Seventies, thin, white beard, tweed waistcoat, a watch that stopped long ago",
    voice: "Soft, with an accent nobody can place",
    quirks: ["Winds the stopped watch", "Feeds the same fox every evening"],
    interests: ["chess by post", "mushrooms", "silence"],
  },
];

/** A filled form: what was typed stays; the rest is the answer's, cut to the form's limits. */
export function fillCharacter(typed: CharacterTexts, found: CharacterTexts): CharacterTexts {
  const text = (mine: string, theirs: string) => (mine === "" ? theirs : mine);
  const tags = (mine: string[], theirs: string[], most: number) =>
    (mine.length > 0 ? mine : theirs).slice(0, most);
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
