import { CheckboxPills } from "#app/ui/choices.tsx";
import { Fieldset, Options, Select } from "#app/ui/field.tsx";
import { ROMANCE_CATEGORIES, ROMANCE_TROPES, SUB_GENRES } from "#domain/genre-choices.ts";
import { GENRES, type Genre } from "#domain/genres.ts";
import styles from "./new-story-form.module.css";
import { subGenreField } from "./new-story-input.ts";
import type { NewStoryModel } from "./use-new-story.ts";

/**
 * The genres whose own fields are on the page: all, hidden by the style sheet, until hydration; then the chosen
 * one.
 */
function listOwners({ isAlive, genre }: NewStoryModel): readonly Genre[] {
  return GENRES.filter((name) => !isAlive || name === genre);
}

export function SubGenreField({ story }: { story: NewStoryModel }) {
  const { values: began } = story.beginning;
  return listOwners(story).map(
    (owner) =>
      SUB_GENRES[owner] && (
        <div className={styles.dependent} data-genre={owner} key={owner}>
          <Select
            label="Sub-genre"
            optional
            name={subGenreField(owner)}
            defaultValue={owner === began.genre || story.isAlive ? began.subGenre : ""}
            error={owner === story.genre ? story.findError("subGenre") : null}
          >
            <option value="">Any</option>
            <Options values={SUB_GENRES[owner]} />
          </Select>
        </div>
      ),
  );
}

export function RomanceFields({ story }: { story: NewStoryModel }) {
  const { values: began } = story.beginning;
  if (!listOwners(story).includes("Romance")) return null;
  return (
    <div className={styles.dependent} data-genre="Romance">
      <Fieldset
        legend="Categories"
        hint="optional, as many as you like"
        error={story.findError("categories")}
      >
        <CheckboxPills name="categories" options={ROMANCE_CATEGORIES} chosen={began.categories} />
      </Fieldset>
      <Fieldset legend="Tropes" hint="optional, as many as you like" error={story.findError("tropes")}>
        <CheckboxPills name="tropes" options={ROMANCE_TROPES} chosen={began.tropes} />
      </Fieldset>
    </div>
  );
}
