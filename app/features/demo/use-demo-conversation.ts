import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import { findLastReplyId, isBusy } from "#app/features/conversation/live/conversation-selectors.ts";
import {
  type ConversationState,
  reduceConversation,
  startConversation,
} from "#app/features/conversation/live/conversation-state.ts";
import { keepRequest, keptRequests } from "#app/features/conversation/live/kept-request.ts";
import { lastId } from "#app/features/conversation/live/loaded-messages.ts";
import type { DemoStory } from "#domain/demo.ts";
import { AppError } from "#domain/errors.ts";
import { isPassage } from "#domain/message.ts";
import type { ServerEvent } from "#domain/protocol.ts";
import type { TurnKind } from "#domain/turn-kinds.ts";
import { fetchDemo, followDemo } from "./demo-calls.ts";

/** The times after a reply at which the story is loaded again: the server finds its title, place and names within a few seconds. */
const LOOK_AFTER_MS = [3_000, 8_000];
/** After a failed load of messages that this page lacks. */
const LOOK_AGAIN_AFTER_MS = 2_000;

/** Why the demo can't go on. */
type DemoObstacle = "limit" | "rate-limit" | "expired";

export type VisitorConversation = ReturnType<typeof useDemoConversation>;

/**
 * A demo story: its state is that of every conversation, fed by the answers to its own requests. A failure is only
 * logged, as specified; the text of a message returns to the box.
 */
export function useDemoConversation(story: DemoStory, onObstacle: (obstacle: DemoObstacle) => void) {
  const { storyId } = story;
  const [state, dispatch] = useReducer(reduceConversation, story, startDemo);
  const left = useRef(new AbortController());
  const look = () => dispatch({ type: "reload-wanted" });

  async function ask(
    kind: TurnKind,
    content: string,
    requestId: string = crypto.randomUUID(),
  ): Promise<void> {
    const { signal } = left.current;
    const request = { requestId, kind, content, accepted: false };
    keepRequest(null, storyId, request);
    dispatch({ type: "request-made", request });
    const onEvent = (event: ServerEvent) => {
      dispatch(event);
      if (event.type === "stream-error" && event.requestId === requestId) logFailure(kind, event.code);
    };
    try {
      await followDemo({ storyId, kind, requestId, content, signal }, onEvent);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof AppError)) throw error;
      const { code, status, message } = error;
      dispatch({ type: "stream-error", requestId, code, status, message });
      logFailure(kind, code);
      if (code === "DEMO_LIMIT_REACHED") {
        look();
        onObstacle("limit");
      } else if (status === 429) onObstacle("rate-limit");
      else if (code === "NOT_FOUND") onObstacle("expired");
    }
    // The visitor may have sent the next request before this answer ended.
    if (keptRequests.read(storyId)?.requestId === requestId) keepRequest(null, storyId, null);
  }

  /** Sends a request again that the visitor left before its end: the page joins its turn. An empty story asks for its opening. */
  const begin = useEffectEvent(() => {
    const kept = keptRequests.read(storyId);
    if (kept !== null) void ask(kept.kind, kept.content, kept.requestId);
    else if (state.messages.length === 0) void ask("opening", "");
  });
  // In development effects run twice: each run needs a signal of its own.
  useEffect(() => {
    left.current = new AbortController();
    begin();
    return () => left.current.abort();
  }, []);

  const lastReplyId = findLastReplyId(state);
  useEffect(() => {
    if (lastReplyId === null) return;
    const timers = LOOK_AFTER_MS.map((ms) => setTimeout(() => dispatch({ type: "reload-wanted" }), ms));
    return () => timers.forEach(clearTimeout);
  }, [lastReplyId]);

  /** Loads the story as the server has it. A visitor has no live connection that sends what is found after a reply. */
  const load = useEffectEvent(async (reload: number) => {
    try {
      const latest = await fetchDemo(storyId);
      if (latest === null) return;
      const { title, currentLocation, messages } = latest;
      const place = currentLocation === null ? {} : { currentLocation };
      dispatch({ type: "conversation-updated", title, ...place });
      dispatch({ type: "messages-reloaded", page: { messages, before: null }, reload });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setTimeout(look, LOOK_AGAIN_AFTER_MS);
    }
  });
  // Also when another tab has gone on with the story.
  const { needsReload, reload } = state;
  useEffect(() => {
    if (needsReload) void load(reload);
  }, [needsReload, reload]);

  return {
    state,
    busy: isBusy(state),
    /** Interactions so far. */
    used: countInteractions(state.messages),
    /** Text that could not be sent and returns to the box. */
    restored: state.failure?.restoredText ?? null,
    onRestored: () => dispatch({ type: "failure-shown" }),
    open: () => void ask("opening", ""),
    carryOn: () => void ask("continue", ""),
    send: (content: string) => void ask("message", content),
  };
}

/** Counts as the server does: complete replies; the opening, which has no parent, is not one. */
function countInteractions(messages: ConversationState["messages"]): number {
  return messages.filter(
    (message) => isPassage(message) && message.status === "complete" && message.parentId !== null,
  ).length;
}

function startDemo({ storyId, title, currentLocation, messages }: DemoStory): ConversationState {
  const started = startConversation({
    title,
    description: "",
    currentLocation,
    cast: [],
    status: "active",
    page: { messages, before: null },
    messageCount: messages.length,
  });
  // There is no live connection to join: the story is as the server returned it.
  return reduceConversation(started, {
    type: "joined",
    storyId,
    headMessageId: lastId(messages),
    messageCount: messages.length,
    turn: null,
  });
}

function logFailure(kind: TurnKind, code: string): void {
  console.warn(kind === "message" ? "Failed to send demo message" : "Failed to continue demo story", code);
}
