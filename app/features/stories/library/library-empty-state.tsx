import { Booky } from "#app/ui/booky.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { type LibraryQuery, libraryPath } from "#domain/library-query.ts";
import { BeginStoryLink } from "../new-story/begin-story.tsx";
import styles from "./library.module.css";
import { STORIES_LOADING_FAILED } from "./use-library-pages.ts";

type LibraryEmptyStateProps = { query: LibraryQuery; hasArchived: boolean };

/** Why the list is empty, and what to do next. */
export function LibraryEmptyState({ query, hasArchived }: LibraryEmptyStateProps) {
  const { search, status } = query;
  if (search !== "") {
    return (
      <EmptyState
        pose="puzzled"
        title={
          <>
            No stories match “<bdi>{search}</bdi>”
          </>
        }
      >
        <ButtonLink to={libraryPath(query, { search: "" })} preventScrollReset>
          Clear the search
        </ButtonLink>
        {status === "active" && hasArchived && (
          <ButtonLink to={libraryPath(query, { status: "archived" })}>Search the archive</ButtonLink>
        )}
      </EmptyState>
    );
  }
  if (status === "archived") {
    return (
      <EmptyState pose="asleep" title="Nothing is archived">
        <ButtonLink to="/stories">To the shelf</ButtonLink>
      </EmptyState>
    );
  }
  if (!hasArchived) return <EmptyLibrary />;
  return (
    <EmptyState
      pose="asleep"
      title="Nothing on the shelf"
      text="All your stories are archived: bring one back, or begin another."
    >
      <BeginStoryLink look="primary">Begin New Story</BeginStoryLink>
      <ButtonLink to={libraryPath(query, { status: "archived" })}>To the archive</ButtonLink>
    </EmptyState>
  );
}

/** Nothing could be loaded. */
export function LoadingFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      pose="puzzled"
      title={STORIES_LOADING_FAILED}
      text="They are safe: only this page could not fetch them."
    >
      <Button onClick={onRetry}>Try again</Button>
    </EmptyState>
  );
}

function EmptyLibrary() {
  return (
    <EmptyState
      pose={
        <div
          className={`${styles.books} flex relative justify-center items-end margin-bottom-28`}
          aria-hidden="true"
        >
          <span className={`${styles.gap} no-shrink`} />
          <Booky pose="asleep" size={132} />
          <span className={`${styles.gap} no-shrink`} />
        </div>
      }
      title="Your Library Awaits"
      text="Nothing on the shelf yet, so Booky dozed off. Pick a genre, say who you are, and the first chapter writes itself while you watch."
    >
      <BeginStoryLink look="primary" size="large">
        Start Your First Story
      </BeginStoryLink>
    </EmptyState>
  );
}
