import { useEffect, useReducer, useRef, useState } from "react";
import { findLastReplyId, isBusy } from "#app/features/conversation/live/conversation-selectors.ts";
import {
  type ConversationState,
  reduceConversation,
  startConversation,
} from "#app/features/conversation/live/conversation-state.ts";
import { DEMO_INTERACTIONS, type DemoStory } from "#domain/demo.ts";
import { AppError } from "#domain/errors.ts";
import type { ServerEvent } from "#domain/protocol.ts";
import type { TurnKind } from "#domain/turn-kinds.ts";
import { type DemoAsk, fetchDemo, followDemo } from "./demo-calls.ts";

/** The times after a reply at which its title, place and names are loaded: the server finds them within a few seconds. */
const LOOK_AFTER_MS = [3_000, 8_000];

/** Why the demo can't go on. */
export type DemoObstacle = "limit" | "rate-limit" | "expired";

export type VisitorConversation = {
  state: ConversationState;
  busy: boolean;
  /** Interactions so far. */
  used: number;
  /** Text that could not be sent and returns to the box. */
  restored: string | null;
  onRestored: () => void;
  /** The opening failed, and can be asked for again. */
  hasNoOpening: boolean;
  open: () => void;
  carryOn: () => void;
  send: (content: string) => void;
};

/**
 * A demo story: its state is that of every conversation, fed by the answers to its own requests. A failure is only
 * logged, as specified; the text of a message returns to the box.
 */
export function useDemoConversation(
  story: DemoStory,
  onObstacle: (obstacle: DemoObstacle) => void,
): VisitorConversation {
  const { storyId } = story;
  const [state, dispatch] = useReducer(reduceConversation, story, startDemo);
  const [used, setUsed] = useState(story.interactions.used);
  const left = useRef(new AbortController());

  // In development effects run twice: each run needs a signal of its own.
  useEffect(() => {
    left.current = new AbortController();
    return () => left.current.abort();
  }, []);

  // Title, place and the names in the text are found after a reply, and a visitor has no live connection that sends them.
  const lastReplyId = findLastReplyId(state);
  useEffect(() => {
    if (lastReplyId === null) return;
    const look = () => readFacts(storyId).then((events) => events.forEach(dispatch));
    const timers = LOOK_AFTER_MS.map((ms) => setTimeout(look, ms));
    return () => timers.forEach(clearTimeout);
  }, [storyId, lastReplyId]);

  async function ask(kind: TurnKind, content: string): Promise<void> {
    const requestId = crypto.randomUUID();
    const { signal } = left.current;
    dispatch({ type: "request-made", request: { requestId, kind, content, accepted: false } });
    const onEvent = (event: ServerEvent) => {
      dispatch(event);
      if (event.type === "stream-complete" && event.requestId === requestId && kind !== "opening") {
        setUsed((count) => count + 1);
      }
      if (event.type === "stream-error" && event.requestId === requestId) logFailure(kind, event.code);
    };
    try {
      await followDemo(toAsk(storyId, kind, { requestId, content, signal }), onEvent);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof AppError)) throw error;
      const { code, status, message } = error;
      dispatch({ type: "stream-error", requestId, code, status, message });
      logFailure(kind, code);
      if (code === "DEMO_LIMIT_REACHED") {
        setUsed(DEMO_INTERACTIONS);
        onObstacle("limit");
      } else if (status === 429) onObstacle("rate-limit");
      else if (code === "NOT_FOUND") onObstacle("expired");
    }
  }

  const { failure } = state;
  const busy = isBusy(state);
  return {
    state,
    busy,
    used,
    restored: failure?.restoredText ?? null,
    onRestored: () => dispatch({ type: "failure-shown" }),
    hasNoOpening: !busy && state.messages.length === 0,
    open: () => void ask("opening", ""),
    carryOn: () => void ask("continue", ""),
    send: (content) => void ask("message", content),
  };
}

/** Title, place and names as events; none if the server can't be reached. */
async function readFacts(storyId: string): Promise<ServerEvent[]> {
  const story = await fetchDemo(storyId).catch(() => null);
  if (story === null) return [];
  const { title, currentLocation, messages } = story;
  const place = currentLocation === null ? {} : { currentLocation };
  return [
    { type: "conversation-updated", title, ...place },
    ...messages.flatMap(({ messageId, metadata: { analysis } }): ServerEvent[] =>
      analysis === null ? [] : [{ type: "conversation-updated", messageId, analysis }],
    ),
  ];
}

function toAsk(
  storyId: string,
  kind: TurnKind,
  { requestId, content, signal }: { requestId: string; content: string; signal: AbortSignal },
): DemoAsk {
  if (kind === "message") return { storyId, call: "message", body: { requestId, content }, signal };
  return { storyId, call: "continue", body: { requestId, isInitialContinue: kind === "opening" }, signal };
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
    request: null,
  });
  // There is no live connection to join: the story is as the server returned it.
  return reduceConversation(started, {
    type: "joined",
    storyId,
    headMessageId: started.headMessageId,
    messageCount: messages.length,
    turn: null,
  });
}

function logFailure(kind: TurnKind, code: string): void {
  console.warn(kind === "message" ? "Failed to send demo message" : "Failed to continue demo story", code);
}
