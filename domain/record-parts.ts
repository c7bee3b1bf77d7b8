import * as v from "valibot";
import { EMBLEM_HUES, EMBLEM_LAYOUTS, EMBLEM_MOTIFS } from "./choose-emblem.ts";

/** Parts of the API's answers. */

/** Whether an ISO timestamp can be computed with: `Date` does not know all that valibot takes for one, such as an offset of `+00`. */
export function isReadableTime(time: string): boolean {
  return !Number.isNaN(Date.parse(time));
}

/** ISO 8601, UTC. */
export const timeSchema = v.pipe(v.string(), v.isoTimestamp(), v.check(isReadableTime));
/** How many of something there are. */
export const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The texts of a character. */
export const characterTextsSchema = v.object({
  name: v.string(),
  description: v.string(),
  personality: v.string(),
  appearance: v.string(),
  voice: v.string(),
  quirks: v.array(v.string()),
  interests: v.array(v.string()),
});
export type CharacterTexts = v.InferOutput<typeof characterTextsSchema>;

/** What stands for a person of whom there is no picture. */
export const emblemSchema = v.object({
  hue: v.picklist(EMBLEM_HUES),
  motif: v.picklist(EMBLEM_MOTIFS),
  layout: v.picklist(EMBLEM_LAYOUTS),
});

/** The extra fields of something in "Recently deleted": when it was deleted, and when it is deleted permanently. */
export const deletedSchema = v.object({ deletedAt: timeSchema, goneAt: timeSchema });
export type Deleted = v.InferOutput<typeof deletedSchema>;
