import type { ClientEvent } from "./protocol.ts";

/** What sets one kind of turn apart from the others; everything else about a turn is the same for all. */
type TurnRules = {
  /** The type of the frame that asks for it. */
  frame: ClientEvent["type"];
  /** What the person sends with it: a message that is stored before the reply, a direction for the writer, or nothing. */
  carries: "message" | "direction" | null;
  /** Whether its completed reply counts against a limit on exchanges, a plan's or the demo's. */
  countsAsExchange: boolean;
  /** Where its reply hangs in the message tree. `root`: only in an empty conversation; `beside-head`: another version. */
  replyHangs: "below-head" | "root" | "beside-head";
  /** A second request, even with another request id, is answered with the first turn. */
  oncePerConversation: boolean;
};

/**
 * The kinds of turn. A new one is a row here, its frame in `protocol.ts`, a case in `toTurnRequest`, and what each kind of
 * conversation asks its writer for it.
 */
export const TURN_KINDS = {
  message: {
    frame: "stream-message",
    carries: "message",
    countsAsExchange: true,
    replyHangs: "below-head",
    oncePerConversation: false,
  },
  continue: {
    frame: "stream-continue",
    carries: "direction",
    countsAsExchange: true,
    replyHangs: "below-head",
    oncePerConversation: false,
  },
  opening: {
    frame: "stream-continue",
    carries: null,
    countsAsExchange: false,
    replyHangs: "root",
    oncePerConversation: true,
  },
  regenerate: {
    frame: "stream-message",
    carries: null,
    countsAsExchange: false,
    replyHangs: "beside-head",
    oncePerConversation: false,
  },
} as const satisfies Record<string, TurnRules>;
export type TurnKind = keyof typeof TURN_KINDS;

/** A frame that asks for a turn. */
export type TurnEvent = Extract<ClientEvent, { type: (typeof TURN_KINDS)[TurnKind]["frame"] }>;

/** The turn that a frame asks for; `content` is empty where its kind carries nothing. */
export function toTurnRequest(event: TurnEvent): { requestId: string; kind: TurnKind; content: string } {
  switch (event.type) {
    case "stream-message": {
      const { requestId } = event;
      return event.regenerate
        ? { requestId, kind: "regenerate", content: "" }
        : { requestId, kind: "message", content: event.content };
    }
    case "stream-continue": {
      const { requestId, prompt } = event;
      return event.isInitialContinue
        ? { requestId, kind: "opening", content: "" }
        : { requestId, kind: "continue", content: prompt };
    }
  }
}
