import * as v from "valibot";
import { withNotice } from "#app/ui/notices.ts";
import { AppError, toErrorBody } from "#domain/errors.ts";
import { parseInput } from "#domain/input.ts";
import { updateStorySchema } from "#domain/story-schemas.ts";
import type { Services } from "#workers/services.ts";
import { CHANGE_INTENTS } from "./story-change.ts";

const intentSchema = v.object({ intent: v.picklist(CHANGE_INTENTS) });

/**
 * The one way in for what a person does to a whole story. A page asks for JSON and is told how it went; a form that no
 * script has taken over is led on to a page that says so.
 */
export async function changeAction(
  stories: Services["stories"],
  storyId: string,
  request: Request,
): Promise<Response> {
  const wantsJson = request.headers.get("Accept") === "application/json";
  try {
    await change(stories, storyId, await request.formData());
    return wantsJson ? Response.json({ ok: true }) : redirectTo(withNotice("/stories", "story-changed"));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (wantsJson) return Response.json(toErrorBody(error), { status: error.status });
    const limit = error.code === "STORY_LIMIT_EXCEEDED";
    return redirectTo(withNotice("/stories", limit ? "story-limit" : "story-not-changed"));
  }
}

async function change(stories: Services["stories"], storyId: string, form: FormData): Promise<unknown> {
  const fields = Object.fromEntries(form);
  const { intent } = parseInput(intentSchema, fields);
  switch (intent) {
    case "update":
      await stories.get(storyId); // somebody else's story is not found before its new title is found wrong
      return stories.update(storyId, parseInput(v.pick(updateStorySchema, ["title", "description"]), fields));
    case "delete":
      return stories.remove(storyId);
    case "restore":
      return stories.restore(storyId);
    case "archive":
      return stories.update(storyId, { status: "archived" });
    case "unarchive":
      return stories.update(storyId, { status: "active" });
  }
}

function redirectTo(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path } });
}
