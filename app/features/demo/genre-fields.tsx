import { CheckboxPills } from "#app/ui/choices.tsx";
import { Fieldset, Options, Select } from "#app/ui/field.tsx";
import { ROMANCE_CATEGORIES, ROMANCE_TROPES, SUB_GENRES } from "#domain/genre-choices.ts";
import { DEMO_CATEGORIES, DEMO_TROPES, type DemoValues } from "./demo-values.ts";

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
