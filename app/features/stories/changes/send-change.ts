import { type ApiFailure, failureIn } from "#app/features/api/call-api.ts";
import { namedLimit } from "#app/features/billing/limits.ts";
import { ERRORS } from "#domain/errors.ts";
import { changePath, type EditErrors, isEditField, type StoryChange } from "./story-change.ts";

/** `answer` is `null` where none of ours came: no network, or a server in trouble. */
export type ChangeResult = { ok: true } | { ok: false; answer: ApiFailure | null };

/** How a change that failed is shown. */
export type ChangeFailure =
  | { show: "limit"; title: string; text: string }
  | { show: "fields"; errors: EditErrors }
  | { show: "toast"; text: string };

const FAILED: Record<StoryChange["intent"], string> = {
  update: "Failed to update story. Please try again.",
  delete: "Failed to delete story. Please try again.",
  restore: "Failed to restore story. Please try again.",
  archive: "Failed to archive story. Please try again.",
  unarchive: "Failed to bring back story. Please try again.",
};

/** Asks for a change of a story. Never throws: what goes wrong is an answer. */
export async function sendChange(storyId: string, change: StoryChange): Promise<ChangeResult> {
  try {
    const response = await fetch(changePath(storyId), {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(change),
    });
    if (response.ok) return { ok: true };
    return { ok: false, answer: failureIn({ status: response.status, body: await response.json() }) };
  } catch {
    return { ok: false, answer: null }; // the connection was lost, or the answer is not JSON
  }
}

/** The specification's sentences; where the server knows better what is wrong, the server's. */
export function changeFailure(change: StoryChange, answer: ApiFailure | null): ChangeFailure {
  const text = FAILED[change.intent];
  if (answer === null || answer.status >= 500) return { show: "toast", text };
  const { code, message, field } = answer;
  const limit = namedLimit(code, ERRORS[code].message);
  if (limit !== null) return { show: "limit", ...limit };
  if (change.intent === "update" && isEditField(field))
    return { show: "fields", errors: { [field]: message } };
  if (code === "UNAUTHENTICATED") {
    return {
      show: "toast",
      text: `You must be logged in to ${change.intent === "delete" ? "delete" : "edit"} stories`,
    };
  }
  return { show: "toast", text: code === "NOT_FOUND" ? "Story not found" : message || text };
}
