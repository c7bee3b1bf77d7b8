import { findFieldErrors } from "#app/features/forms/form-state.ts";
import { CheckboxPills } from "#app/ui/choices.tsx";
import { Fieldset, Options, Select } from "#app/ui/field.tsx";
import { ROMANCE_CATEGORIES, ROMANCE_TROPES, SUB_GENRES } from "#domain/genre-choices.ts";
import { newDemoSchema } from "#domain/story-schemas.ts";
import { DEMO_CATEGORIES, DEMO_TROPES, type DemoErrors, type DemoValues } from "./demo-values.ts";

/* What is loaded when somebody begins to use the form. */

/** The first problem of each field; none: the story can be begun. */
export function checkDemo(values: DemoValues): DemoErrors {
  return findFieldErrors(newDemoSchema, values);
}

/** The sub-genre, for a genre that has some. */
export function DemoSubGenreField({ values, error }: { values: DemoValues; error: string | null }) {
  const subGenres = Object.entries(SUB_GENRES).find(([name]) => name === values.genre)?.[1];
  if (subGenres === undefined) return null;
  return (
    <Select
      key={values.genre}
      label="Sub-genre"
      optional
      name="subGenre"
      defaultValue={values.subGenre}
      error={error}
    >
      <option value="">Any</option>
      <Options values={subGenres} />
    </Select>
  );
}

/** The first categories and tropes. */
export function RomanceChoices({ values }: { values: DemoValues }) {
  const categories = ROMANCE_CATEGORIES.slice(0, DEMO_CATEGORIES);
  const tropes = ROMANCE_TROPES.slice(0, DEMO_TROPES);
  return (
    <>
      <Fieldset legend="Categories" hint="optional">
        <CheckboxPills name="categories" options={categories} chosen={values.categories} />
      </Fieldset>
      <Fieldset legend="Tropes" hint="optional">
        <CheckboxPills name="tropes" options={tropes} chosen={values.tropes} />
      </Fieldset>
    </>
  );
}
