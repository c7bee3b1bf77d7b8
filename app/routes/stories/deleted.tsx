import { servicesContext } from "#app/context.ts";
import { LeavingLine } from "#app/features/layout/leaving-line.tsx";
import { readListPages } from "#app/features/layout/list-pages.ts";
import { Page } from "#app/features/layout/page.tsx";
import { BookCover } from "#app/features/stories/book-cover.tsx";
import { useStoryActions } from "#app/features/stories/changes/story-changes.tsx";
import { LibraryNav } from "#app/features/stories/library/library-nav.tsx";
import { GenreBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { OlderPages } from "#app/ui/older-pages.tsx";
import { countDaysUntil } from "#domain/dates.ts";
import type { Route } from "./+types/deleted";
import styles from "./library.module.css";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { stories } = context.get(servicesContext);
  const cursor = url.searchParams.get("cursor");
  const now = new Date();
  const [page, archived] = await readListPages("/stories/deleted", () =>
    Promise.all([stories.deleted({ cursor }), stories.hasArchived()]),
  );
  return {
    stories: page.records.map((story) => ({ ...story, daysLeft: countDaysUntil(story.goneAt, now) })),
    next: page.next,
    isFirstPage: cursor === null,
    shelves: { archived, deleted: true },
  };
}

export const meta: Route.MetaFunction = () => [{ title: "Recently deleted · Talespark" }];

export default function Deleted({ loaderData }: Route.ComponentProps) {
  const { stories, next, isFirstPage, shelves } = loaderData;
  const { restore } = useStoryActions();
  return (
    <Page>
      <h1 tabIndex={-1} className="margin-bottom-44">
        Recently deleted
      </h1>
      <LibraryNav current="deleted" shelves={shelves} />
      {stories.length === 0 ? (
        <EmptyState pose="asleep" title="Nothing was deleted lately">
          <ButtonLink to="/stories">To the shelf</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <p className="margin-bottom-12 muted">
            Deleted stories wait here for 30 days; after that they are gone for good.
          </p>
          <ul className={styles.list}>
            {stories.map(({ storyId, title, metadata: { genre }, daysLeft }) => (
              <LeavingLine
                key={storyId}
                picture={
                  <div className={`${styles.cover} no-shrink`}>
                    <BookCover genre={genre} seed={storyId} />
                  </div>
                }
                title={title}
                name={<h2 className="name">{title}</h2>}
                daysLeft={daysLeft}
                onRestore={() => restore(storyId)}
              >
                <GenreBadge genre={genre} />
              </LeavingLine>
            ))}
          </ul>
        </>
      )}
      <OlderPages things="deleted stories" parameter="cursor" next={next} isFirstPage={isFirstPage} />
    </Page>
  );
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";
