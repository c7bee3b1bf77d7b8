import type { RefObject } from "react";
import { TextArea, TextField } from "#app/ui/field.tsx";
import { DESCRIPTION_MAX, INTERESTS_MAX, NAME_MAX, QUIRKS_MAX, TRAIT_MAX } from "#domain/character.ts";
import styles from "./character-dialog.module.css";
import { TagFields } from "./tag-fields.tsx";
import type { CharacterForm } from "./use-character-form.ts";

type TextName = "name" | "description" | "personality" | "appearance" | "voice";

type DetailsStepProps = {
  id: string;
  form: CharacterForm;
  formRef: RefObject<HTMLFormElement | null>;
  onSubmit: () => void;
};

/** The character's texts. Only the name and the description are required. */
export function DetailsStep({ id, form, formRef, onSubmit }: DetailsStepProps) {
  const { values, errors, change } = form;
  const bind = (name: TextName) => ({
    name,
    value: values[name],
    error: errors[name] ?? null,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });

  return (
    <form
      id={id}
      ref={formRef}
      className={styles.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <TextField label="Name" {...bind("name")} max={NAME_MAX} />
      <TextArea
        label="Description"
        {...bind("description")}
        placeholder="Who they are, and what they want. 1-1000 characters."
        rows={3}
        max={DESCRIPTION_MAX}
      />
      <div className={styles.pair}>
        <TextArea
          label="Personality"
          {...bind("personality")}
          placeholder="dry, watchful, stubborn"
          rows={2}
          max={TRAIT_MAX}
          optional
        />
        <TextArea
          label="Appearance"
          {...bind("appearance")}
          placeholder="Age, face, hair, clothes"
          rows={2}
          max={TRAIT_MAX}
          optional
        />
      </div>
      <TextArea
        label="Voice"
        {...bind("voice")}
        placeholder="How they talk"
        rows={1}
        max={TRAIT_MAX}
        optional
      />
      <div className={styles.pair}>
        <TagFields
          legend="Quirks"
          one="a quirk"
          tags={values.quirks}
          max={QUIRKS_MAX}
          error={errors.quirks ?? null}
          onChange={(quirks) => change({ quirks })}
        />
        <TagFields
          legend="Interests"
          one="an interest"
          tags={values.interests}
          max={INTERESTS_MAX}
          error={errors.interests ?? null}
          onChange={(interests) => change({ interests })}
        />
      </div>
    </form>
  );
}
