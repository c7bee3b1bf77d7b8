import * as v from "valibot";
import { updateStorySchema } from "#domain/story-schemas.ts";

/** What a person can do to a whole story. */
export type StoryChange =
  | { intent: "update"; title: string; description: string }
  | { intent: "delete" | "restore" | "archive" | "unarchive" };

export type EditField = "title" | "description";
export type EditErrors = Partial<Record<EditField, string>>;
export type EditValues = Record<EditField, string>;

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

export function isEditField(name: unknown): name is EditField {
  return name === "title" || name === "description";
}
