import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { BookCover } from "#app/features/stories/book-cover.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { LocalDay } from "#app/ui/local-time.tsx";
import type { StoryRecord } from "#domain/story-record.ts";
import { truncateAtWord } from "#domain/text.ts";
import { type Daytime, takeFirstName, useDaytime } from "./greeting.ts";
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
    <div data-scope="night">
      <section className={`${styles.welcome} stack center-block`} aria-labelledby="greeting">
        <div className={styles.words}>
          <h1 id="greeting" className={`${styles.greeting} clamped`}>
            {firstName === "" ? (
              `${greeting}.`
            ) : (
              <>
                {greeting}, <bdi>{firstName}</bdi>.
              </>
            )}
          </h1>
          <p className="margin-top-8 subtitle muted balanced">
            {story === null
              ? "A blank page, and nobody knows yet what happens on it."
              : "Your story is open where you left it."}
          </p>
        </div>
        <div className={`${styles.open} self-center`}>
          {story === null ? <BlankBook /> : <OpenBook story={story} />}
        </div>
        <div className={`${styles.actions} stack content-start gap-12`}>
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

/** As much of the last passage as a page of the book holds; lists carry its first 200 characters. */
const PAGE_HOLDS = 190;

/** The book of a person without a story. Decoration: the button beside it says what to do. */
function BlankBook() {
  return (
    <div className={`${styles.book} stack raised shadow ${styles.blank}`} aria-hidden="true">
      <div className={styles.cover}>
        <BookCover genre="Open Genre" seed="blank 3" first />
      </div>
      <div className={`${styles.page} column min-width-0 gap-12`}>
        <p className={`${styles.title} clamped`}>Chapter one</p>
        <div className={`${styles.lines} grow`} />
      </div>
    </div>
  );
}

type OpenBookProps = {
  story: Pick<StoryRecord, "storyId" | "title" | "description" | "updatedAt" | "metadata">;
};

/** The story that one was in last, open where one left off. */
function OpenBook({ story }: OpenBookProps) {
  const { storyId, title, description, updatedAt, metadata } = story;
  const hasBegun = metadata.lastMessageId !== null;
  return (
    <article className={`${styles.book} stack raised shadow`} aria-labelledby="open-book">
      <div className={styles.cover}>
        <BookCover genre={metadata.genre} seed={storyId} first />
      </div>
      <div className={`${styles.page} column min-width-0 gap-12`}>
        <p className={`${styles.running} flex space-between gap-16 note`}>
          <i className="ellipsis" dir="auto">
            {metadata.currentLocation ?? metadata.genre}
          </i>
          <LocalDay at={updatedAt} />
        </p>
        <h2 id="open-book" className={`${styles.title} clamped`} dir="auto">
          {title}
        </h2>
        <p
          className={`${styles.text} story-lead clamped`}
          data-role={metadata.lastMessageRole ?? undefined}
          dir="auto"
        >
          {truncateAtWord(hasBegun ? metadata.lastMessage : description, PAGE_HOLDS)}
        </p>
        <div className={`${styles.foot} row wrap gap-12 margin-top-auto padding-top-12 note`}>
          <ButtonLink
            to={`/stories/${storyId}`}
            look="primary"
            size="large"
            prefetch="intent"
            viewTransition
            aria-describedby="open-book"
          >
            Continue
          </ButtonLink>
          <span>{hasBegun ? "Where you left off" : "The first chapter is waiting"}</span>
        </div>
      </div>
    </article>
  );
}
