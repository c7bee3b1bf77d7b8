import type { Genre } from "#domain/genres.ts";

/**
 * A passage and who is in it. `characters`: one entry for each person, `|` between the names that all are theirs (any of them
 * will do). `notPeople`: what looks like a name and is none; finding it is an error like any other, listed to say what is hard.
 */
export type Passage = { genre: Genre; text: string; characters: string[]; notPeople?: string[] };
