import { findUsualSpeakers, type ReplyVoices } from "#workers/ai/reply/voices.ts";
import type { ReplyContext, Speakers } from "./conversation-kind.ts";
import type { MessageTree } from "./message-tree.ts";

/** How many of the latest messages are searched for the reply before this one, and for names at the beginning of lines. */
const READ_BACK = 4;

/** The speakers of a reply, and the texts that it must not repeat. */
export function toVoices(
  speakers: Speakers,
  { turn, parent, avoid }: ReplyContext,
  tree: Pick<MessageTree, "walkFrom">,
): ReplyVoices {
  const latest: string[] = [];
  let last: string | null = null;
  for (const { role, content } of tree.walkFrom(parent, READ_BACK)) {
    latest.push(content);
    if (role === "assistant") last ??= content;
    if (latest.length >= READ_BACK) break;
  }
  const action = parent?.role === "user" ? parent.content : null;
  return {
    ...speakers,
    action: action ?? (turn.kind === "message" ? turn.content : null),
    earlier: [last, avoid?.content ?? null].filter((text) => text !== null),
    usual: findUsualSpeakers(latest),
  };
}
