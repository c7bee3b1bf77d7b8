import * as v from "valibot";

/** Building blocks of what the API answers with. */

/** ISO 8601, UTC. */
export const timeSchema = v.pipe(v.string(), v.isoTimestamp());
/** How many of something there are. */
export const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What a thing that can still be brought back has besides its record: when it was deleted, and when it goes for good. */
export const deletedSchema = v.object({ deletedAt: timeSchema, goneAt: timeSchema });
export type Deleted = v.InferOutput<typeof deletedSchema>;
