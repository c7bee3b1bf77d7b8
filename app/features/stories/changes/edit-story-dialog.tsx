import { useState } from "react";
import * as v from "valibot";
import { readTitleFields, TitleFields } from "#app/features/conversation/title-fields.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { STORY_DESCRIPTION_MAX } from "#domain/premise-limits.ts";
import { TITLE_MAX, updateStorySchema } from "#domain/story-schemas.ts";
import { type EditErrors, type EditValues, isEditField } from "./story-change.ts";
import type { ChangeableStory } from "./story-changes.tsx";

type EditStoryDialogProps = {
  open: boolean;
  story: ChangeableStory;
  /** Gives the errors of the fields; none where it was saved, or where another failure was shown. */
  onSave: (values: EditValues) => Promise<EditErrors>;
  onClose: () => void;
};

/** Title and description. */
export function EditStoryDialog({ open, story, onSave, onClose }: EditStoryDialogProps) {
  const [errors, setErrors] = useState<EditErrors>({});
  if (!open && Object.keys(errors).length > 0) setErrors({});

  async function save(form: FormData): Promise<void> {
    const values = readTitleFields(form);
    const parsed = parseEdit(values);
    setErrors(parsed.ok ? await onSave(values) : parsed.errors);
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Edit Story"
      submit="Save Configuration"
      submitting="Saving..."
      onSubmit={save}
    >
      <TitleFields of={story} errors={errors} titleMax={TITLE_MAX} descriptionMax={STORY_DESCRIPTION_MAX} />
    </FormDialog>
  );
}

/** Reads the edit form, with the sentences of the API. */
function parseEdit(values: EditValues): { ok: true } | { ok: false; errors: EditErrors } {
  const parsed = v.safeParse(updateStorySchema, values);
  if (parsed.success) return { ok: true };
  const errors: EditErrors = {};
  for (const issue of parsed.issues) {
    const field = issue.path?.[0]?.key;
    if (isEditField(field)) errors[field] ??= issue.message;
  }
  return { ok: false, errors };
}
