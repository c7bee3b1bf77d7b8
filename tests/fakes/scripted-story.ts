import STORY from "./scripted-story.json" with { type: "json" };

/**
 * A story of a hundred exchanges with twelve named people, the same in every run, for measurements of prompts, model
 * calls and the cast. It is prose in which people come, stay and come back, with places and other names between them.
 */

/** Exchanges after the opening. */
export const SCRIPTED_EXCHANGES = 100;

export type ScriptedPerson = {
  name: string;
  /** The short name that the text mostly uses. */
  short: string;
  role: string;
  /** The passage in which they are first named; 0 is the opening. */
  from: number;
};

export const SCRIPTED_PEOPLE: readonly ScriptedPerson[] = STORY.people;
/** The person's own character, and the story's premise. */
export const { character: SCRIPTED_CHARACTER, description: SCRIPTED_DESCRIPTION } = STORY;

/** The passage of the narrator in an exchange; 0 is the opening. About 170 words. */
export function scriptedPassage(exchange: number): string {
  const known = SCRIPTED_PEOPLE.filter(({ from }) => from <= exchange);
  const arriving = known.filter(({ from }) => from === exchange);
  const first = arriving[0] ?? pick(known, exchange * 7 + 3);
  const others = known.filter((person) => person !== first);
  const other = arriving[1] ?? (others.length > 0 ? pick(others, exchange * 5 + 1) : first);
  const fill = (text: string) =>
    text
      .replaceAll("{name}", first.name)
      .replaceAll("{short}", first.short)
      .replaceAll("{other}", other.from === exchange ? other.name : other.short)
      .replaceAll("{place}", pick(STORY.places, exchange))
      .replaceAll("{thing}", pick(STORY.things, exchange * 3));
  return [
    `${pick(STORY.weathers, exchange)} ${arriving.length > 0 ? fill(pick(STORY.arrivals, exchange)) : fill(pick(STORY.scenes, exchange + 2))}`,
    fill(pick(STORY.scenes, exchange)),
    `${fill(pick(STORY.scenes, exchange * 5 + 4))} ${fill(pick(STORY.endings, exchange * 2))}`,
  ].join("\n\n");
}

/** The player's action in an exchange, from 1. */
export function scriptedAction(exchange: number): string {
  const known = SCRIPTED_PEOPLE.filter(({ from }) => from < exchange);
  return pick(STORY.actions, exchange)
    .replaceAll("{short}", pick(known, exchange * 3).short)
    .replaceAll("{thing}", pick(STORY.things, exchange));
}

/** The people of the story whom a text names, as a model that reads well would list them. */
export function findScriptedPeople(text: string): ScriptedPerson[] {
  return SCRIPTED_PEOPLE.filter(({ name, short }) => text.includes(name) || text.includes(short));
}

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
}
