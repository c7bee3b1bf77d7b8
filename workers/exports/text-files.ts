import type { RichText } from "#domain/rich-text.ts";
import type { BookPiece } from "./chapters.ts";
import { readMessage, type TakenConversation } from "./conversation-text.ts";
import { escapeMarkdown, toMarkdown, toPlainText } from "./render-rich-text.ts";

/** Pictures that lie beside a file: the name in the message → the path from the file. */
export type PicturePaths = ReadonlyMap<string, string>;

/** A path as Markdown: titles as headings, the person's own lines as quotes. */
export async function* writeMarkdown(
  taken: TakenConversation,
  pieces: AsyncIterable<BookPiece>,
  pictures: PicturePaths = new Map(),
): AsyncGenerator<string> {
  const { title, description } = taken;
  yield `# ${toOneLine(title)}\n\n${description.trim() === "" ? "" : `*${toOneLine(description)}*\n\n`}`;
  for await (const { chapter, message } of pieces) {
    if (chapter?.title) yield `## ${toOneLine(chapter.title)}\n\n`;
    const { isOwn, speaker, content } = readMessage(taken, message);
    const name: RichText[] = speaker === null ? [] : [{ tag: "strong", children: [`${speaker}:`] }, " "];
    const text = toMarkdown(withSpeaker(name, content));
    yield `${isOwn && speaker === null ? quote(text) : text}\n\n`;
    const { file, prompt } = message.picture ?? {};
    const path = file && pictures.get(file);
    if (path) yield `![${toOneLine(prompt ?? "")}](${path})\n\n`;
  }
}

/** The same as plain text. */
export async function* writePlainText(
  taken: TakenConversation,
  pieces: AsyncIterable<BookPiece>,
): AsyncGenerator<string> {
  const { title, description } = taken;
  yield `${title}\n\n${description.trim() === "" ? "" : `${description.trim()}\n\n`}`;
  for await (const { chapter, message } of pieces) {
    if (chapter?.title) yield `\n${chapter.title}\n\n`;
    const { isOwn, speaker, content } = readMessage(taken, message);
    const text = toPlainText(withSpeaker(speaker === null ? [] : [`${speaker}: `], content));
    yield `${isOwn && speaker === null ? quote(text) : text}\n\n`;
  }
}

/** The name in front of the first words. */
function withSpeaker(name: readonly RichText[], content: readonly RichText[]): RichText[] {
  const [first, ...rest] = content;
  if (name.length === 0 || first === undefined) return [...content];
  const isParagraph = typeof first !== "string" && first.tag === "p";
  if (!isParagraph) return [{ tag: "p", children: name }, ...content];
  return [{ ...first, children: [...name, ...first.children] }, ...rest];
}

function quote(text: string): string {
  return `> ${text.replaceAll("\n", "\n> ")}`;
}

function toOneLine(text: string): string {
  return escapeMarkdown(text.replace(/\s+/gu, " ").trim());
}
