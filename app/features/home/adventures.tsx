import { Link } from "react-router";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { listSharedTitles, StoryCard } from "#app/features/stories/story-card.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { toSignInPath } from "#domain/return-path.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import styles from "./adventures.module.css";

type AdventuresProps = {
  stories: StoryRecord[];
  /** The ids of the active stories that can be written in; `null`: all of them. */
  writableIds: readonly string[] | null;
  /** The session has ended under the open page: the person's data must not stay visible. */
  signedOut: boolean;
};

/** The stories that one was in last. */
export function Adventures({ stories, writableIds, signedOut }: AdventuresProps) {
  const shared = listSharedTitles(stories);
  return (
    <section className={styles.adventures} aria-labelledby="adventures">
      <div className={styles.head}>
        <h2 id="adventures">Continue Your Adventures</h2>
        {!signedOut && stories.length > 0 && <Link to={PAGE_PATHS.library}>Your Library</Link>}
      </div>
      {signedOut ? (
        <SignedOut />
      ) : stories.length === 0 ? (
        <None />
      ) : (
        <ul className={styles.stories}>
          {stories.map((story) => (
            <li key={story.storyId}>
              <StoryCard story={story} writableIds={writableIds} isTwin={shared.has(story.title)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function None() {
  return (
    <EmptyState pose="asleep" text="No adventures yet, so Booky dozed off. The first page wakes him.">
      <ButtonLink to={PAGE_PATHS.newStory}>Start Your First Story</ButtonLink>
    </EmptyState>
  );
}

function SignedOut() {
  return (
    <div role="alert">
      <EmptyState pose="puzzled" text="Please log in to view your adventures.">
        <ButtonLink to={toSignInPath(PAGE_PATHS.home)} reloadDocument>
          Sign In
        </ButtonLink>
      </EmptyState>
    </div>
  );
}
