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

export const SCRIPTED_PEOPLE: readonly ScriptedPerson[] = [
  { name: "Mara Voss", short: "Mara", role: "keeper of the light", from: 0 },
  { name: "Captain Roe", short: "Roe", role: "harbour master", from: 0 },
  { name: "Tobias Finch", short: "Finch", role: "schoolteacher", from: 3 },
  { name: "Ilse Brandt", short: "Ilse", role: "radio operator", from: 7 },
  { name: "Dr. Okafor", short: "Okafor", role: "physician", from: 12 },
  { name: "Wilhelmina Dace", short: "Wilhelmina", role: "innkeeper", from: 18 },
  { name: "Søren Krag", short: "Søren", role: "diver", from: 27 },
  { name: "Father Anselm", short: "Anselm", role: "priest", from: 35 },
  { name: "Priya Raman", short: "Priya", role: "surveyor", from: 44 },
  { name: "Old Teague", short: "Teague", role: "net mender", from: 55 },
  { name: "Lucinda Hale", short: "Lucinda", role: "mayor", from: 68 },
  { name: "Jonah Pell", short: "Jonah", role: "stowaway", from: 83 },
];

/** The person's own character, and the story's premise. */
export const SCRIPTED_CHARACTER = "Wren Halloran, a relief operator who has come to Harrow for a month";
export const SCRIPTED_DESCRIPTION =
  "A voice on the harbour radio reads out the names of boats that were lost, and one of them has not sailed yet.";

const PAGE_PATHS = [
  "the lamp room",
  "the harbour office",
  "the chapel",
  "the boatyard",
  "the Blue Anchor",
  "Harrow Point",
];
const THINGS = ["logbook", "brass key", "torn chart", "wet letter", "broken lamp", "tin box"];
const WEATHERS = [
  "Rain ran down the panes in long crooked lines.",
  "The wind had gone round to the north, and the shutters answered it.",
  "Fog lay on the water so thick that the gulls walked.",
  "For the first time in days the sky over the bay was clear.",
  "Somewhere below, the tide knocked a loose plank against the piles.",
];

const ARRIVALS = [
  "The door opened before anybody had touched it. {name} stood on the step, hat in hand. “I am told you ask questions,” said {short}, and came in without waiting for an answer.",
  "“You had better hear it from the one who was there,” said {other}, and stood aside. {name} nodded to you, once. “{short} will do,” said the newcomer.",
  "A stranger had taken the chair by the stove. “{name},” {other} said by way of introduction, “and no friend of mine.” {short} laughed at that, and did not get up.",
];

const SCENES = [
  "{short} set the {thing} down on the table and looked at it for a long moment. “That was not there yesterday,” {short} said. “Nobody has been up the stairs since the boats came in.” You turned it over. On its back somebody had scratched a date, and the date was next Thursday.",
  "You followed {short} along the sea wall to {place}. Neither of you spoke until the last lamp was behind you. Then {short} stopped, listened, and pointed down at the water, where something pale moved against the current.",
  "“I counted them twice,” said {short}. “There are nine names on the stone and ten in the book.” {other} shook a slow head and would not meet your eye. Outside, the bell on the buoy rang although nothing stirred it.",
  "In {place} it smelled of tar and cold coffee. {short} had spread the papers from wall to wall and weighed them down with spoons. “Read the left-hand column,” {short} told you, “and then tell me that I am mad.” You read, and the hair rose on your neck.",
  "{other} and {short} had quarrelled; one could hear it in how carefully each of them put down a cup. “Ask {short} about the key,” {other} muttered. {short} only smiled, and wound the clock as though it were the most important thing in the world.",
  "It was {short} who heard it first. The radio had been dead for an hour, and now it hissed, cleared its throat and began to read, in a voice like a tired clerk’s: a boat, a date, a number of souls. {short} wrote it all down. “It gets further each night,” {short} whispered.",
];

const ENDINGS = [
  "Then the light went out, and in the dark something heavy was set down on the floor between you.",
  "The {thing} was gone from your pocket. Whoever had taken it could only have been one of the two.",
  "Far out, where no boat should be, a lantern swung three times, waited, and swung again.",
  "On the step lay a folded note with your name on it, and the ink was still wet.",
  "“Well?” said {short}. There were two doors, and footsteps behind both.",
];

const ACTIONS = [
  "I ask {short} what happened on the night the light failed.",
  "I take the {thing} and hold it up to the lamp.",
  "I say nothing and watch the window.",
  "I go out to look for the lantern.",
  "I tell {short} the truth about why I came to Harrow.",
];

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
      .replaceAll("{place}", pick(PAGE_PATHS, exchange))
      .replaceAll("{thing}", pick(THINGS, exchange * 3));
  return [
    `${pick(WEATHERS, exchange)} ${arriving.length > 0 ? fill(pick(ARRIVALS, exchange)) : fill(pick(SCENES, exchange + 2))}`,
    fill(pick(SCENES, exchange)),
    `${fill(pick(SCENES, exchange * 5 + 4))} ${fill(pick(ENDINGS, exchange * 2))}`,
  ].join("\n\n");
}

/** The player's action in an exchange, from 1. */
export function scriptedAction(exchange: number): string {
  const known = SCRIPTED_PEOPLE.filter(({ from }) => from < exchange);
  return pick(ACTIONS, exchange)
    .replaceAll("{short}", pick(known, exchange * 3).short)
    .replaceAll("{thing}", pick(THINGS, exchange));
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
