import { buildNextPassageRequest } from "./next-passage.ts";
import { OPENING_REQUEST } from "./opening.ts";
import { toDataBlock } from "./prompt.ts";
import type { StoryPassage } from "./story-material.ts";

/** What a new version needs. `avoid`: the passage that it replaces; `after`: the message that this passage answered. */
export type Retelling = { avoid: string; after: "passage" | "continue" | "opening" };

/** Asks for another version of a passage. `passages`: the messages before that passage. */
export function buildDifferentTakeRequest(
  { avoid, after }: Retelling,
  passages: readonly StoryPassage[],
): string {
  return [
    ...(after === "passage" ? [buildNextPassageRequest(passages)] : []),
    ...(after === "opening" ? [OPENING_REQUEST] : []),
    toDataBlock("different_take", avoid),
    "The player wants another version of the passage in the different_take block, which is not told and has not happened. Write it anew: other events, other images, another first sentence. Repeat no phrase of it.",
  ].join("\n");
}
