import { useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { Pill, Pills, RadioCard, RadioCards, Switch } from "#app/ui/choices.tsx";
import { Fieldset, Select, TextArea, TextField } from "#app/ui/field.tsx";
import { genreSlug } from "#app/ui/genre-hue.ts";
import { ADULT_AGE } from "#domain/account.ts";
import { PLAN_LIMITS, type Tier } from "#domain/plan.ts";
import {
  CHARACTER_MAX,
  DEFAULT_GENRE,
  DESCRIPTION_MAX,
  GENRES,
  type Genre,
  ROMANCE_CATEGORIES,
  ROMANCE_TROPES,
  STORY_LENGTH_VALUES,
  STORY_LENGTHS,
  SUB_GENRES,
} from "#domain/story.ts";
import { BookCover } from "./book-cover.tsx";
import styles from "./new-story-form.module.css";
import {
  type NewStoryErrors,
  type NewStoryField,
  type NewStoryValues,
  NO_VALUES,
  subGenreField,
} from "./new-story-input.ts";
import { useLiveValidation } from "./use-live-validation.ts";

type NewStoryFormProps = {
  values: NewStoryValues;
  errors: NewStoryErrors;
  /** What stands in the way as a whole, such as a limit of the plan. */
  problem: string | null;
  tier: Tier;
  canWriteAdult: boolean;
};

/** Begin Your Story. All of it works without a script: what belongs to a genre is shown by the style sheet. */
export function NewStoryForm({ values, errors, problem, tier, canWriteAdult }: NewStoryFormProps) {
  const { formAction, state } = useNavigation();
  const sending = state !== "idle" && formAction?.startsWith("/stories/new") === true;
  const { genre, setGenre, fields } = useGenre(values);
  const { form, errorOf, submittable, onChange, onBlur } = useLiveValidation(errors);

  return (
    <div className={styles.sheet}>
      <div className={styles.side} aria-hidden="true">
        <BookCover genre={GENRES.find((known) => known === genre) ?? DEFAULT_GENRE} seed={genre} />
        <p>
          <Booky pose="writing" size={64} />
          Give me a place and somebody in trouble. I’ll take it from there.
        </p>
      </div>
      <Form method="post" className={styles.form} ref={form} onChange={onChange} onBlur={onBlur} noValidate>
        <h1>Begin Your Story</h1>
        {problem && (
          <p className={styles.summary} role="alert">
            {problem}
          </p>
        )}
        <Fieldset legend="Genre" error={errorOf("genre")}>
          <Pills>
            {GENRES.map((name) => (
              <Pill
                key={name}
                type="radio"
                name="genre"
                value={name}
                defaultChecked={name === values.genre}
                onChange={() => setGenre(name)}
                style={chosenIn(name)}
              />
            ))}
          </Pills>
        </Fieldset>
        <DependentFields {...fields} errorOf={errorOf} genre={genre} />
        <TextField
          label="Your character"
          name="character"
          placeholder="Who are you in this story?"
          max={CHARACTER_MAX}
          defaultValue={values.character}
          error={errorOf("character")}
        />
        <TextArea
          label="What it is about"
          name="description"
          placeholder="A place, somebody who wants something, and what stands in the way."
          max={DESCRIPTION_MAX}
          defaultValue={values.description}
          error={errorOf("description")}
        />
        <Fieldset legend="Story length" error={errorOf("storyLength")}>
          <RadioCards>
            {STORY_LENGTH_VALUES.map((length) => (
              <RadioCard
                key={length}
                name="storyLength"
                value={length}
                defaultChecked={length === values.storyLength}
                title={STORY_LENGTHS[length].name}
                detail={STORY_LENGTHS[length].exchanges}
                note={PLAN_LIMITS[tier].storyLengths.some((known) => known === length) ? null : "Premium"}
              />
            ))}
          </RadioCards>
        </Fieldset>
        <div className={styles.foot}>
          {canWriteAdult ? (
            <Switch
              name="isNSFW"
              label="Adult content (NSFW)"
              hint="You confirmed that you are an adult"
              defaultChecked={values.isNSFW}
            />
          ) : (
            <p className={styles.adult}>
              Adult content (NSFW) is off. It needs a confirmed age of {ADULT_AGE} or more.
            </p>
          )}
          <Button look="primary" size="large" type="submit" disabled={sending || !submittable}>
            {sending ? "Beginning..." : "Begin the story"}
          </Button>
        </div>
      </Form>
    </div>
  );
}

/**
 * The chosen genre, and which genres' own fields are on the page: all of them, hidden by the style sheet, until the page
 * is alive; then the chosen one's alone. Changing the genre begins them anew.
 */
function useGenre(values: NewStoryValues) {
  const [genre, setGenre] = useState(values.genre);
  const [alive, setAlive] = useState(false);
  useEffect(() => {
    const chosen = document.querySelector<HTMLInputElement>("input[name=genre]:checked");
    if (chosen) setGenre(chosen.value);
    setAlive(true);
  }, []);
  const shown = GENRES.filter((name) => !alive || name === genre);
  return {
    genre,
    setGenre,
    fields: { shown, values: genre === values.genre || !alive ? values : NO_VALUES },
  };
}

type DependentFieldsProps = {
  shown: readonly Genre[];
  values: NewStoryValues;
  genre: string;
  errorOf: (field: NewStoryField) => string | null;
};

function DependentFields({ shown, values, genre, errorOf }: DependentFieldsProps) {
  return (
    <>
      {shown.map(
        (owner) =>
          SUB_GENRES[owner] && (
            <div className={styles.dependent} data-genre={owner} key={owner}>
              <Select
                label="Sub-genre"
                optional
                name={subGenreField(owner)}
                defaultValue={owner === values.genre ? values.subGenre : ""}
                error={owner === genre ? errorOf("subGenre") : null}
              >
                <option value="">Any</option>
                {SUB_GENRES[owner].map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            </div>
          ),
      )}
      {shown.includes("Romance") && (
        <div className={styles.dependent} data-genre="Romance">
          <Fieldset legend="Categories" hint="optional, as many as you like" error={errorOf("categories")}>
            <Checks name="categories" options={ROMANCE_CATEGORIES} chosen={values.categories} />
          </Fieldset>
          <Fieldset legend="Tropes" hint="optional, as many as you like" error={errorOf("tropes")}>
            <Checks name="tropes" options={ROMANCE_TROPES} chosen={values.tropes} />
          </Fieldset>
        </div>
      )}
    </>
  );
}

type ChecksProps = { name: string; options: readonly string[]; chosen: readonly string[] };

function Checks({ name, options, chosen }: ChecksProps) {
  return (
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
  );
}

/** A chosen genre wears its own hue. */
function chosenIn(genre: Genre) {
  const hue = `var(--hue-${genreSlug(genre)})`;
  return {
    "--chosen": `oklch(var(--badge-bg-l) var(--badge-bg-c) ${hue})`,
    "--chosen-text": `oklch(var(--badge-fg-l) var(--badge-fg-c) ${hue})`,
    "--chosen-edge": `oklch(var(--edge-l) var(--edge-c) ${hue})`,
  };
}
