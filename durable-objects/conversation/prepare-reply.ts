import { isOwnLine, isPassage } from "#domain/message.ts";
import { TURN_KINDS } from "#domain/turn-kinds.ts";
import { findUsualSpeakers, type ReplySpeakers } from "#workers/ai/reply/speakers.ts";
import type { ConversationParts } from "./conversation.ts";
import type { BuiltPrompt, FollowedReply, PromptBuilder, ReplyContext } from "./conversation-kind.ts";
import type { MessageRow, MessageTree } from "./message-tree.ts";
import { type PreparedReply, ReplyAttempt } from "./reply-attempt.ts";
import type { Turn } from "./turn-store.ts";

/** How many of the latest messages are searched for the reply before this one, and for names at the beginning of lines. */
const READ_BACK = 4;

export type PrepareReplyParts = Pick<ConversationParts, "kind" | "record" | "tree" | "turns" | "readers">;

/** What the prompt of a turn is made of. `message`: the person's, where the caller has it; else it is read. */
export function findContext(
  turn: Turn,
  message: MessageRow | null,
  { tree, record }: Pick<PrepareReplyParts, "tree" | "record">,
): ReplyContext {
  return {
    turn,
    parent: message ?? (turn.parentId === null ? null : tree.get(turn.parentId)),
    avoid: turn.avoidId === null ? null : tree.get(turn.avoidId),
    exchangeCount: record.get()?.exchangeCount ?? 0,
  };
}

/** The reply of a turn that is on disk, ready to be generated. Throws what a prompt that can't be built throws. */
export function prepareReply(
  turn: Turn,
  message: MessageRow | null,
  buildPrompt: PromptBuilder,
  parts: PrepareReplyParts,
): PreparedReply {
  const context = findContext(turn, message, parts);
  return createReply(context, buildPrompt(context), parts);
}

/** Each piece of text is on disk before it is sent. */
export function createReply(
  context: ReplyContext,
  prompt: BuiltPrompt,
  { kind, tree, turns, readers }: PrepareReplyParts,
): PreparedReply {
  const { turn } = context;
  let followed: FollowedReply | null = null;
  const attempt = new ReplyAttempt({
    model: kind.writing.model(),
    prompt: prompt.messages,
    findSpeakers: () => toReplySpeakers(prompt, context, tree),
    timeouts: kind.writing.timeouts(),
    text: turn.text,
    onPhase: (phase) => readers.broadcast({ type: "stream-progress", messageId: turn.replyId, phase }),
    onFlush: (content, offset) => {
      turns.appendText(turn.requestId, content);
      followed ??= kind.analysis?.follow(turn.text) ?? null;
      const analysis = followed?.read(content);
      const chunk = { type: "stream-chunk", messageId: turn.replyId, offset, content } as const;
      readers.broadcast(analysis ? { ...chunk, analysis } : chunk);
    },
  });
  return { attempt, toParts: prompt.toParts };
}

/** The speakers of a reply, and the texts that it must not repeat. */
function toReplySpeakers(
  { findSpeakers }: BuiltPrompt,
  { turn, parent, avoid }: ReplyContext,
  tree: MessageTree,
): ReplySpeakers {
  const latest: string[] = [];
  let last: string | null = null;
  for (const message of tree.walkFrom(parent, READ_BACK)) {
    latest.push(message.content);
    if (isPassage(message)) last ??= message.content;
    if (latest.length >= READ_BACK) break;
  }
  const action = parent !== null && isOwnLine(parent) ? parent.content : null;
  return {
    ...findSpeakers(),
    action: action ?? (TURN_KINDS[turn.kind].carries === "message" ? turn.content : null),
    earlier: [last, avoid?.content ?? null].filter((text) => text !== null),
    usual: findUsualSpeakers(latest),
  };
}
