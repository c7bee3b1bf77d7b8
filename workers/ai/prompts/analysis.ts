import * as v from "valibot";
import { LORE_KINDS } from "#domain/lore.ts";
import {
  buildQuestion,
  buildTaskRequest,
  DATA_REMINDER,
  type PromptMessage,
  TEXT_LANGUAGE_RULE,
  toDataBlock,
  toOptionalBlock,
} from "./prompt.ts";
import { castLine, type KnownCharacter, toShortName } from "./story-prompt.ts";
import { TASK_MARKERS } from "./task-markers.ts";

const RULES = `You read a passage of an interactive story and write down who is in it and where it ends. You add nothing that the passage does
not say or clearly show.`;

const line = v.optional(v.nullable(v.pipe(v.string(), v.trim())), null);

/** What `buildAnalysisPrompt` asks for. Absent is `null`. */
export const analysisAnswerSchema = v.object({
  characters: v.array(
    v.object({
      name: v.pipe(v.string(), v.trim(), v.nonEmpty()),
      aliases: v.optional(v.array(v.pipe(v.string(), v.trim())), []),
      role: line,
      description: line,
      personality: line,
    }),
  ),
  currentLocation: line,
  /** What happens in the passage. */
  heading: line,
  /** What the passage tells of the world that should be kept. */
  lore: v.fallback(
    v.optional(
      v.array(
        v.object({
          name: v.pipe(v.string(), v.trim(), v.nonEmpty()),
          kind: v.fallback(v.picklist(LORE_KINDS), "other"),
          text: v.pipe(v.string(), v.trim(), v.nonEmpty()),
          keys: v.fallback(v.optional(v.array(v.pipe(v.string(), v.trim())), []), []),
        }),
      ),
      [],
    ),
    [],
  ),
});
export type AnalysisAnswer = v.InferOutput<typeof analysisAnswerSchema>;

export type PassageToAnalyse = {
  passage: string;
  /** Everybody who is known already, the person's own character not among them. */
  cast: readonly (KnownCharacter & { aliases?: readonly string[] })[];
  /** What may be somebody's name in the passage, and is not known yet. */
  names?: readonly string[];
  /** The person's own character, as they described it. */
  character: string;
  /** Names of the lorebooks' entries. */
  lore?: readonly string[];
  /** `all`: those of the known cast as well, where the passage shows them changed. */
  about?: "new" | "all";
};

const WHO = {
  new: "are in the passage and not in the known cast?",
  all: "are in the passage, those of the known cast included? Of those in the known cast say only what the passage shows to have changed or what the cast does not say yet, in full, and null for the rest.",
} as const;

/** Asks who is new in a passage and where the story is after it (structured answer: `analysisAnswerSchema`). */
export function buildAnalysisPrompt({
  passage,
  cast,
  names = [],
  character,
  lore = [],
  about = "new",
}: PassageToAnalyse): PromptMessage[] {
  return buildQuestion({
    marker: TASK_MARKERS.analysis,
    rules: `${RULES} ${TEXT_LANGUAGE_RULE}`,
    blocks: [
      toDataBlock("player_character", character),
      ...toOptionalBlock("known_cast", cast.map(knownLine)),
      toDataBlock("passage", passage),
      ...toOptionalBlock("names", names),
      ...toOptionalBlock("known_lore", lore),
    ],
    request: buildAnalysisRequest(about),
  });
}

/** The task at the end of the story's own prompt, about its last passage or its last two. */
export type TaskToAnalyse = Pick<PassageToAnalyse, "cast" | "names" | "lore"> & {
  about: "new" | "all";
  passages: 1 | 2;
};

/** The same task at the end of the story's own prompt. It lists the known people whose facts may have changed. */
export function buildAnalysisTask({ cast, names = [], lore = [], about, passages }: TaskToAnalyse): string {
  const lines = cast.map((known) =>
    about === "all" ? knownLine(known) : withAliases(toShortName(known.name), known.aliases),
  );
  const which =
    passages === 1
      ? "The passage is the last one of the story above."
      : "The passage is the last two of the story above together.";
  return buildTaskRequest(
    TASK_MARKERS.analysis,
    `${RULES} ${TEXT_LANGUAGE_RULE}`,
    [
      ...toOptionalBlock("known_cast", lines),
      ...toOptionalBlock("names", names),
      ...toOptionalBlock("known_lore", lore),
      `${which} ${buildAnalysisRequest(about)}`,
    ].join("\n"),
  );
}

function buildAnalysisRequest(about: "new" | "all"): string {
  return `Which people or speaking creatures with a name ${WHO[about]} The player's character ("you") is none of them; places, ships, months, gods and companies are none either. Decide about every line of "names" where it is given: it is the name of such a person; or another name of somebody in the known cast, then list them by their known name, with it among the "aliases"; or nobody's, then leave it out. For each person: "name" exactly as written in full, "aliases" by which the passage also calls them, "role" in the story, "description" of how they look and what they are, "personality", each a few words or null where the passage does not tell. "currentLocation": where the scene is at the end, a few words, or null. "heading": what happens in the passage, two to five words, like the title of a chapter. "lore": at most two things that the passage establishes for good and that whoever goes on must not get wrong: a place, a thing, a rule of this world, something past; not what merely happens now, and mostly none. Of each: "name", by the name in "known_lore" if it is there, "kind" (person, place, thing, rule, past or other), "text" of one or two sentences with only what the passage tells, "keys": other words by which it is called. Answer with JSON: {"characters": [{"name": "…", "aliases": [], "role": null, "description": null, "personality": null}], "currentLocation": null, "heading": null, "lore": []}. ${DATA_REMINDER}`;
}

function knownLine(known: PassageToAnalyse["cast"][number]): string {
  return withAliases(castLine(known), known.aliases);
}

function withAliases(line: string, aliases: readonly string[] = []): string {
  return aliases.length > 0 ? `${line} (also: ${aliases.join(", ")})` : line;
}
