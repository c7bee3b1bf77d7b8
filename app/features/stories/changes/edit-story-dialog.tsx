import * as v from "valibot";
import { readTitleFields, TitleFields } from "#app/features/conversation/title-fields.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { showError } from "#app/ui/toaster.tsx";
import { pickChanged } from "#domain/json.ts";
import { STORY_DESCRIPTION_MAX } from "#domain/premise-limits.ts";
import { TITLE_MAX, updateStorySchema } from "#domain/story-schemas.ts";
import type { ChangeableStory, EditValues } from "./story-change.ts";

type EditStoryDialogProps = {
  open: boolean;
  story: ChangeableStory;
  /** Resolves to whether it was saved, and shows what went wrong. Throws what is wrong with a field. */
  onSave: (values: EditValues) => Promise<boolean>;
  onClose: () => void;
};

/** Title and description. */
export function EditStoryDialog({ open, story, onSave, onClose }: EditStoryDialogProps) {
  async function save(form: FormData): Promise<boolean> {
    const values = pickChanged(readTitleFields(form), story);
    v.parse(updateStorySchema, values); // with the sentences of the API
    return onSave(values);
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Edit Story"
      submit="Save Configuration"
      submitting="Saving..."
      onSubmit={save}
      onFailed={({ message }) => showError(message)}
    >
      <TitleFields of={story} titleMax={TITLE_MAX} descriptionMax={STORY_DESCRIPTION_MAX} />
    </FormDialog>
  );
}
