import { data, replace } from "react-router";
import { requireConsentedUser, servicesContext } from "#app/context.ts";
import { Page } from "#app/features/layout/page.tsx";
import { forgetDraft } from "#app/features/stories/new-story/draft.ts";
import { genreOfSlug } from "#app/features/stories/new-story/genre-of-slug.ts";
import {
  isField,
  type NewStoryAnswer,
  NO_VALUES,
  parseNewStory,
  valuesOf,
} from "#app/features/stories/new-story/new-story-input.ts";
import { NewStoryPage } from "#app/features/stories/new-story/new-story-page.tsx";
import { writerOf } from "#app/features/stories/new-story/writer.ts";
import { withNotice } from "#app/ui/notices.ts";
import { AppError } from "#domain/errors.ts";
import type { Route } from "./+types/new";

const FAILED = "Failed to create story";

export async function loader({ context, url }: Route.LoaderArgs) {
  const user = await requireConsentedUser(context, url);
  const asked = { ...NO_VALUES, genre: genreOfSlug(url.searchParams.get("genre")) };
  return { writer: writerOf(user), asked };
}

/** Begins the story, for the page and for the dialog. */
export async function action({ context, request, url }: Route.ActionArgs) {
  await requireConsentedUser(context, url);
  const values = valuesOf(await request.formData());
  const parsed = parseNewStory(values);
  if (!parsed.ok) {
    return data<NewStoryAnswer>({ values, errors: parsed.errors, refusal: null }, 400);
  }
  try {
    const story = await context.get(servicesContext).stories.create(parsed.story);
    // In place of the form: Back leads to where it was opened.
    throw replace(withNotice(`/stories/${story.storyId}`, "story-created"));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<NewStoryAnswer>(answerTo(error, values), error.status);
  }
}

/** A field that is at fault says so itself; a limit of the plan, and what concerns no field, stands for the whole. */
function answerTo(
  { code, status, message, field }: AppError,
  values: NewStoryAnswer["values"],
): NewStoryAnswer {
  const isOfField = isField(field);
  const isOfWhole = status === 402 || !isOfField;
  return {
    values,
    errors: isOfField && !isOfWhole ? { [field]: message } : {},
    refusal: isOfWhole ? { code, status, message } : null,
  };
}

/** Where the server could not be reached or has failed, the form stays with all that is in it. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<NewStoryAnswer> {
  try {
    return await serverAction();
  } catch (error) {
    if (!(error instanceof Response))
      return answerTo(new AppError("INTERNAL", { message: FAILED }), NO_VALUES);
    if (isStory(error.headers.get("Location"))) forgetDraft(sessionStorage);
    throw error; // a redirect goes on its way
  }
}

/** Whether the way leads to a story, and not to sign-in. */
function isStory(location: string | null): boolean {
  return location?.startsWith("/stories/") ?? false;
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
