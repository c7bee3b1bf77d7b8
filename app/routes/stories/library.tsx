import { redirect } from "react-router";
import { requireConsentedUser, servicesContext } from "#app/context.ts";
import { Page } from "#app/features/layout/page.tsx";
import { EmptyLibrary } from "#app/features/stories/empty-library.tsx";
import { StoryCard } from "#app/features/stories/story-card.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { AppError } from "#domain/errors.ts";
import type { Route } from "./+types/library";
import styles from "./library.module.css";

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireConsentedUser(context, url);
  const cursor = url.searchParams.get("cursor");
  try {
    const { stories, next } = await context.get(servicesContext).stories.list({ sort: "recent", cursor });
    return { stories, next, isFirstPage: cursor === null };
  } catch (error) {
    // A cursor that is not ours leads to the beginning.
    if (error instanceof AppError && error.code === "INVALID_INPUT") throw redirect("/stories");
    throw error;
  }
}

export const meta: Route.MetaFunction = () => [{ title: "Your Library · Talespark" }];

export default function Library({ loaderData }: Route.ComponentProps) {
  const { stories, next, isFirstPage } = loaderData;
  const isEmpty = stories.length === 0;
  return (
    <Page>
      <div className={styles.head}>
        <h1>Your Library</h1>
        {!isEmpty && (
          <ButtonLink to="/stories/new" look="primary">
            Begin New Story
          </ButtonLink>
        )}
      </div>
      {isEmpty && <EmptyLibrary />}
      <ul className={styles.shelf}>
        {stories.map((story) => (
          <li key={story.storyId}>
            <StoryCard story={story} />
          </li>
        ))}
      </ul>
      {(next !== null || !isFirstPage) && (
        <nav className={styles.more} aria-label="Pages of the library">
          {next !== null ? (
            <ButtonLink to={`?${new URLSearchParams({ cursor: next })}`}>Older stories</ButtonLink>
          ) : (
            <ButtonLink to="/stories">Back to the latest</ButtonLink>
          )}
        </nav>
      )}
    </Page>
  );
}
