import { type ActionDispatch, useEffect, useRef } from "react";
import { asFailure } from "#app/features/api/call-api.ts";
import { useLoggedOutElsewhere } from "#app/features/auth/last-reader.ts";
import { fetchMessages } from "../messages-api.ts";
import type { LatestFacts } from "./conversation-facts.ts";
import type { ConversationAction, ConversationState } from "./conversation-state.ts";
import { computeBackOffMs } from "./transport.ts";

/** The specification's time after which a story's metadata is read again. */
export const REFRESH_AFTER_MS = 1_000;
/** After a failed load of what the page shows. */
const RETRY = { firstMs: 1_000, longestMs: 30_000 };

/** Reads what may have changed while the page was not connected. Throws as `callApi` does. */
export type FetchLatest = (id: string, signal: AbortSignal) => Promise<LatestFacts>;

type RefreshInput = { id: string; apiPath: string; fetchLatest: FetchLatest; isDeleting: boolean };

/**
 * Keeps the page true where the live connection can't: loads the messages again when another path is read, and the facts a second
 * after each join and each reply. What fails is tried again, more and more slowly; a new join tries at once. It ends with the
 * conversation and with the session: what is deleted, or whose reader has left, is not asked for.
 */
export function useRefresh(
  {
    needsReload,
    reload: lastReload,
    refreshes,
    deleted,
    connection,
  }: Pick<ConversationState, "needsReload" | "reload" | "refreshes" | "deleted" | "connection">,
  { id, apiPath, fetchLatest, isDeleting }: RefreshInput,
  dispatch: ActionDispatch<[ConversationAction]>,
): void {
  const hasLeft = useLoggedOutElsewhere();
  const isOver = isDeleting || deleted || hasLeft || connection === "gone" || connection === "signed-out";
  const failures = useRef(0);
  useEffect(() => {
    if (!needsReload || isOver) return;
    const reload = lastReload + 1;
    dispatch({ type: "reload-asked", reload });
    fetchMessages(apiPath).then(
      (page) => {
        failures.current = 0;
        dispatch({ type: "messages-reloaded", page, reload });
      },
      () => {
        setTimeout(
          () => dispatch({ type: "reload-failed", reload }),
          computeBackOffMs(failures.current, RETRY),
        );
        failures.current += 1;
      },
    );
  }, [needsReload, lastReload, isOver, apiPath, dispatch]);

  useEffect(() => {
    if (refreshes === 0 || isOver) return;
    const left = new AbortController();
    const load = (signal: AbortSignal) => fetchLatest(id, signal);
    void refresh(load, (latest) => dispatch({ type: "refreshed", latest }), left.signal);
    return () => left.abort();
  }, [refreshes, isOver, id, fetchLatest, dispatch]);
}

/**
 * Loads a second from now, and again after a failure until it succeeds; a refusal that says how long to wait is obeyed. Ends
 * without a word when `signal` is aborted.
 */
export async function refresh<Latest>(
  load: (signal: AbortSignal) => Promise<Latest>,
  onLoaded: (latest: Latest) => void,
  signal: AbortSignal,
  random: () => number = Math.random,
): Promise<void> {
  let wait = REFRESH_AFTER_MS;
  for (let failures = 0; ; failures += 1) {
    await sleep(wait, signal);
    if (signal.aborted) return;
    try {
      const latest = await load(signal);
      if (!signal.aborted) onLoaded(latest);
      return;
    } catch (error) {
      if (signal.aborted) return;
      const { code, retryAfterSeconds } = asFailure(error);
      // The connection learns of it as well, and leads away from the page.
      if (code === "UNAUTHENTICATED" || code === "NOT_FOUND") return;
      wait =
        retryAfterSeconds === null ? computeBackOffMs(failures, RETRY, random) : retryAfterSeconds * 1_000;
    }
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
