/** The words of a text, separated by white space. */
export function wordSet(words: string): Set<string> {
  return new Set(words.trim().split(/\s+/));
}
