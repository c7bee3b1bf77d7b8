import {
  type ExportPage,
  type ExportRequest,
  MESSAGES_PER_PAGE_MAX,
  type Message,
  type ReadingPlace,
  type Role,
} from "#domain/message.ts";
import type { ArchiveFile } from "./zip.ts";

/** Pictures of a conversation that are in the archive: address → path relative to the conversation's files. */
export type PicturePaths = ReadonlyMap<string, string>;

/** A conversation to export: facts for the JSON, a heading for the Markdown, and the speakers. */
export type ExportedConversation = {
  folder: string;
  name: string;
  facts: Record<string, unknown>;
  title: string;
  description: string;
  /** The name before each role's messages in the Markdown; `null`: no name. */
  speakers: Record<Role, string | null>;
  pictures: PicturePaths;
  readPage: (request: ExportRequest) => Promise<ExportPage>;
};

/** Messages, one page at a time. Each call starts from the beginning. */
type Messages = () => AsyncGenerator<Message[]>;

/**
 * The two files of a conversation: first all messages of the active path from its beginning, then the others in the
 * order in which they were written.
 */
export async function* toConversationFiles(conversation: ExportedConversation): AsyncGenerator<ArchiveFile> {
  const { folder, name, facts, readPage } = conversation;
  const { read, place, beside } = await findPages(readPage);
  const others = () => readOthers(readPage);
  yield {
    path: `${folder}/${name}.json`,
    pieces: toJson({ ...facts, readingPlace: place, ...beside }, { messages: read, otherVersions: others }),
  };
  yield { path: `${folder}/${name}.md`, pieces: toMarkdown(conversation, read, others) };
}

/**
 * The path can only be read backwards. So the cursors of all pages are found first, and each page is read again when it
 * is written. A path of one page is read once.
 */
async function findPages(
  readPage: ExportedConversation["readPage"],
): Promise<{ read: Messages; place: ReadingPlace | null; beside: ExportPage["beside"] }> {
  const request = { part: "read", limit: MESSAGES_PER_PAGE_MAX } as const;
  const last = await readPage({ ...request, cursor: null });
  const cursors: string[] = [];
  for (let cursor = last.next; cursor !== null; ) {
    cursors.unshift(cursor);
    ({ next: cursor } = await readPage({ ...request, cursor }));
  }
  async function* read() {
    for (const cursor of cursors) yield (await readPage({ ...request, cursor })).messages;
    yield last.messages;
  }
  return { read, place: last.place ?? null, beside: last.beside };
}

async function* readOthers(readPage: ExportedConversation["readPage"]): AsyncGenerator<Message[]> {
  for (let cursor: string | null = null; ; ) {
    const page: ExportPage = await readPage({ part: "others", limit: MESSAGES_PER_PAGE_MAX, cursor });
    yield page.messages;
    if (page.next === null) return;
    cursor = page.next;
  }
}

/** One JSON object: the facts, then each list of messages under its name. */
async function* toJson(
  facts: Record<string, unknown>,
  lists: Record<string, Messages>,
): AsyncGenerator<string> {
  const head = JSON.stringify(facts, null, 2).replace(/\n?\}$/, "");
  yield head;
  let isFirst = head === "{";
  for (const [name, pages] of Object.entries(lists)) {
    yield `${isFirst ? "" : ","}\n  ${JSON.stringify(name)}: [`;
    isFirst = false;
    let separator = "\n    ";
    for await (const messages of pages()) {
      for (const message of messages) {
        yield `${separator}${JSON.stringify(message)}`;
        separator = ",\n    ";
      }
    }
    yield separator.startsWith(",") ? "\n  ]" : "]";
  }
  yield "\n}\n";
}

async function* toMarkdown(
  { title, description, speakers, pictures }: ExportedConversation,
  read: Messages,
  others: Messages,
): AsyncGenerator<string> {
  const toText = ({ role, content, metadata: { generatedImage } }: Message) => {
    const speaker = speakers[role];
    const path = generatedImage && pictures.get(generatedImage.url);
    const picture = path === undefined ? "" : `![${toAltText(generatedImage?.prompt ?? "")}](${path})\n\n`;
    return `${speaker === null ? "" : `**${speaker}:** `}${content}\n\n${picture}`;
  };
  yield `# ${title}\n\n${description === "" ? "" : `_${description.replaceAll("\n", " ")}_\n\n`}`;
  for await (const messages of read()) for (const message of messages) yield toText(message);
  let heading = "## Other versions\n\nThese texts are not part of what you read now.\n\n";
  for await (const messages of others()) {
    for (const message of messages) {
      const { index, count } = message.versions;
      yield `${heading}### ${message.timestamp}, version ${index} of ${count}\n\n${toText(message)}`;
      heading = "";
    }
  }
}

/** One line, without characters that would end the alt text. */
function toAltText(prompt: string): string {
  return prompt.replace(/[\s[\]\\]+/g, " ").trim();
}
