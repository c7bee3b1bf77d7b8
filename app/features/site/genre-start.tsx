import { Form } from "react-router";
import { PLACES } from "#app/features/layout/places.ts";
import { Button } from "#app/ui/button.tsx";
import { Pill, Pills } from "#app/ui/choices.tsx";
import { genreSlug } from "#app/ui/genre-hue.ts";
import { GENRES } from "#domain/genres.ts";
import styles from "./genre-start.module.css";

const FIRST_CHOICE = "Mystery";

/**
 * A visitor's way into a story: they choose a genre, sign in, and get the form for a new story with that genre. Works
 * without JavaScript: the value of the radio is the address after the sign-in.
 */
export function GenreStart() {
  return (
    <Form method="post" action="/login" className={styles.form}>
      <fieldset className={styles.genres}>
        <legend>Where does it begin?</legend>
        <Pills>
          {GENRES.map((genre) => (
            <Pill
              key={genre}
              type="radio"
              name="returnTo"
              value={`${PLACES.newStory.path}?genre=${genreSlug(genre)}`}
              text={genre}
              defaultChecked={genre === FIRST_CHOICE}
            />
          ))}
        </Pills>
      </fieldset>
      <div className={styles.foot}>
        <Button type="submit" look="primary" size="large">
          Start your story
        </Button>
        <p>Free to begin. You sign in first, so that your story is kept.</p>
      </div>
    </Form>
  );
}
