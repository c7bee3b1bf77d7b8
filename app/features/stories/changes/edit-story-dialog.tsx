import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextArea, TextField } from "#app/ui/field.tsx";
import { STORY_DESCRIPTION_MAX, TITLE_MAX } from "#domain/story-schemas.ts";
import styles from "./edit-story-dialog.module.css";
import { parseEdit } from "./parse-edit.ts";
import type { EditErrors, EditValues } from "./story-change.ts";
import type { ChangeableStory } from "./story-changes.tsx";

const DESCRIPTION_ROWS = 3; // the specification's

type EditStoryDialogProps = {
  open: boolean;
  story: ChangeableStory;
  /** Gives the errors of the fields; none where it was saved, or where another failure was shown. */
  onSave: (values: EditValues) => Promise<EditErrors>;
  onClose: () => void;
};

/** Title and description. It stays open until they are saved, so that a failure loses nothing. */
export function EditStoryDialog({ open, story, onSave, onClose }: EditStoryDialogProps) {
  const id = useId();
  const [saving, setSaving] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Edit Story"
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={id} disabled={saving}>
            {saving ? "Saving..." : "Save Configuration"}
          </Button>
        </>
      }
    >
      <EditForm
        id={id}
        story={story}
        onSave={async (values) => {
          setSaving(true);
          try {
            return await onSave(values);
          } finally {
            setSaving(false);
          }
        }}
        saving={saving}
      />
    </Dialog>
  );
}

type EditFormProps = Pick<EditStoryDialogProps, "story" | "onSave"> & { id: string; saving: boolean };

function EditForm({ id, story, onSave, saving }: EditFormProps) {
  const [errors, setErrors] = useState<EditErrors>({});
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (saving) return;
    const values = readEditValues(new FormData(event.currentTarget));
    const parsed = parseEdit(values);
    const wrong = parsed.ok ? await onSave(values) : parsed.errors;
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  }

  return (
    <form id={id} ref={form} className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Title"
        name="title"
        required
        max={TITLE_MAX}
        defaultValue={story.title}
        error={errors.title ?? null}
      />
      <TextArea
        label="Description"
        name="description"
        rows={DESCRIPTION_ROWS}
        max={STORY_DESCRIPTION_MAX}
        defaultValue={story.description}
        error={errors.description ?? null}
      />
    </form>
  );
}

function readEditValues(form: FormData): EditValues {
  return { title: String(form.get("title") ?? ""), description: String(form.get("description") ?? "") };
}
