import { createParser } from "eventsource-parser";
import { asFailure, callApi, toFailure } from "#app/features/api/call-api.ts";
import { begunDemoSchema, DEMO_INTERACTIONS, type DemoStory, demoStorySchema } from "#domain/demo.ts";
import { AppError } from "#domain/errors.ts";
import { decodeServerEvent, type ServerEvent } from "#domain/protocol.ts";
import type { TurnKind } from "#domain/turn-kinds.ts";
import type { DemoValues } from "./demo-values.ts";

/** Begins a demo story, which has no text yet. Throws an `AppError`. */
export async function beginDemo(values: DemoValues): Promise<DemoStory> {
  const body = { ...values, storyLength: "short", setting: "", isNSFW: false, isDemo: true };
  const begin = () => callApi("POST", "/api/stories/demo", begunDemoSchema, { body });
  // One tab at a time: each answer replaces the cookie that leads to all demos of this browser.
  const { storyId, title } = await ("locks" in navigator
    ? navigator.locks.request("talespark:demo", begin)
    : begin());
  const interactions = { used: 0, limit: DEMO_INTERACTIONS };
  return { storyId, title, currentLocation: null, messages: [], interactions };
}

/** The current story; `null`: it has expired, or belongs to an account now. Throws an `AppError`. */
export async function fetchDemo(storyId: string): Promise<DemoStory | null> {
  try {
    return await callApi("GET", `/api/stories/demo/${storyId}`, demoStorySchema);
  } catch (error) {
    if (asFailure(error).code === "NOT_FOUND") return null;
    throw error;
  }
}

/** The server writes at least every 5 s: after three missed writes the answer counts as broken off. */
const QUIET_WITHIN_MS = 15_000;
/** The waits before a broken request is sent again. With the same request id it continues the same turn. */
const TRIES_AGAIN_AFTER_MS = [1_000, 2_000, 4_000];

/** A request for one turn; `requestId` stays the same in every try. */
export type DemoAsk = {
  storyId: string;
  kind: TurnKind;
  requestId: string;
  content: string;
  signal: AbortSignal;
};

/**
 * Asks for one turn and passes on its events, the last of which is its end. Throws the server's refusal, UNREACHABLE if the
 * server can't be reached, and `signal`'s reason.
 */
export async function followDemo(ask: DemoAsk, onEvent: (event: ServerEvent) => void): Promise<void> {
  for (const wait of [...TRIES_AGAIN_AFTER_MS, null]) {
    try {
      if (await followOnce(ask, onEvent)) return;
    } catch (error) {
      ask.signal.throwIfAborted();
      if (error instanceof AppError) throw error;
    }
    if (wait !== null) await new Promise((resolve) => setTimeout(resolve, wait));
    ask.signal.throwIfAborted();
  }
  throw new AppError("UNREACHABLE");
}

/** Returns whether the turn has ended. A broken connection throws what the browser throws. */
async function followOnce(
  { storyId, kind, requestId, content, signal }: DemoAsk,
  onEvent: (event: ServerEvent) => void,
): Promise<boolean> {
  const [call, input] =
    kind === "message"
      ? (["message", { content }] as const)
      : (["continue", { isInitialContinue: kind === "opening" }] as const);
  const quiet = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => quiet.abort(), QUIET_WITHIN_MS);
  };
  let hasEnded = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      const decoded = decodeServerEvent(data);
      if (!decoded.ok) return;
      hasEnded ||= isEndOf(requestId, decoded.event);
      onEvent(decoded.event);
    },
  });
  heard(); // the answer must begin within that time as well
  try {
    const response = await fetch(`/api/stories/demo/${storyId}/${call}`, {
      method: "POST",
      headers: { Accept: "text/event-stream", "Content-Type": "application/json" },
      body: JSON.stringify({ requestId, ...input }),
      signal: AbortSignal.any([signal, quiet.signal]),
    });
    if (!response.ok || response.body === null) {
      throw toFailure(response, await response.json().catch(() => null));
    }
    const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      heard();
      parser.feed(piece.value);
    }
    return hasEnded;
  } finally {
    clearTimeout(timer);
  }
}

function isEndOf(requestId: string, event: ServerEvent): boolean {
  const isEnd = event.type === "stream-complete" || event.type === "stream-error";
  return isEnd && event.requestId === requestId;
}
