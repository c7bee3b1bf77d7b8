import { Outlet } from "react-router";
import { requireConsentedUser } from "#app/context.ts";
import { useBroughtBack } from "#app/features/layout/use-brought-back.ts";
import { StoryChanges } from "#app/features/stories/changes/story-changes.tsx";
import { StoryLoading } from "#app/features/stories/reading/story-loading.tsx";
import type { Route } from "./+types/guard";

/**
 * Everything below needs somebody who is signed in and has passed the age and terms gate. The loader has to be here:
 * a branch without one is opened by a client navigation without asking the server.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  await requireConsentedUser(context, url);
  return null;
}

export { onlyAfterChanges as shouldRevalidate } from "#app/features/layout/revalidation.ts";

export default function Guard() {
  useBroughtBack();
  return (
    <StoryChanges>
      <Outlet />
      <StoryLoading />
    </StoryChanges>
  );
}
