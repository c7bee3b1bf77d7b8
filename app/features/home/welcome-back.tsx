import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { StoryRecord } from "#domain/story-record.ts";
import { type Daytime, useDaytime } from "./daytime.ts";
import { takeFirstName } from "./first-name.ts";
import { BlankBook, OpenBook } from "./open-book.tsx";
import styles from "./welcome-back.module.css";

type WelcomeBackProps = {
  name: string;
  daytime: Daytime;
  /** The story that one was in last; `null` when there is none. */
  story: StoryRecord | null;
};

/** The top of home: a greeting, the story that one was in put back into one's hands, and two ways on. */
export function WelcomeBack({ name, daytime, story }: WelcomeBackProps) {
  const firstName = takeFirstName(name);
  const greeting = `Good ${useDaytime(daytime)}`;
  return (
    <div className={styles.night} data-scope="night">
      <section className={styles.welcome} aria-labelledby="greeting">
        <div className={styles.words}>
          <h1 id="greeting" className={styles.greeting}>
            {firstName === "" ? (
              `${greeting}.`
            ) : (
              <>
                {greeting}, <bdi>{firstName}</bdi>.
              </>
            )}
          </h1>
          <p className={styles.lead}>
            {story === null
              ? "A blank page, and nobody knows yet what happens on it."
              : "Your story is open where you left it."}
          </p>
        </div>
        <div className={styles.open}>{story === null ? <BlankBook /> : <OpenBook story={story} />}</div>
        <div className={styles.actions}>
          <ButtonLink
            to={PAGE_PATHS.newStory}
            size="large"
            look={story === null ? "primary" : "outlined"}
            prefetch="intent"
          >
            Begin a New Story
          </ButtonLink>
          <ButtonLink to={PAGE_PATHS.characters} size="large">
            Chat with a Character
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}
