import { type ActionDispatch, useEffect, useEffectEvent } from "react";
import { asFailure } from "#app/features/api/call-api.ts";
import { useLoggedOutElsewhere } from "#app/features/auth/last-reader.ts";
import { MESSAGES_PER_PAGE, MESSAGES_PER_PAGE_MAX, type MessagePage } from "#domain/message.ts";
import { fetchMessages } from "../message-calls.ts";
import { computeBackOffMs } from "./back-off.ts";
import type { LatestFacts } from "./conversation-facts.ts";
import type { ConversationAction, ConversationState } from "./conversation-state.ts";

/** The specification's time after which a story's metadata is read again. */
export const REFRESH_AFTER_MS = 1_000;
/** After a failed load of what the page shows. */
const RETRY = { firstMs: 1_000, longestMs: 30_000 };

/** Reads what may have changed while the page was not connected. Throws as `callApi` does. */
export type FetchLatest = (id: string, signal: AbortSignal) => Promise<LatestFacts>;

type RefreshInput = { id: string; apiPath: string; fetchLatest: FetchLatest; isDeleting: boolean };

/**
 * Keeps the page true where the live connection can't: loads the messages again when another path is read, and the facts a second
 * after each join and each reply. It ends with the conversation and with the session: what is deleted, or whose reader has left, is not
 * asked for.
 */
export function useRefresh(
  {
    messages,
    needsReload,
    reload,
    refreshes,
    deleted,
    connection,
  }: Pick<ConversationState, "messages" | "needsReload" | "reload" | "refreshes" | "deleted" | "connection">,
  { id, apiPath, fetchLatest, isDeleting }: RefreshInput,
  dispatch: ActionDispatch<[ConversationAction]>,
): void {
  const hasLeft = useLoggedOutElsewhere();
  const isOver = isDeleting || deleted || hasLeft || connection === "gone" || connection === "signed-out";
  const load = useEffectEvent((signal: AbortSignal) =>
    fetchMessages(apiPath, toReloadQuery(messages.length), signal),
  );
  useEffect(() => {
    if (!needsReload || isOver) return;
    const left = new AbortController();
    const onLoaded = (page: MessagePage) => dispatch({ type: "messages-reloaded", page, reload });
    void refresh((signal) => load(signal), onLoaded, left.signal, { afterMs: 0 });
    return () => left.abort();
  }, [needsReload, reload, isOver, dispatch]);

  useEffect(() => {
    if (refreshes === 0 || isOver) return;
    const left = new AbortController();
    const load = (signal: AbortSignal) => fetchLatest(id, signal);
    void refresh(load, (latest) => dispatch({ type: "refreshed", latest }), left.signal);
    return () => left.abort();
  }, [refreshes, isOver, id, fetchLatest, dispatch]);
}

/**
 * As many as are loaded, each of which may have been edited while the page was away, and what may have come since. The oldest of very many
 * stay as they were.
 */
export function toReloadQuery(loaded: number): { limit?: number } {
  if (loaded <= MESSAGES_PER_PAGE) return {};
  return { limit: Math.min(loaded + MESSAGES_PER_PAGE, MESSAGES_PER_PAGE_MAX) };
}

/**
 * Loads after `afterMs`, which is a second unless it is given. After a failure it loads again, until it succeeds, and waits as long as a
 * refusal says. It ends silently when `signal` is aborted.
 */
export async function refresh<Latest>(
  load: (signal: AbortSignal) => Promise<Latest>,
  onLoaded: (latest: Latest) => void,
  signal: AbortSignal,
  { afterMs = REFRESH_AFTER_MS, random = Math.random }: { afterMs?: number; random?: () => number } = {},
): Promise<void> {
  let wait = afterMs;
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
