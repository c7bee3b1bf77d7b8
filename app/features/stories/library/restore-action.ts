import * as v from "valibot";
import { readForm } from "#app/features/forms/read-form.ts";
import { withNotice } from "#app/ui/notices.ts";
import { AppError } from "#domain/errors.ts";
import type { Services } from "#workers/services.ts";

/** The field of the form that names the story to restore. */
export const RESTORED_STORY = "storyId";
const formSchema = v.object({ [RESTORED_STORY]: v.string() });

/**
 * Restores a story for a browser without a script, and leads to a page that says how it went. With a script the API is
 * called, which is the same service.
 */
export async function restoreAction(stories: Services["stories"], request: Request): Promise<Response> {
  try {
    const { [RESTORED_STORY]: storyId } = await readForm(request, formSchema);
    await stories.restore(storyId);
    return redirectTo(withNotice("/stories", "story-changed"));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "UNSUPPORTED_MEDIA_TYPE") return new Response(error.message, { status: error.status });
    const isLimit = error.code === "STORY_LIMIT_EXCEEDED";
    return redirectTo(withNotice("/stories", isLimit ? "story-limit" : "story-not-changed"));
  }
}

function redirectTo(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path } });
}
