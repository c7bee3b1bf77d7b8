import * as v from "valibot";
import { callApi } from "#app/features/api/call-api.ts";
import {
  MESSAGES_PER_PAGE_MAX,
  type Message,
  type MessagePage,
  type OpenPath,
  openPathSchema,
} from "#domain/message.ts";
import {
  type ConversationPath,
  PATHS_PER_PAGE_MAX,
  type PathPage,
  pathPageSchema,
  type RemovedPart,
} from "#domain/paths.ts";
import { fetchMessages } from "../message-calls.ts";

/* The calls of the API about the paths of a conversation. `apiPath`: the conversation's, such as `/api/stories/…`. All throw as `callApi` does. */

export async function fetchPaths(
  apiPath: string,
  signal: AbortSignal,
): Promise<Pick<PathPage, "paths" | "removed">> {
  const paths = new Map<string, ConversationPath>(); // one may move to a later page meanwhile
  const removed: RemovedPart[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: PATHS_PER_PAGE_MAX, ...(cursor === null ? {} : { cursor }) };
    const page: PathPage = await callApi("GET", `${apiPath}/paths`, pathPageSchema, { query, signal });
    for (const path of page.paths) paths.set(path.leafId, path);
    removed.push(...page.removed);
    cursor = page.next;
  } while (cursor !== null);
  return { paths: [...paths.values()], removed };
}

export function openPath(apiPath: string, leafId: string): Promise<OpenPath> {
  return callApi("POST", `${apiPath}/paths/${leafId}/open`, openPathSchema);
}

export async function namePath(apiPath: string, leafId: string, name: string): Promise<void> {
  await callApi("PATCH", `${apiPath}/paths/${leafId}`, v.unknown(), { body: { name } });
}

/** Puts a message and all that follows it into the bin. */
export function removePart(apiPath: string, messageId: string): Promise<OpenPath> {
  return callApi("DELETE", `${apiPath}/messages/${messageId}`, openPathSchema);
}

export function restorePart(apiPath: string, messageId: string): Promise<OpenPath> {
  return callApi("POST", `${apiPath}/messages/${messageId}/restore`, openPathSchema);
}

/** The last messages of a path, at least `count` of them if it has so many, oldest first. */
export async function fetchEndOfPath(
  apiPath: string,
  { leafId, count, signal }: { leafId: string; count: number; signal?: AbortSignal | undefined },
): Promise<readonly Message[]> {
  let messages: readonly Message[] = [];
  let before: string | null = null;
  while (messages.length < count) {
    const limit = Math.min(MESSAGES_PER_PAGE_MAX, count - messages.length);
    const query = { path: leafId, limit, ...(before === null ? {} : { before }) };
    const page: MessagePage = await fetchMessages(apiPath, query, signal);
    messages = [...page.messages, ...messages];
    before = page.before;
    if (before === null) break;
  }
  return messages;
}
