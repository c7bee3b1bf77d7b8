import { TextArea, TextField } from "#app/ui/field.tsx";

const DESCRIPTION_ROWS = 3; // the specification's

/** The fields of a form that are at fault, each with its sentence. */
export type TitleErrors = { title?: string; description?: string };

type TitleFieldsProps = {
  of: { title: string; description: string };
  errors: TitleErrors;
  titleMax: number;
  descriptionMax: number;
  /** The description may be left empty, and says so. */
  isDescriptionOptional?: boolean;
};

/** Title and description of a conversation: a part of a form, read with `readTitleFields`. */
export function TitleFields(props: TitleFieldsProps) {
  const { of, errors, titleMax, descriptionMax, isDescriptionOptional = false } = props;
  return (
    <>
      <TextField
        label="Title"
        name="title"
        required
        max={titleMax}
        defaultValue={of.title}
        error={errors.title ?? null}
      />
      <TextArea
        label="Description"
        name="description"
        optional={isDescriptionOptional}
        rows={DESCRIPTION_ROWS}
        max={descriptionMax}
        defaultValue={of.description}
        error={errors.description ?? null}
      />
    </>
  );
}

export function readTitleFields(form: FormData): { title: string; description: string } {
  return { title: String(form.get("title") ?? ""), description: String(form.get("description") ?? "") };
}
