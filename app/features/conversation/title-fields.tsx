import { NewerFields } from "#app/features/forms/newer-fields.tsx";
import type { TextFields } from "#app/features/forms/use-text-fields.ts";
import { TextArea, TextField } from "#app/ui/field.tsx";

const DESCRIPTION_ROWS = 3; // the specification's
const LABELS = { title: "Title", description: "Description" };

type TitleFieldsProps = {
  form: TextFields<"title" | "description">;
  titleMax: number;
  descriptionMax: number;
  /** The description may be left empty, and says so. */
  isDescriptionOptional?: boolean;
};

/** Title and description of a conversation: a part of a form. */
export function TitleFields(props: TitleFieldsProps) {
  const { form, titleMax, descriptionMax, isDescriptionOptional = false } = props;
  return (
    <>
      {form.newer && <NewerFields fields={form.newer} labels={LABELS} comesIntoView onChoose={form.choose} />}
      <TextField label={LABELS.title} {...form.bind("title")} required max={titleMax} />
      <TextArea
        label={LABELS.description}
        {...form.bind("description")}
        optional={isDescriptionOptional}
        rows={DESCRIPTION_ROWS}
        max={descriptionMax}
      />
    </>
  );
}
