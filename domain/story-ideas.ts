import { GENRES, type Genre } from "./genres.ts";
import ideas from "./story-ideas.json" with { type: "json" };

/** One of Booky's ideas for a story: as much of the new-story form as an idea has. */
export type StoryIdea = {
  title: string;
  genre: Genre;
  /** Where the genre has sub-genres. */
  subGenre: string | null;
  /** Of Romance alone; see `ROMANCE_CATEGORIES` and `ROMANCE_TROPES`. */
  categories: readonly string[];
  tropes: readonly string[];
  character: string;
  description: string;
};

/** Booky's story prompts, at least three a genre. */
export const STORY_IDEAS: readonly StoryIdea[] = GENRES.flatMap(findIdeas);

/** Booky's ideas of one genre. */
export function findIdeas(genre: Genre): StoryIdea[] {
  return ideas[genre].map((idea) => ({ genre, subGenre: null, categories: [], tropes: [], ...idea }));
}
