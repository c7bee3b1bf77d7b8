import { useCallback, useEffect, useRef, useState } from "react";
import { asFailure } from "#app/features/api/call-api.ts";
import type { ConversationPath, RemovedPart } from "#domain/paths.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { useSheetChanged } from "../live/use-sheet-changed.ts";
import { fetchPaths } from "./paths-api.ts";

/** `paths` grows page by page; `failure`: why the rest is not there. */
export type LoadedPaths = {
  paths: readonly ConversationPath[];
  removed: readonly RemovedPart[];
  /** How many paths there are; `null`: not known yet. */
  count: number | null;
  isComplete: boolean;
  failure: string | null;
};

const NOTHING: LoadedPaths = { paths: [], removed: [], count: null, isComplete: false, failure: null };

/** All paths of a conversation, while `isOpen`. They are read again when they have changed. */
export function usePaths(
  apiPath: string,
  conversation: Pick<LiveConversation, "follow">,
  isOpen: boolean,
): LoadedPaths & { reload: () => void } {
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
