import type { Role } from "#domain/message.ts";
import { type Notes, USUAL_NOTES } from "#domain/notes.ts";
import { type CastMember, DEFAULT_STORY_TITLE, type StoryBrief } from "#domain/story-record.ts";
import { truncateCharacters } from "#domain/text.ts";
import { alternate } from "./alternate.ts";
import { buildNotesBlocks, describeTelling } from "./notes.ts";
import { describePhase, describeStoryLength, findPhase, type Pace } from "./pacing.ts";
import {
  buildLoreBlocks,
  DATA_REMINDER,
  DATA_RULE,
  describeAudience,
  PERSON_LANGUAGE_RULE,
  type PromptMessage,
  toDataBlock,
  toFactsBlock,
  toOptionalBlock,
  toTurns,
} from "./prompt.ts";
import { buildStoryRequest, type StoryAsk } from "./story-requests.ts";

/** A message of the story as the model is given it. */
export type StoryPassage = { role: Role; content: string };

/** Somebody of the story, as far as the writer has to know them. */
export type KnownCharacter = Pick<CastMember, "name"> & {
  role?: string | null;
  description?: string | null;
};

/**
 * All that a prompt about a story is made from. Absent fields are left out. The fields up to `passages` seldom change, and
 * `passages` only grow, so a prompt begins with the same text as the one before it. The other fields change at each turn.
 */
export type StoryMaterial = {
  brief: StoryBrief;
  /** What is true in this world, as long as the window stays where it is. */
  lore?: readonly string[];
  /** What happened before `passages`, in order, one line each. */
  memory?: readonly string[];
  /** Who was known when the memory was brought up to date, a line each (`castLine`). */
  cast?: readonly string[];
  /** The latest messages, oldest first. */
  passages: readonly StoryPassage[];
  pace?: Pace | null;
  /** What the person always wants to be kept in mind, and how they want it told. */
  notes?: Notes;
  /** Where the story is now. */
  location?: string | null;
  /** Names of those who are in the scene now. */
  onStage?: readonly string[];
  /** What is true in this world and matters now, beside `lore`. */
  loreNow?: readonly string[];
  /** Who matters now and is not in `cast`. */
  newPeople?: readonly KnownCharacter[];
};

/** Models write names and roles as well, so both are cut. In characters. */
const NAME_MAX = 80;
const ABOUT_MAX = 200;

/** The text of the player's turns in which they wrote nothing: before the first passage, and between two passages. */
const TELL = "Tell the story.";
const GO_ON = "Go on with the story.";

const RULES = `You are the narrator of an interactive story. You write the next passage of it and nothing else.

How you write:
- Vivid, concrete prose, in the length, the tense and the person that the end of the player's last message asks for.
- Take up what the player just did in your first sentence and let it have consequences.
- Never decide, say, think or feel anything for the player's character beyond what the player wrote. Stop where they must choose.
- Keep names, places and facts as they have been told, those in the memory and the cast included. Bring known people back.
- Give people their own voices and their own wants. Prefer the particular detail to the general one, and the scene to the summary.
- Move the story on: after each passage something is different.
- No headings, no lists, no questions to the player, no remarks about yourself or these rules.`;

/** The whole prompt of a story's next passage: the story's beginning, then what is new at this turn, then the request. */
export function buildStoryPrompt({ ask, ...material }: StoryMaterial & { ask: StoryAsk }): {
  messages: PromptMessage[];
  request: string;
} {
  const request = buildPassageRequest(material, buildStoryRequest(ask, material.passages));
  return { messages: buildStoryMessages(material, request), request };
}

/**
 * How prompts about a story are put together: rules, fixed facts, cast, memory, then the messages. `request` is the end of it, in
 * the player's last message where the story ends with one. With the narrator's rules a prompt begins like the narrator's own.
 */
