import { type KnownName, MentionFinder } from "#workers/ai/cast/mention-finder.ts";

/** [start, end) in UTF-16 code units. */
export type Mention = { name: string; start: number; end: number };

/** The mentions of known names in a whole text, as `MentionFinder` finds them. */
export function findMentions(text: string, known: readonly KnownName[]): Mention[] {
  const finder = new MentionFinder(known);
  finder.push(text);
  finder.end();
  return listMentions(finder);
}

/** What a finder has found until now, in the order of the text. */
export function listMentions(finder: MentionFinder): Mention[] {
  return finder
    .analysis()
    .mentionedCharacters.flatMap(({ name, positions }) =>
      positions.map(([start, end]) => ({ name, start, end })),
    )
    .sort((one, other) => one.start - other.start);
}
