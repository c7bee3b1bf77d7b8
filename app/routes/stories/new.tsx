import { data, redirect } from "react-router";
import { requireConsentedUser, servicesContext } from "#app/context.ts";
import { Page } from "#app/features/layout/page.tsx";
import { NewStoryForm } from "#app/features/stories/new-story-form.tsx";
import {
  genreOfSlug,
  isField,
  type NewStoryErrors,
  NO_VALUES,
  parseNewStory,
  valuesOf,
} from "#app/features/stories/new-story-input.ts";
import { withNotice } from "#app/ui/notices.ts";
import { AppError } from "#domain/errors.ts";
import type { Route } from "./+types/new";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { tier, ageConfirmed18NSFW } = await requireConsentedUser(context, url);
  const values = { ...NO_VALUES, genre: genreOfSlug(url.searchParams.get("genre")) };
  return { tier, canWriteAdult: ageConfirmed18NSFW, values };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  await requireConsentedUser(context, url);
  const values = valuesOf(await request.formData());
  const parsed = parseNewStory(values);
  if (!parsed.ok) return data({ values, errors: parsed.errors, problem: null }, 400);
  try {
    const story = await context.get(servicesContext).stories.create(parsed.story);
    return redirect(withNotice(`/stories/${story.storyId}`, "story-created"));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A field that is at fault says so itself; a limit of the plan stands above the form.
    const errors: NewStoryErrors = isField(error.field) ? { [error.field]: error.message } : {};
    const problem = isField(error.field) ? null : error.message;
    return data({ values, errors, problem }, error.status);
  }
}

export const meta: Route.MetaFunction = () => [{ title: "Begin Your Story · Talespark" }];

export default function NewStoryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { tier, canWriteAdult } = loaderData;
  return (
    <Page>
      <NewStoryForm
        key={loaderData.values.genre}
        values={actionData?.values ?? loaderData.values}
        errors={actionData?.errors ?? NO_ERRORS}
        problem={actionData?.problem ?? null}
        tier={tier}
        canWriteAdult={canWriteAdult}
      />
    </Page>
  );
}

const NO_ERRORS: NewStoryErrors = {};
