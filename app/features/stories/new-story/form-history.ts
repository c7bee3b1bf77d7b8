import * as v from "valibot";
import type { FillHistory } from "#app/features/forms/fill-history.ts";
import { type NewStoryValues, newStoryValuesSchema } from "./new-story-input.ts";

const deedSchema = v.variant("kind", [
  v.object({
    kind: v.literal("wrote"),
    what: v.picklist(["form", "premise"]),
    source: v.picklist(["model", "booky"]),
  }),
  v.object({ kind: v.literal("gave-idea"), title: v.string() }),
  v.object({ kind: v.literal("cleared") }),
]);
/** What Booky did to the form in one step. */
export type Deed = v.InferOutput<typeof deedSchema>;

const stepSchema = v.object({ before: newStoryValuesSchema, after: newStoryValuesSchema, deed: deedSchema });
export const formHistorySchema = v.object({ done: v.array(stepSchema), undone: v.array(stepSchema) });
export type FormHistory = FillHistory<NewStoryValues, Deed>;
