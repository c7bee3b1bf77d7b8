import type { Message } from "#domain/message.ts";

/** The messages up to a parent; `null` if that parent is not among those that are loaded. */
export function findPath(messages: readonly Message[], parentId: string | null): readonly Message[] | null {
  if (parentId === null) {
    const first = messages[0];
    return first === undefined || first.parentId === null ? [] : null;
  }
  const at = messages.findLastIndex((message) => message.messageId === parentId);
  if (at === messages.length - 1) return at < 0 ? null : messages; // the same array, so that nothing renders again
  return at < 0 ? null : messages.slice(0, at + 1);
}

/** The message that the path ends with. */
export function lastId(messages: readonly Message[]): string | null {
  return messages.at(-1)?.messageId ?? null;
}
