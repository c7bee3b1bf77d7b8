import { MESSAGES_PER_PAGE_MAX, type Message, type MessagePage } from "#domain/message.ts";
import type { ArchiveFile } from "./zip.ts";

/** Reads a page of a conversation's messages, backwards from its end or from `before`. */
export type ReadPage = (options: { before: string | null; limit: number }) => Promise<MessagePage>;

/** A conversation as it is exported: facts for the JSON, a head for the Markdown, and who speaks. */
export type ExportedConversation = {
  folder: string;
  name: string;
  facts: Record<string, unknown>;
  title: string;
  description: string;
  /** What stands before a message of theirs in the Markdown; `null`: it is told without a name. */
  speakers: Record<Message["role"], string | null>;
  readPage: ReadPage;
};

/**
 * The two files of a conversation: all messages of the path that is read, the first one first. Messages can only be read
 * backwards: the cursors of all pages are found first, and then each page is read again when it is written. A conversation
 * of one page is read once.
 */
export async function* toConversationFiles(conversation: ExportedConversation): AsyncGenerator<ArchiveFile> {
  const { folder, name, facts } = conversation;
  const pages = await findPages(conversation.readPage);
  yield { path: `${folder}/${name}.json`, pieces: toJson(facts, pages) };
  yield { path: `${folder}/${name}.md`, pieces: toMarkdown(conversation, pages) };
}

type Pages = () => AsyncGenerator<Message[]>;

async function findPages(readPage: ReadPage): Promise<Pages> {
  const last = await readPage({ before: null, limit: MESSAGES_PER_PAGE_MAX });
  const cursors: string[] = [];
  for (let before = last.before; before !== null; ) {
    cursors.unshift(before);
    ({ before } = await readPage({ before, limit: MESSAGES_PER_PAGE_MAX }));
  }
  return async function* () {
    for (const before of cursors) yield (await readPage({ before, limit: MESSAGES_PER_PAGE_MAX })).messages;
    yield last.messages;
  };
}

async function* toJson(facts: Record<string, unknown>, pages: Pages): AsyncGenerator<string> {
  const head = JSON.stringify(facts, null, 2).replace(/\n?\}$/, "");
  yield `${head}${head === "{" ? "" : ","}\n  "messages": [`;
  let separator = "\n    ";
  for await (const messages of pages()) {
    for (const message of messages) {
      yield `${separator}${JSON.stringify(message)}`;
      separator = ",\n    ";
    }
  }
  yield "\n  ]\n}\n";
}

async function* toMarkdown(
  { title, description, speakers }: ExportedConversation,
  pages: Pages,
): AsyncGenerator<string> {
  yield `# ${title}\n\n${description === "" ? "" : `_${description.replaceAll("\n", " ")}_\n\n`}`;
  for await (const messages of pages()) {
    for (const { role, content } of messages) {
      const speaker = speakers[role];
      yield `${speaker === null ? "" : `**${speaker}:** `}${content}\n\n`;
    }
  }
}
