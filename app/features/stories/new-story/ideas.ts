import type { Genre } from "#domain/genres.ts";
import { findIdeas, STORY_IDEAS, type StoryIdea } from "#domain/story-prompts.ts";

/** Booky's ideas of a genre, of any for null, in an order by chance. `random`: from 0 up to 1. */
export function shuffledIdeas(genre: Genre | null, random: () => number): StoryIdea[] {
  return shuffled(genre === null ? STORY_IDEAS : findIdeas(genre), random);
}

/** The same ideas in another order: those that were at the front come last. */
export function reshuffled(ideas: readonly StoryIdea[], front: number, random: () => number): StoryIdea[] {
  return [...shuffled(ideas.slice(front), random), ...shuffled(ideas.slice(0, front), random)];
}

function shuffled(ideas: readonly StoryIdea[], random: () => number): StoryIdea[] {
  const drawn = ideas.map((idea) => ({ idea, at: random() }));
  return drawn.sort((a, b) => a.at - b.at).map(({ idea }) => idea);
}
