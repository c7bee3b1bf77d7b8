import type { ChatMessage } from "../prompt-reader.ts";

/** What a prompt asks for, when it isn't the next passage of a story. */
export type TaskKind =
  | "suggestion"
  | "form-fill"
  | "idea"
  | "title"
  | "memory"
  | "analysis"
  | "chat"
  | "portrait";

const MARKS: readonly (readonly [TaskKind, RegExp])[] = [
  ["suggestion", /<suggestion_request\b/u],
  ["form-fill", /<form_fill_request\b/u],
  ["title", /<title_request\b/u],
  ["memory", /<memory_request\b/u],
  ["analysis", /<analysis_request\b/u],
  ["portrait", /<portrait_request\b/u],
  ["idea", /<ideas>/u],
];

/** Reads the kind off the blocks of what the Worker asks. What people wrote can't have such a block in it. */
export function taskKindOf(messages: readonly ChatMessage[]): TaskKind | null {
  const users = messages.filter((message) => message.role === "user").toReversed();
  for (const { content } of users) {
    const mark = MARKS.find(([, pattern]) => pattern.test(content));
    if (mark !== undefined) return mark[0];
    // Only a correction of a structured answer may stand after the request itself.
    if (/<\w+[/>]/u.test(content)) break;
  }
  const isChat = messages.some(({ role, content }) => role === "system" && /^<character>$/mu.test(content));
  return isChat ? "chat" : null;
}
