import type { Passage } from "./passages/passage.ts";

export type Score = { passages: number; people: number; precision: number; recall: number; errors: string[] };

type Found = { name: string; aliases: string[] };

/**
 * Compares the found characters with the labels. A found character is right if its name or an alias is one of a
 * person's names. A second one for the same person, or one whose names belong to two people, is wrong.
 */
export function scorePassages(passages: readonly Passage[], find: (text: string) => Found[]): Score {
  let right = 0;
  let found = 0;
  let people = 0;
  const errors: string[] = [];
  for (const passage of passages) {
    const labels = passage.characters.map((names) => new Set(names.split("|")));
    const met = new Set<Set<string>>();
    people += labels.length;
    for (const character of find(passage.text)) {
      found += 1;
      const names = [character.name, ...character.aliases];
      const fitting = labels.filter((label) => names.some((name) => label.has(name)));
      const [label] = fitting;
      if (fitting.length === 1 && label !== undefined && !met.has(label)) {
        met.add(label);
        right += 1;
      } else errors.push(`${passage.genre}: found ${names.join(" = ")} (${passage.text.slice(0, 30)}…)`);
    }
    for (const label of labels) {
      if (!met.has(label))
        errors.push(`${passage.genre}: missed ${[...label].join(" = ")} (${passage.text.slice(0, 30)}…)`);
    }
  }
  return {
    passages: passages.length,
    people,
    precision: found === 0 ? 0 : right / found,
    recall: right / people,
    errors,
  };
}
