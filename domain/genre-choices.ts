import type { Genre } from "./genres.ts";

/** Genres without an entry have no sub-genres. */
export const SUB_GENRES: Partial<Record<Genre, readonly string[]>> = {
  Fantasy: [
    "High",
    "Urban",
    "Dark",
    "Epic",
    "Sword & Sorcery",
    "Magical Realism",
    "Portal Fantasy",
    "Fairy Tale Retelling",
  ],
  "Science Fiction": [
    "Space Opera",
    "Cyberpunk",
    "Dystopian",
    "Time Travel",
    "Alien Contact",
    "Post-Apocalyptic",
    "Hard Sci-Fi",
    "Biopunk",
  ],
  Mystery: [
    "Cozy Mystery",
    "Police Procedural",
    "Private Detective",
    "Locked Room Mystery",
    "Cold Case",
    "Psychological Thriller",
    "Murder Mystery",
    "Crime Drama",
  ],
  Horror: [
    "Psychological",
    "Supernatural",
    "Gothic",
    "Body",
    "Cosmic",
    "Slasher",
    "Zombie Apocalypse",
    "Haunted House",
  ],
  Thriller: ["Psychological", "Action", "Espionage", "Legal", "Medical", "Techno", "Political", "Domestic"],
};

export const ROMANCE_CATEGORIES = [
  "Sports",
  "Billionaires",
  "Office Romance",
  "Cozy Romance",
  "Summer Romance",
  "Secret Identity",
  "Hockey Players",
  "Rockstar",
  "Single Parent",
  "Vampire",
  "Werewolf",
  "Cowboy",
  "Exes",
  "Mafia",
  "Small Town",
  "Royalty",
  "Military",
  "Time Travel",
  "Fantasy Romance",
] as const;

export const ROMANCE_TROPES = [
  "Enemies to Lovers",
  "Love Triangle",
  "Friends to Lovers",
  "Toxic/Drama",
  "Second Chance Romance",
  "Forbidden Love",
  "Grumpy and Sunshine",
  "Fake Relationship",
] as const;

type DependentFields = {
  genre: Genre;
  subGenre: string | null;
  categories: readonly string[];
  tropes: readonly string[];
};

/** Sub-genres belong to a genre, categories and tropes to Romance; another genre's are a mistake, not silently dropped. */
export function fitsGenre(story: DependentFields): boolean {
  if (story.subGenre !== null && !(SUB_GENRES[story.genre] ?? []).includes(story.subGenre)) return false;
  return story.genre === "Romance" || (story.categories.length === 0 && story.tropes.length === 0);
}
