import type { Role } from "#domain/message.ts";
import { type CastMember, DEFAULT_STORY_TITLE, type StoryBrief } from "#domain/story-record.ts";
import { truncateCharacters } from "#domain/text.ts";
import { neutralise } from "./neutralise.ts";
import { findPhase, type Pace, pacingText } from "./pacing.ts";
import {
  DATA_RULE,
  dataBlock,
  factsBlock,
  linesBlock,
  PERSON_LANGUAGE_RULE,
  type PromptMessage,
} from "./prompt.ts";

/** A message of the story as the model is given it. */
export type StoryPassage = { role: Role; content: string };

/** Somebody of the story, as far as the writer has to know them. */
export type KnownCharacter = Pick<CastMember, "name"> & {
  role?: string | null;
  description?: string | null;
};

/** All that a prompt about a story is made from. What is absent is not mentioned. */
export type StoryMaterial = {
  brief: StoryBrief;
  pace?: Pace | null;
  cast?: readonly KnownCharacter[];
  /** What happened before `passages`, in order, one line each. */
  memory?: readonly string[];
  /** Where the story is now. */
  location?: string | null;
  /** The latest messages, oldest first. */
  passages: readonly StoryPassage[];
};

/** Names and roles come from models as well: what is longer than this is no name and no role. */
const NAME_MAX = 80;
const ABOUT_MAX = 200;

/** The system message of a prompt about a story: rules, pacing, then everything known, as data. */
export function storySystem(rules: string, material: StoryMaterial): PromptMessage {
  const { brief, pace = null } = material;
  const parts = [
    rules,
    PERSON_LANGUAGE_RULE,
    DATA_RULE,
    pacingText(brief.storyLength, pace),
    storyBlocks(material),
    audience(brief),
  ];
  return { role: "system", content: parts.join("\n\n") };
}

function storyBlocks(material: StoryMaterial): string {
  const { brief, pace = null, cast = [], memory = [], location = null } = material;
  const blocks = [
    factsBlock("story_facts", [
      ["Title", brief.title === DEFAULT_STORY_TITLE ? "" : brief.title],
      ["Genre", brief.genre],
      ["Sub-genre", brief.subGenre ?? ""],
      ["Categories", brief.categories.join(", ")],
      ["Tropes", brief.tropes.join(", ")],
      ["Setting", brief.setting],
      ["Current location", location ?? ""],
      ["Story length", brief.storyLength],
      ["Exchanges so far", pace === null ? "" : String(pace.exchanges)],
      ["Phase", pace === null ? "" : findPhase(brief.storyLength, pace)],
      ["Audience", brief.isNSFW ? "adult" : "general"],
    ]),
    dataBlock("player_character", brief.character),
    dataBlock("story_description", brief.description),
  ];
  if (cast.length > 0) blocks.push(linesBlock("cast", cast.map(castLine)));
  if (memory.length > 0) blocks.push(linesBlock("memory", memory));
  return blocks.join("\n");
}

/** `Name: role; description`, as much of it as is known. */
export function castLine({ name, role, description }: KnownCharacter): string {
  const about = [role ?? "", description ?? ""].filter((text) => text.trim() !== "").join("; ");
  const shortName = truncateCharacters(name, NAME_MAX);
  return about === "" ? shortName : `${shortName}: ${truncateCharacters(about, ABOUT_MAX)}`;
}

export function audience({ isNSFW }: Pick<StoryBrief, "isNSFW">): string {
  return isNSFW
    ? "The player is an adult and has asked for adult content."
    : "Write for a general audience: nothing sexually explicit, no gore for its own sake.";
}

/** The story so far as turns of a talk: what the person wrote in blocks, the passages as the writer's own words. */
export function toldMessages(passages: readonly StoryPassage[]): PromptMessage[] {
  return passages.map(({ role, content }) =>
    role === "assistant"
      ? { role, content: neutralise(content) }
      : { role, content: dataBlock("player_action", content) },
  );
}
