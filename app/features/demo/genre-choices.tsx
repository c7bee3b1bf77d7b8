import { Pill, Pills } from "#app/ui/choices.tsx";
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
  return (
    <>
      <Choices
        legend="Categories"
        name="categories"
        options={ROMANCE_CATEGORIES.slice(0, DEMO_CATEGORIES)}
        chosen={values.categories}
      />
      <Choices
        legend="Tropes"
        name="tropes"
        options={ROMANCE_TROPES.slice(0, DEMO_TROPES)}
        chosen={values.tropes}
      />
    </>
  );
}

type ChoicesProps = { legend: string; name: string; options: readonly string[]; chosen: readonly string[] };

function Choices({ legend, name, options, chosen }: ChoicesProps) {
  return (
    <Fieldset legend={legend} hint="optional">
      <Pills>
        {options.map((option) => (
          <Pill
            key={option}
            type="checkbox"
            name={name}
            value={option}
            defaultChecked={chosen.includes(option)}
          />
        ))}
      </Pills>
    </Fieldset>
  );
}
