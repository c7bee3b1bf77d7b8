import type { ErrorCode } from "./errors.ts";
import { listKeys } from "./json.ts";
import { isOwnLine, type Role } from "./message.ts";
import type { ClientEvent } from "./protocol.ts";

/** What sets one kind of turn apart from the others; everything else about a turn is the same for all. */
type TurnRules = {
  /**
   * What the person sends with it: a message that is stored before the reply, a direction for the writer, a wish that is stored with the
   * reply, or nothing.
   */
  carries: "message" | "direction" | "wish" | null;
  /** Whether its completed reply counts against a limit on exchanges, a plan's or the demo's. */
  countsAsExchange: boolean;
  /** Where its reply hangs in the message tree. `root`: only in an empty conversation; `beside-target`: another version. */
  replyHangs: "below-target" | "root" | "beside-target";
  /** Which limit on requests it counts against. */
  limit: "sends" | "regenerations";
  /** A second request, even with another request id, is answered with the first turn. */
  oncePerConversation: boolean;
  /** What a person reads when it failed. */
  failed: string;
};

/**
 * The kinds of turn. To add one, add its row here, its frame below and in `protocol.ts`, and the request to the model (`toStoryAsk`, and
 * `answerRequest` of a chat). A page asks for it with `LiveConversation.ask`.
 */
export const TURN_KINDS = {
  message: {
    carries: "message",
    countsAsExchange: true,
    replyHangs: "below-target",
    limit: "sends",
    oncePerConversation: false,
    failed: "Failed to send message. Please try again.",
  },
  continue: {
    carries: "direction",
    countsAsExchange: true,
    replyHangs: "below-target",
    limit: "sends",
    oncePerConversation: false,
    failed: "Failed to continue story. Please try again.",
  },
  opening: {
    carries: null,
    countsAsExchange: false,
    replyHangs: "root",
    limit: "sends",
    oncePerConversation: true,
    failed: "Failed to initialize story. Please try again.",
  },
  regenerate: {
    carries: "wish",
    countsAsExchange: false,
    replyHangs: "beside-target",
    limit: "regenerations",
    oncePerConversation: false,
    failed: "Failed to regenerate message. Please try again.",
  },
} as const satisfies Record<string, TurnRules>;
export type TurnKind = keyof typeof TURN_KINDS;
export const TURN_KIND_NAMES = listKeys(TURN_KINDS);

/** A frame that asks for a turn: no other has the id of a request. */
type TurnEvent = Extract<ClientEvent, { requestId: string }>;

/** A request for a turn, as its maker knows it. */
export type AskedTurn = {
  requestId: string;
  kind: TurnKind;
  /** Empty where its kind carries nothing. */
  content: string;
  /** The message that it starts from; absent: the last one of the active path. */
  targetId?: string | undefined;
  /** The last message that its maker knows; absent: it does not matter. */
  afterId?: string | undefined;
};

/** The turn that a frame asks for. */
export function toTurnRequest(event: TurnEvent): AskedTurn {
  const { requestId, targetId, afterId } = event;
  switch (event.type) {
    case "stream-message":
      return event.regenerate
        ? { requestId, targetId, afterId, kind: "regenerate", content: event.wish }
        : { requestId, targetId, afterId, kind: "message", content: event.content };
    case "stream-continue":
      return event.isInitialContinue
        ? { requestId, kind: "opening", content: "" }
        : { requestId, targetId, afterId, kind: "continue", content: event.prompt };
  }
}

/** The fields of the frame that asks for a turn: the reverse of `toTurnRequest`. A continue has the direction of its kind's default. */
export function toTurnFrame({ kind, content, ...request }: AskedTurn) {
  switch (kind) {
    case "message":
      return { type: "stream-message", ...request, content } as const;
    case "regenerate":
      return { type: "stream-message", ...request, regenerate: true, wish: content } as const;
    case "continue":
      return { type: "stream-continue", ...request } as const;
    case "opening":
      return { type: "stream-continue", ...request, isInitialContinue: true } as const;
  }
}

/** Where a turn hangs in the tree: the message that its reply answers, and the version that the reply is to differ from. */
type TurnTarget =
  | { ok: true; parentId: string | null; avoidId: string | null }
  | { ok: false; code: ErrorCode };

/** Where a reply of that kind hangs, for a request that starts from that message; `null`: the conversation is empty. */
export function findTurnTarget(
  kind: TurnKind,
  from: { id: string; role: Role; parentId: string | null } | null,
): TurnTarget {
  switch (TURN_KINDS[kind].replyHangs) {
    case "below-target":
      return { ok: true, parentId: from?.id ?? null, avoidId: null };
    case "root":
      return from === null
        ? { ok: true, parentId: null, avoidId: null }
        : { ok: false, code: "ALREADY_BEGUN" };
    case "beside-target":
      if (from === null) return { ok: false, code: "NOTHING_TO_REGENERATE" };
      // A message whose reply never came is answered now; a reply gets another version beside it.
      return isOwnLine(from)
        ? { ok: true, parentId: from.id, avoidId: null }
        : { ok: true, parentId: from.parentId, avoidId: from.id };
  }
}
