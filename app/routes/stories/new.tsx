import { data, redirect } from "react-router";
import { requireConsentedUser, servicesContext } from "#app/context.ts";
import { Page } from "#app/features/layout/page.tsx";
import { genreOfSlug } from "#app/features/stories/new-story/genre-of-slug.ts";
import {
  type NewStoryAnswer,
  NO_VALUES,
  parseNewStory,
  refusedBy,
  valuesOf,
} from "#app/features/stories/new-story/new-story-input.ts";
import { NewStoryPage } from "#app/features/stories/new-story/new-story-page.tsx";
import { writerOf } from "#app/features/stories/new-story/writer.ts";
import { withNotice } from "#app/ui/notices.ts";
import { AppError } from "#domain/errors.ts";
import type { Route } from "./+types/new";

export async function loader({ context, url }: Route.LoaderArgs) {
  const user = await requireConsentedUser(context, url);
  const asked = { ...NO_VALUES, genre: genreOfSlug(url.searchParams.get("genre")) };
  return { writer: writerOf(user), asked };
}

/** Begins the story for a browser without a script; with one it calls the API, which is the same service. */
export async function action({ context, request, url }: Route.ActionArgs) {
  await requireConsentedUser(context, url);
  const values = valuesOf(await request.formData());
  const parsed = parseNewStory(values);
  if (!parsed.ok) {
    return data<NewStoryAnswer>({ values, errors: parsed.errors, refusal: null }, 400);
  }
  try {
    const story = await context.get(servicesContext).stories.create(parsed.story);
    throw redirect(withNotice(`/stories/${story.storyId}`, "story-created"));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<NewStoryAnswer>({ values, ...refusedBy(error) }, error.status);
  }
}

export const meta: Route.MetaFunction = () => [{ title: "Begin Your Story · Talespark" }];

export default function NewStory({ loaderData, actionData }: Route.ComponentProps) {
  const { writer, asked } = loaderData;
  return (
    <Page>
      <NewStoryPage key={asked.genre} writer={writer} asked={asked} posted={actionData ?? null} />
    </Page>
  );
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";
