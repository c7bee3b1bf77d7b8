import * as v from "valibot";
import { updateStorySchema } from "#domain/story-schemas.ts";
import { type EditErrors, type EditValues, isEditField } from "./story-change.ts";

/** Reads the edit form, with the sentences of the API. */
export function parseEdit(values: EditValues): { ok: true } | { ok: false; errors: EditErrors } {
  const parsed = v.safeParse(updateStorySchema, values);
  if (parsed.success) return { ok: true };
  const errors: EditErrors = {};
  for (const issue of parsed.issues) {
    const field = issue.path?.[0]?.key;
    if (isEditField(field)) errors[field] ??= issue.message;
  }
  return { ok: false, errors };
}
