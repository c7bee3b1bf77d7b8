import type { ChatMessage } from "../prompt-reader.ts";
import { TASK_MARKERS } from "../task-markers.ts";

/** What a prompt asks for, when it isn't the next passage of a story. */
export type TaskKind = Exclude<keyof typeof TASK_MARKERS, "opening" | "carryOn">;

const KINDS: readonly TaskKind[] = ["suggestion", "formFill", "idea", "title", "memory", "analysis", "chat"];

/** Reads the kind off the markers of a request. What people wrote can't have a marker in it. */
export function findTaskKind(messages: readonly ChatMessage[]): TaskKind | null {
  const users = messages.filter((message) => message.role === "user").toReversed();
  for (const { content } of users) {
    const kind = KINDS.find((candidate) => content.includes(TASK_MARKERS[candidate]));
    if (kind !== undefined) return kind;
    // Only a correction of a structured answer may stand after the request itself.
    if (/<\w+[/>]/u.test(content)) break;
  }
  return null;
}
