import * as v from "valibot";
import { TitleFields } from "#app/features/conversation/title-fields.tsx";
import { useTextFields } from "#app/features/forms/use-text-fields.ts";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { showError } from "#app/ui/show-toast.tsx";
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
  const { title, description } = story;
  const form = useTextFields({ title, description }, open);
  async function save(): Promise<boolean> {
    const { change, before } = form.findChange();
    v.parse(updateStorySchema, change); // with the sentences of the API
    return onSave({ ...change, before });
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Edit Story"
      submit="Save Configuration"
      submitting="Saving..."
      onSubmit={save}
      onFailed={(failure) => !form.showsNewer(failure) && showError(failure.message)}
    >
      <TitleFields form={form} titleMax={TITLE_MAX} descriptionMax={STORY_DESCRIPTION_MAX} />
    </FormDialog>
  );
}
