import { servicesContext } from "#app/context.ts";
import { changeAction } from "#app/features/stories/changes/change-action.ts";
import type { Route } from "./+types/change";

/** No page: what is done to a story from its menus is posted here. */
export function action({ context, params, request }: Route.ActionArgs) {
  return changeAction(context.get(servicesContext).stories, params.storyId, request);
}
