import type { Genre } from "#domain/genres.ts";

/**
 * A passage and the people in it. `characters`: one entry per person, with all their names separated by `|` (any of
 * them is right). `notPeople`: words that look like names but are none. Finding one is an error like any other; they
 * are listed to show what is difficult.
 */
export type Passage = { genre: Genre; text: string; characters: string[]; notPeople?: string[] };
