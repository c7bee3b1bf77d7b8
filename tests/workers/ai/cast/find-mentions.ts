import { type KnownName, type Mention, MentionFinder } from "#workers/ai/cast/mention-finder.ts";

/** The mentions of known names in a whole text, as `MentionFinder` finds them. */
export function findMentions(text: string, known: readonly KnownName[]): Mention[] {
  const finder = new MentionFinder(known);
  return [...finder.push(text), ...finder.end()];
}
