import { data, redirect } from "react-router";
import { requireUser, servicesContext } from "#app/context.ts";
import { readFormData } from "#app/features/forms/read-form.ts";
import { findGenreBySlug } from "#app/features/home/genre-cards.ts";
import { Page } from "#app/features/layout/page.tsx";
import { findFullShelf, SHELF_QUERY } from "#app/features/stories/new-story/create-story.ts";
import {
  type NewStoryAnswer,
  NO_VALUES,
  parseNewStory,
  readNewStoryValues,
  readRequestId,
  toNewStoryFailure,
} from "#app/features/stories/new-story/new-story-input.ts";
import { toNewStoryUser } from "#app/features/stories/new-story/new-story-user.ts";
import type { NewStoryOptions } from "#app/features/stories/new-story/use-new-story.ts";
import { useNewStoryParts } from "#app/features/stories/new-story/use-new-story-parts.tsx";
import dialog from "#app/ui/dialog.module.css";
import { withNotice } from "#app/ui/redirect-notices.ts";
import { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import type { Route } from "./+types/new";
import styles from "./new.module.css";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { stories } = context.get(servicesContext);
  // Both at once: the page waits for one round to the database.
  const [user, { records }] = await Promise.all([requireUser(context), stories.list(SHELF_QUERY)]);
  const active = records.map(({ storyId, title, metadata: { genre } }) => ({
    storyId,
    title,
    metadata: { genre },
  }));
  return {
    newStoryUser: toNewStoryUser(user),
    asked: { ...NO_VALUES, genre: findGenreBySlug(url.searchParams.get("genre")) },
    shelved: findFullShelf(user.tier, active),
    requestId: createId(),
  };
}

/** Begins the story for a browser without a script; with one it calls the API, which is the same service. */
export async function action({ context, request }: Route.ActionArgs) {
  let values = NO_VALUES;
  try {
    const form = await readFormData(request);
    values = readNewStoryValues(form);
    const parsed = parseNewStory(values);
    if (!parsed.ok) {
      return data<NewStoryAnswer>({ values, errors: parsed.errors, failure: null }, 400);
    }
    const story = await context.get(servicesContext).stories.create({
      ...parsed.story,
      ...readRequestId(form),
    });
    throw redirect(withNotice(`/stories/${story.storyId}`, "story-created"));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<NewStoryAnswer>({ values, ...toNewStoryFailure(error) }, error.status);
  }
}

export const meta: Route.MetaFunction = () => [{ title: "Begin Your Story · Talespark" }];

export default function NewStory({ loaderData, actionData }: Route.ComponentProps) {
  const { newStoryUser, asked, shelved, requestId } = loaderData;
  return (
    <Page>
      <NewStoryPage
        key={asked.genre}
        user={newStoryUser}
        asked={asked}
        shelved={shelved}
        posted={actionData ?? null}
        requestId={requestId}
      />
    </Page>
  );
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";

/** Begin Your Story as a page of its own. */
function NewStoryPage(options: NewStoryOptions) {
  const { side, form, foot, dialogs } = useNewStoryParts(options);
  return (
    <>
      <div
        className={`${styles.sheet} ${dialog.parts} column center-block bordered card-corners raised`}
        data-look="form"
        data-split=""
      >
        <div className={dialog.head}>
          <h1>Begin Your Story</h1>
        </div>
        <div className={dialog.side}>{side}</div>
        <div className={dialog.body}>{form}</div>
        <div className={`${dialog.foot} flex wrap justify-end gap-12`}>{foot}</div>
      </div>
      {dialogs}
    </>
  );
}
