import { redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { onlyForAnother } from "#app/features/layout/route-settings.ts";
import { toNewStoryUser } from "#app/features/stories/new-story/new-story-user.ts";
import { OfflineReading } from "#app/features/stories/reading/offline-reading.tsx";
import { ReadingScreen } from "#app/features/stories/reading/reading-screen.tsx";
import { withNotice } from "#app/ui/redirect-notices.ts";
import { allowsAdult } from "#domain/adult-content.ts";
import { AppError } from "#domain/errors.ts";
import { guessTextLanguage } from "#domain/language.ts";
import { MESSAGES_AT_FIRST } from "#domain/message.ts";
import type { Route } from "./+types/reading";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { accounts, stories, billing, settings } = context.get(servicesContext);
  const before = url.searchParams.get("before");
  try {
    const [{ story, page }, sparks, beyondPlan, user] = await Promise.all([
      stories.open(
        params.storyId,
        before === null ? { limit: MESSAGES_AT_FIRST, withPlace: true } : { before },
      ),
      billing.sparks(),
      stories.isBeyondPlan(params.storyId),
      accounts.ensure(),
    ]);
    const isAdultOff = story.metadata.isNSFW && !allowsAdult(user);
    const beginner = { user: toNewStoryUser(user), canPaint: settings.AI_IMAGE_PROVIDER !== "none" };
    // A new story has no messages: its description is in the language of its text.
    const isNew = page.messages.length === 0;
    const language = guessTextLanguage(isNew ? [{ content: story.description }] : page.messages);
    return { story, page, language, sparks, beyondPlan, isAdultOff, beginner };
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") {
      throw redirect(withNotice("/stories", "story-not-found"));
    }
    throw error;
  }
}

export const shouldRevalidate = onlyForAnother("storyId");

export default function Reading({ loaderData }: Route.ComponentProps) {
  const { story, ...rest } = loaderData;
  return <ReadingScreen key={story.storyId} story={story} {...rest} />;
}

export function ErrorBoundary({ params }: Route.ErrorBoundaryProps) {
  return <OfflineReading key={params.storyId} storyId={params.storyId ?? ""} />;
}
