import { tellPassage } from "./passage.ts";
import { block, type ChatMessage, readStoryPrompt } from "./prompt-reader.ts";
import type { CompletionRequest } from "./protocol.ts";
import { answerForSchema } from "./structured.ts";
import { TASK_MARKERS } from "./task-markers.ts";
import { analysePassage } from "./tasks/analysis.ts";
import { answerInChat } from "./tasks/chat.ts";
import { fillForm, premiseFrom } from "./tasks/form-fill.ts";
import { rememberPassages } from "./tasks/memory.ts";
import { suggestionFor } from "./tasks/suggestion.ts";
import { titleForOpening } from "./title.ts";

/** The text that answers a request: prose, or JSON where the task or the request is for it. */
export function answerTo({ messages, seed, response_format: format }: CompletionRequest): string {
  const kind = findTaskKind(messages);
  const isStructured = kind === "formFill" || kind === "memory" || kind === "analysis";
  if (format?.type === "json_schema" && !isStructured)
    return JSON.stringify(answerForSchema(format.json_schema.schema, readStoryPrompt(messages)));
  if (format?.type === "json_object" && !isStructured) return "{}";
  return kind === null
    ? tellPassage(readStoryPrompt(messages), seed ?? null)
    : taskAnswer(kind, messages, seed ?? null);
}

function taskAnswer(kind: TaskKind, messages: CompletionRequest["messages"], seed: number | null): string {
  const asked =
    messages.findLast(({ role, content }) => role === "user" && /<\w+/u.test(content))?.content ?? "";
  const last = messages.findLast(({ role }) => role === "assistant")?.content ?? "";
  switch (kind) {
    case "suggestion":
      return suggestionFor(readStoryPrompt(messages), block(asked, "different_take"));
    case "formFill":
      return JSON.stringify(fillForm(messages, seed));
    case "idea":
      return premiseFrom(block(asked, "ideas") ?? "", seed);
    case "title":
      return titleForOpening(block(asked, "opening_chapter") ?? last);
    case "memory":
      return JSON.stringify(rememberPassages(asked, messages));
    case "analysis":
      return JSON.stringify(analysePassage(asked, last, readStoryPrompt(messages).character));
    case "chat":
      return answerInChat(messages, seed);
  }
}

/** What a prompt asks for, when it isn't the next passage of a story. */
type TaskKind = Exclude<keyof typeof TASK_MARKERS, "opening" | "carryOn">;

const KINDS: readonly TaskKind[] = ["suggestion", "formFill", "idea", "title", "memory", "analysis", "chat"];

/** Reads the kind off the markers of a request. What people wrote can't have a marker in it. */
function findTaskKind(messages: readonly ChatMessage[]): TaskKind | null {
  const users = messages.filter((message) => message.role === "user").toReversed();
  for (const { content } of users) {
    const kind = KINDS.find((candidate) => content.includes(TASK_MARKERS[candidate]));
    if (kind !== undefined) return kind;
    // Only a correction of a structured answer may stand after the request itself.
    if (/<\w+[/>]/u.test(content)) break;
  }
  return null;
}
