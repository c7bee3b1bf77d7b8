import { AppError } from "#domain/errors.ts";
import { isOwnLine } from "#domain/message.ts";
import { type RichText, readRichMarkdown, readRichPassage } from "#domain/rich-text.ts";
import { ALL_PATHS } from "#domain/story-export.ts";
import type {
  BookMessage,
  FileMessage,
  FileStart,
  PathStretch,
  PathText,
  TreePage,
} from "#domain/story-file.ts";
import { type BookPiece, divideIntoChapters, type ToldMessage } from "./chapters.ts";

/** A conversation that is taken away, as far as all formats need it. */
export type TakenConversation = {
  kind: "story" | "character-chat";
  id: string;
  title: string;
  description: string;
  /** Who answers in a chat; `null` in a story. */
  voice: string | null;
  /** See `ConversationAccess`. */
  conversations: {
    exportStart: (id: string) => Promise<FileStart | null>;
    exportTree: (id: string, after: string) => Promise<TreePage | null>;
    exportPath: (id: string, request: { leafId: string | null; after: number }) => Promise<PathText | null>;
  };
};

/**
 * The text of a path in its chapters, read as it is taken. `path`: the message at its end, ALL_PATHS, or `null` for the open one. `start`: if it
 * was read already. Throws NOT_FOUND for a path that is not there.
 */
export async function openBook(
  taken: TakenConversation,
  path: string | null,
  start?: FileStart | null,
): Promise<AsyncGenerator<BookPiece>> {
  if (path === ALL_PATHS) {
    const begun = start === undefined ? await taken.conversations.exportStart(taken.id) : start;
    return divideIntoChapters(tellAll(taken, begun));
  }
  const first = await taken.conversations.exportPath(taken.id, { leafId: path, after: 0 });
  if (first === null && path !== null) throw new AppError("NOT_FOUND");
  return divideIntoChapters(tell(readPath(taken, first?.leafId ?? null, first), null));
}

async function* tellAll(taken: TakenConversation, start: FileStart | null): AsyncGenerator<ToldMessage> {
  if (start === null) return;
  const isWhole = start.next === null;
  for (const [index, stretch] of start.stretches.entries()) {
    const { leafId, after, name, turnName } = stretch;
    const messages = isWhole
      ? [walkStretch(start.messages, stretch)]
      : readPath(taken, leafId, { leafId, messages: [], next: after });
    yield* tell(messages, index === 0 ? null : { name: name ?? turnName ?? `${index + 1}` });
  }
}

async function* tell(
  pages: AsyncIterable<readonly BookMessage[]> | Iterable<readonly BookMessage[]>,
  path: ToldMessage["path"],
): AsyncGenerator<ToldMessage> {
  let begins = path;
  for await (const messages of pages) {
    for (const message of messages) {
      yield { path: begins, message };
      begins = null;
    }
  }
}

async function* readPath(
  { id, conversations }: TakenConversation,
  leafId: string | null,
  first: PathText | null,
): AsyncGenerator<readonly BookMessage[]> {
  for (let page = first; page !== null; ) {
    yield page.messages;
    if (page.next === null) return;
    page = await conversations.exportPath(id, { leafId, after: page.next });
  }
}

/** The same where all messages are there already. */
function walkStretch(messages: readonly FileMessage[], { leafId, length }: PathStretch): BookMessage[] {
  const byId = new Map(messages.map((message) => [message.messageId, message]));
  const walked: BookMessage[] = [];
  for (let at = byId.get(leafId); at !== undefined && walked.length < length; ) {
    walked.unshift(at);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return walked;
}

/** How a message is set: what stands in it, and who says it; `null`: the story tells, or the person writes into it. */
export function readMessage(
  { kind, voice }: TakenConversation,
  message: BookMessage,
): { isOwn: boolean; speaker: string | null; content: RichText[] } {
  const { content } = message;
  const isOwn = isOwnLine(message);
  if (kind === "character-chat") {
    return { isOwn, speaker: isOwn ? "You" : voice, content: readRichMarkdown(content) };
  }
  return { isOwn, speaker: null, content: readRichPassage(content) };
}
