import { Link, useRevalidator, useSearchParams } from "react-router";
import { servicesContext } from "#app/context.ts";
import { reloadDocument } from "#app/features/layout/keep-page.tsx";
import { readListPages } from "#app/features/layout/list-pages.ts";
import { Page } from "#app/features/layout/page.tsx";
import { useIsChanging, useStoryActions } from "#app/features/stories/changes/story-changes.tsx";
import { LibraryEmptyState, LoadingFailed } from "#app/features/stories/library/library-empty-state.tsx";
import { LibraryNav } from "#app/features/stories/library/library-nav.tsx";
import { LibraryToolbar } from "#app/features/stories/library/library-toolbar.tsx";
import { MoreLink, StoryGrid, StoryGridSkeleton } from "#app/features/stories/library/story-grid.tsx";
import { useLibraryPages } from "#app/features/stories/library/use-library-pages.ts";
import { BeginStoryDialog, BeginStoryLink } from "#app/features/stories/new-story/begin-story.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { WaitingStory } from "#domain/library.ts";
import { libraryPath, readLibraryQuery } from "#domain/library-query.ts";
import type { Route } from "./+types/library";
import styles from "./library.module.css";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { stories } = context.get(servicesContext);
  const query = readLibraryQuery(url.searchParams);
  const page = await readListPages("/stories", () => stories.library(query));
  return { page: { ...page, address: libraryPath(query), cursor: query.cursor, askedAt: 0 } };
}

/** The page does not wait for its stories, and stays as it is when they can't be had. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const askedAt = performance.now();
  const page = serverLoader().then((data) => ({ ...data.page, askedAt }));
  page.catch(() => undefined); // it may be left before anybody looks
  return { page };
}

export const meta: Route.MetaFunction = () => [{ title: "Your Library · Talespark" }];

export default function Library({ loaderData }: Route.ComponentProps) {
  const [parameters] = useSearchParams();
  const query = readLibraryQuery(parameters);
  const { revalidate } = useRevalidator();
  const { stories, next, writableIds, shelves, waiting, pending, outdated, more } = useLibraryPages(
    loaderData.page,
    query,
  );
  const isEmpty = stories?.length === 0 && next === null;
  const isSearched = query.search !== "";
  return (
    <Page>
      <div className={`${styles.head} spread gap-12 margin-bottom-44`}>
        <h1 tabIndex={-1}>Your Library</h1>
        <LibraryToolbar query={query} />
        <ButtonLink to="/stories/bring-in">Bring In</ButtonLink>
        <BeginStoryLink look="primary">Begin New Story</BeginStoryLink>
      </div>
      <LibraryNav current={query.status} shelves={shelves} />
      {waiting && <WaitingStoryNote story={waiting} />}
      {stories === null && pending && <StoryGridSkeleton />}
      {(stories === null || (isEmpty && outdated)) && !pending && (
        <LoadingFailed onRetry={() => void revalidate()} />
      )}
      {isEmpty && !outdated && <LibraryEmptyState query={query} hasArchived={shelves.archived} />}
      {stories !== null && (
        <StoryGrid stories={stories} writableIds={writableIds} outdated={outdated && pending} />
      )}
      <p role="status" className="visually-hidden">
        {isSearched && stories !== null && !outdated && foundText(stories.length, next !== null)}
      </p>
      {next !== null && <MoreLink to={libraryPath(query, { cursor: next })} {...more} />}
      {query.cursor !== null && (
        <nav className="flex justify-center margin-top-16" aria-label="Beginning of the library">
          <ButtonLink to={libraryPath(query)}>Back to the beginning</ButtonLink>
        </nav>
      )}
      <BeginStoryDialog />
    </Page>
  );
}

function foundText(count: number, more: boolean): string {
  if (count === 0) return "No stories found";
  return `${count}${more ? " or more" : ""} ${count === 1 && !more ? "story" : "stories"} found`;
}

/** With the document: the navigation above it still leads everywhere else. */
export function ErrorBoundary() {
  return (
    <Page>
      <h1>Your Library</h1>
      <LoadingFailed onRetry={reloadDocument} />
    </Page>
  );
}

/** Offers a story from the demo that had no room. */
function WaitingStoryNote({ story: { storyId, title, hasRoom } }: { story: WaitingStory }) {
  const { unarchive } = useStoryActions();
  const isComing = useIsChanging(storyId, "unarchive");
  return (
    <aside
      className={`${styles.note} spread gap-20 margin-bottom-28 bordered card-corners surface`}
      aria-label="Your story from the demo"
    >
      <p className="grow-from-240">
        Your demo story{" "}
        <Link to={`/stories/${storyId}`} dir="auto">
          {title}
        </Link>{" "}
        {hasRoom
          ? "is kept in your archive. There is room for it now."
          : "is kept in your archive, because your plan has no room for another active story. Archive or delete one, then you can bring it back."}
      </p>
      {hasRoom && (
        <Button aria-disabled={isComing} onClick={() => !isComing && unarchive(storyId)}>
          {isComing ? "Bringing back…" : "Bring back"}
        </Button>
      )}
    </aside>
  );
}
