import type { RefObject } from "react";
import { TextArea, TextField } from "#app/ui/field.tsx";
import { DESCRIPTION_MAX, INTERESTS_MAX, NAME_MAX, QUIRKS_MAX, TRAIT_MAX } from "#domain/character.ts";
import styles from "./character-dialog.module.css";
import { TagFields } from "./tag-fields.tsx";
import type { CharacterForm } from "./use-character-form.ts";

type DetailsStepProps = {
  id: string;
  form: CharacterForm;
  formRef: RefObject<HTMLFormElement | null>;
  onSubmit: () => void;
};

/** The character's texts. Only the name and the description are required. */
export function DetailsStep({ id, form, formRef, onSubmit }: DetailsStepProps) {
  const { values, errors, change } = form;
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
      <TextField
        label="Name"
        name="name"
        max={NAME_MAX}
        value={values.name}
        onChange={({ target }) => change({ name: target.value })}
        error={errors.name ?? null}
      />
      <TextArea
        label="Description"
        name="description"
        placeholder="Who they are, and what they want. 1-1000 characters."
        rows={3}
        max={DESCRIPTION_MAX}
        value={values.description}
        onChange={({ target }) => change({ description: target.value })}
        error={errors.description ?? null}
      />
      <div className={styles.pair}>
        <TextArea
          label="Personality"
          name="personality"
          placeholder="dry, watchful, stubborn"
          rows={2}
          max={TRAIT_MAX}
          optional
          value={values.personality}
          onChange={({ target }) => change({ personality: target.value })}
          error={errors.personality ?? null}
        />
        <TextArea
          label="Appearance"
          name="appearance"
          placeholder="Age, face, hair, clothes"
          rows={2}
          max={TRAIT_MAX}
          optional
          value={values.appearance}
          onChange={({ target }) => change({ appearance: target.value })}
          error={errors.appearance ?? null}
        />
      </div>
      <TextArea
        label="Voice"
        name="voice"
        placeholder="How they talk"
        rows={1}
        max={TRAIT_MAX}
        optional
        value={values.voice}
        onChange={({ target }) => change({ voice: target.value })}
        error={errors.voice ?? null}
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