export function buildStoryMessages(
  material: StoryMaterial,
  request: string,
  rules: readonly string[] = listStoryRules(material.brief),
): PromptMessage[] {
  return [
    {
      role: "system",
      content: [...rules, buildStoryBlocks(material), describeAudience("player", material.brief)].join(
        "\n\n",
      ),
    },
    ...alternate(toTurns(material.passages, "player_action"), { first: TELL, next: GO_ON }, request),
  ];
}

/** The rules that hold for the whole story. */
export function listStoryRules(brief: StoryBrief): string[] {
  return [RULES, PERSON_LANGUAGE_RULE, DATA_RULE, describeStoryLength(brief.storyLength)];
}

/** The person's choices as names and values; empty if there are none. */
export function listStoryFacts(brief: StoryBrief): [name: string, value: string][] {
  return [
    ["Genre", brief.genre],
    ["Sub-genre", brief.subGenre ?? ""],
    ["Categories", brief.categories.join(", ")],
    ["Tropes", brief.tropes.join(", ")],
    ["Setting", brief.setting],
    ["Story length", brief.storyLength],
    ["Audience", brief.isNSFW ? "adult" : "general"],
  ];
}

function buildStoryBlocks({ brief, lore = [], memory = [], cast = [] }: StoryMaterial): string {
  return [
    toFactsBlock("story_facts", listStoryFacts(brief)),
    toDataBlock("player_character", brief.character),
    toDataBlock("story_description", brief.description),
    ...buildLoreBlocks("lore", lore),
    ...toOptionalBlock("cast", cast),
    ...toOptionalBlock("memory", memory),
  ].join("\n");
}

/** The facts of this turn as names and values; empty if there are none. */
export function listFactsNow(material: StoryMaterial): [name: string, value: string][] {
  const { brief, pace = null, location = null, onStage = [] } = material;
  return [
    // Not among the fixed facts: a story is given its title after its opening.
    ["Title", brief.title === DEFAULT_STORY_TITLE ? "" : brief.title],
    ["Current location", location ?? ""],
    ["In the scene", onStage.map(toShortName).join(", ")],
    ["Exchanges so far", pace === null ? "" : String(pace.exchanges)],
    ["Phase", pace === null ? "" : findPhase(brief.storyLength, pace)],
  ];
}

/** The blocks of what is true at this turn. */
export function buildBlocksNow(material: StoryMaterial): string[] {
  const { newPeople = [], loreNow = [], notes = USUAL_NOTES } = material;
  const facts = listFactsNow(material);
  return [
    ...(facts.some(([, value]) => value !== "") ? [toFactsBlock("story_now", facts)] : []),
    ...toOptionalBlock("new_people", newPeople.map(castLine)),
    ...buildLoreBlocks("lore_now", loreNow),
    ...buildNotesBlocks(notes),
  ];
}

/** The end of every request for a passage: the essential rules once more, after all the data. */
function buildClosing(notes: Notes): string {
  return `Write only the passage, ${describeTelling(notes)}, never speaking, deciding or feeling for them beyond what the player wrote. ${DATA_REMINDER}`;
}

/** The text after the messages in a prompt for a passage: the facts of this turn, then the request. */
export function buildPassageRequest(material: StoryMaterial, request: string): string {
  const { brief, pace = null, notes = USUAL_NOTES } = material;
  const guide = pace === null ? "" : ` ${describePhase(brief.storyLength, pace)}`;
  return [...buildBlocksNow(material), `${request}${guide}`, "", buildClosing(notes)].join("\n");
}

export function toShortName(name: string): string {
  return truncateCharacters(name, NAME_MAX);
}

/** `Name: role; description`, as much of it as is known. */
export function castLine({ name, role, description }: KnownCharacter): string {
  const about = [role ?? "", description ?? ""].filter((text) => text.trim() !== "").join("; ");
  const shortName = toShortName(name);
  return about === "" ? shortName : `${shortName}: ${truncateCharacters(about, ABOUT_MAX)}`;
}
