import { useCallback, useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { asFailure, callApi, fetchPage } from "#app/features/api/call-api.ts";
import {
  MESSAGES_PER_PAGE_MAX,
  type Message,
  messageSchema,
  type OpenPath,
  openPathSchema,
} from "#domain/message.ts";
import {
  type ConversationPath,
  PATHS_PER_PAGE,
  type PathPage,
  pathPageSchema,
  type RemovedPart,
} from "#domain/paths.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { useSheetChanged } from "../live/use-sheet-changed.ts";

/** `paths` grows page by page; `failure`: why the rest is not there. */
type LoadedPaths = {
  paths: readonly ConversationPath[];
  removed: readonly RemovedPart[];
  /** How many paths there are; `null`: not known yet. */
  count: number | null;
  isComplete: boolean;
  failure: string | null;
};

const NOTHING: LoadedPaths = { paths: [], removed: [], count: null, isComplete: false, failure: null };

/** The path that was open before. `depth`: its messages; `text`: its last one, empty if that was not on the page. */
export type LeftPath = { leafId: string; depth: number; text: string };

/** All paths of a conversation, while `isOpen`. They are read again when they have changed. */
export function usePaths(
  conversation: Pick<LiveConversation, "apiPath" | "follow">,
  isOpen: boolean,
): LoadedPaths & { reload: () => void } {
  const { apiPath } = conversation;
  const [loaded, setLoaded] = useState(NOTHING);
  const running = useRef<AbortController | null>(null);

  const reload = useCallback(() => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    void loadAll(apiPath, abort.signal, setLoaded);
  }, [apiPath]);

  useEffect(() => {
    if (!isOpen) return;
    reload();
    return () => running.current?.abort();
  }, [isOpen, reload]);
  useSheetChanged(conversation, "paths", () => {
    if (isOpen) reload();
  });
  return { ...loaded, reload };
}

/** Shows each page as it comes, but leaves a list that is on the screen until the new one has as much to show. */
async function loadAll(
  apiPath: string,
  signal: AbortSignal,
  setLoaded: (change: (before: LoadedPaths) => LoadedPaths) => void,
): Promise<void> {
  let found: LoadedPaths = NOTHING;
  let cursor: string | null = null;
  try {
    do {
      const page = await fetchPaths(apiPath, { cursor, signal });
      cursor = page.next;
      const known = new Set(found.paths.map(({ leafId }) => leafId)); // one may have moved to a later page meanwhile
      found = {
        paths: [...found.paths, ...page.paths.filter(({ leafId }) => !known.has(leafId))],
        removed: found.count === null ? page.removed : found.removed,
        count: page.count,
        isComplete: cursor === null,
        failure: null,
      };
      const next = found;
      setLoaded((before) => (next.isComplete || next.paths.length >= before.paths.length ? next : before));
    } while (cursor !== null);
  } catch (error) {
    if (signal.aborted) return;
    const { message } = asFailure(error);
    setLoaded((before) => ({ ...before, failure: message }));
  }
}

/** What is called of a conversation's paths. `apiPath`: of the conversation, such as `/api/stories/…`. All throw as `callApi` does. */

export function fetchPaths(
  apiPath: string,
  { cursor, signal }: { cursor: string | null; signal: AbortSignal },
): Promise<PathPage> {
  const query = { limit: PATHS_PER_PAGE, ...(cursor === null ? {} : { cursor }) };
  return callApi("GET", `${apiPath}/paths`, pathPageSchema, { query, signal });
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
): Promise<Message[]> {
  let messages: Message[] = [];
  let before: string | null = null;
  if (count <= 0) return messages;
  do {
    const limit = Math.min(MESSAGES_PER_PAGE_MAX, count - messages.length);
    const query: Record<string, string | number> = {
      path: leafId,
      limit,
      ...(before === null ? {} : { before }),
    };
    const page: { answer: Message[]; next: URLSearchParams | null } = await fetchPage(
      `${apiPath}/messages`,
      v.array(messageSchema),
      { query, signal },
    );
    messages = [...page.answer, ...messages];
    before = page.next?.get("before") ?? null;
  } while (before !== null && messages.length < count);
  return messages;
}
