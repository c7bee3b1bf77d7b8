import * as v from "valibot";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { hasOwnTitle, type PlanLimit } from "#app/features/billing/limits.ts";
import type { AppError } from "#domain/errors.ts";
import { describeFailedChange, type StoryChange } from "./story-change.ts";

/* Loaded with the first change. */

/** How a change that failed is shown. */
type ChangeFailureText =
  | { show: "limit"; limit: PlanLimit }
  /** The failure is about fields of the dialog. */
  | { show: "field"; failure: AppError }
  /** `isGone`: it was deleted elsewhere, and lists that show it are old. */
  | { show: "toast"; text: string; isGone?: boolean };

/** Changes a story. Gives how to show what went wrong, `null` when it is changed. */
export async function changeStory(storyId: string, change: StoryChange): Promise<ChangeFailureText | null> {
  try {
    await sendChange(storyId, change);
    if (change.intent === "delete") void forgetOffline(storyId);
    return null;
  } catch (error) {
    return changeFailureText(change, asFailure(error));
  }
}

/** It is deleted all the same if this code can't be loaded. */
async function forgetOffline(storyId: string): Promise<void> {
  const kept = await import("../reading/offline-stories.ts").catch(() => null);
  await kept?.forgetStory(storyId);
}

/** Throws as `callApi` does. */
export function sendChange(storyId: string, change: StoryChange): Promise<unknown> {
  const path = `/api/stories/${storyId}`;
  switch (change.intent) {
    case "update": {
      const { title, description, before } = change;
      return callApi("PUT", path, v.unknown(), { body: { title, description, before } });
    }
    case "archive":
      return callApi("PUT", path, v.unknown(), { body: { status: "archived" } });
    case "unarchive":
      return callApi("PUT", path, v.unknown(), { body: { status: "active" } });
    case "delete":
      return callApi("DELETE", path, v.unknown());
    case "restore":
      return callApi("POST", `${path}/restore`, v.unknown());
  }
}

/** The specification's sentences; where the server knows better what is wrong, the server's. */
export function changeFailureText(change: StoryChange, failure: AppError): ChangeFailureText {
  const { code, status, message, field } = failure;
  if (status >= 500) return { show: "toast", text: describeFailedChange(change) };
  if (hasOwnTitle(failure)) return { show: "limit", limit: failure };
  if (change.intent === "update" && (field !== null || code === "EDIT_CONFLICT"))
    return { show: "field", failure };
  if (code === "UNAUTHENTICATED") return { show: "toast", text: toLoginText(change) };
  if (code === "NOT_FOUND") return { show: "toast", text: "Story not found", isGone: true };
  return { show: "toast", text: message };
}

/** Each file of the specification has its own sentence for an edit: the one of the library, the one of the story. */
function toLoginText(change: StoryChange): string {
  if (change.intent === "delete") return "You must be logged in to delete stories";
  const isInStory = change.intent === "update" && change.place === "story";
  return isInStory ? "You must be logged in to edit stories" : "You must be logged in to edit a story";
}
