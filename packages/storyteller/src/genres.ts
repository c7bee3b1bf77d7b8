import adventure from "../data/genres/adventure.json" with { type: "json" };
import comedy from "../data/genres/comedy.json" with { type: "json" };
import contemporary from "../data/genres/contemporary.json" with { type: "json" };
import drama from "../data/genres/drama.json" with { type: "json" };
import dystopian from "../data/genres/dystopian.json" with { type: "json" };
import fantasy from "../data/genres/fantasy.json" with { type: "json" };
import historicalFiction from "../data/genres/historical-fiction.json" with { type: "json" };
import horror from "../data/genres/horror.json" with { type: "json" };
import mystery from "../data/genres/mystery.json" with { type: "json" };
import openGenre from "../data/genres/open-genre.json" with { type: "json" };
import romance from "../data/genres/romance.json" with { type: "json" };
import scienceFiction from "../data/genres/science-fiction.json" with { type: "json" };
import thriller from "../data/genres/thriller.json" with { type: "json" };
import western from "../data/genres/western.json" with { type: "json" };
import { contentWords } from "./text.ts";

/** Somebody whom the storyteller brings in. */
export type CastMember = {
  /** What they are called in the running text. */
  name: string;
  fullName: string;
  pronoun: string;
  /** What they are, in a few words. */
  role: string;
  /** How they come into a story. It has their full name in it. */
  intro: string;
};

/** What a person could write into the form for a new story. */
export type Premise = {
  subGenre: string | null;
  categories: readonly string[];
  tropes: readonly string[];
  character: string;
  description: string;
};

/** The authored texts of one genre. */
export type Genre = {
  name: string;
  /** Words that point to it. */
  keywords: readonly string[];
  /** Where it plays, and what it is called, if nobody says. */
  place: string;
  title: string;
  /** Whose words the description is in: `{premise}` is the description, word for word. */
  frames: readonly string[];
  openings: readonly string[];
  cast: readonly CastMember[];
  senses: readonly string[];
  /** What people say, in two parts with `|` between. */
  lines: readonly string[];
  hooks: readonly string[];
  endings: readonly string[];
  /** What goes wrong at the beginning, in the first person. */
  troubles: readonly string[];
  premises: readonly Premise[];
};

/** In the order of the product's list. */
export const GENRES: readonly Genre[] = [
  fantasy,
  scienceFiction,
  mystery,
  romance,
  horror,
  adventure,
  historicalFiction,
  contemporary,
  thriller,
  western,
  dystopian,
  comedy,
  drama,
  openGenre,
];

/** The genre of this name; any other name is told as the open genre. */
export function findGenre(name: string): Genre {
  return GENRES.find((genre) => genre.name.toLowerCase() === name.trim().toLowerCase()) ?? openGenre;
}

/** The genre to which most words of a text point, out of these (any, where none are given); `null`: none does. */
export function guessGenre(text: string, allowed: readonly string[]): string | null {
  const said = new Set(contentWords(text));
  const scored = GENRES.filter(({ name }) => allowed.length === 0 || allowed.includes(name)).map(
    ({ name, keywords }) => ({
      name,
      score: keywords
        .join(" ")
        .split(" ")
        .filter((word) => said.has(word)).length,
    }),
  );
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return best === undefined || best.score === 0 ? null : best.name;
}
