import { TextArea, TextField } from "#app/ui/field.tsx";

const DESCRIPTION_ROWS = 3; // the specification's

type TitleFieldsProps = {
  of: { title: string; description: string };
  titleMax: number;
  descriptionMax: number;
  /** The description may be left empty, and says so. */
  isDescriptionOptional?: boolean;
};

/** Title and description of a conversation: a part of a form, read with `readTitleFields`. */
export function TitleFields(props: TitleFieldsProps) {
  const { of, titleMax, descriptionMax, isDescriptionOptional = false } = props;
  return (
    <>
      <TextField label="Title" name="title" required max={titleMax} defaultValue={of.title} />
      <TextArea
        label="Description"
        name="description"
        optional={isDescriptionOptional}
        rows={DESCRIPTION_ROWS}
        max={descriptionMax}
        defaultValue={of.description}
      />
    </>
  );
}

export function readTitleFields(form: FormData): { title: string; description: string } {
  return { title: String(form.get("title") ?? ""), description: String(form.get("description") ?? "") };
}
