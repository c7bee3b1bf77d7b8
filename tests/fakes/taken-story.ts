import * as v from "valibot";
import type { RichText } from "#domain/rich-text.ts";
import { ALL_PATHS } from "#domain/story-export.ts";
import { type FileMessage, type PathStretch, type StoryFile, storyFileSchema } from "#domain/story-file.ts";
import { createRandom, pick } from "#tests/harness/seeded-random.ts";
import { drawBookFront, drawEmblemFront } from "#workers/covers/book-front.ts";
import { findLanguage } from "#workers/exports/book-language.ts";
import { openBook, readMessage, type TakenConversation } from "#workers/exports/conversation-text.ts";
import { writeEpub } from "#workers/exports/epub.ts";
import { toStream, zipWhole } from "#workers/zip/write-zip.ts";
import STORY_FILE from "./story-file.json" with { type: "json" };
import WORDS from "./words.json" with { type: "json" };

/** A story's file with one message, on which nothing hangs. */
export const PLAIN_FILE: StoryFile = v.parse(storyFileSchema, STORY_FILE);
export const PLAIN_MESSAGE = v.parse(storyFileSchema, STORY_FILE).messages[0] as FileMessage;

/** With half a surrogate pair, which no file of JSON can have. */
const HOSTILE = [...WORDS.hostile, "\uD800"];

/** A text of some lines: words of five scripts, and what somebody might write to break a file. */
export function makeText(random: () => number, { hostile = 0.1 }: { hostile?: number } = {}): string {
  const lines = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
    Array.from({ length: 1 + Math.floor(random() * 14) }, () =>
      random() < hostile ? pick(random, HOSTILE) : pick(random, WORDS.words),
    ).join(" "),
  );
  return lines.join(random() < 0.5 ? "\n" : "\n\n");
}

/** A tree of messages with several paths: each goes on from the latest one or from anyone. */
function makeMessages(random: () => number, count: number, hostile: number): FileMessage[] {
  const messages: FileMessage[] = [];
  for (let index = 0; index < count; index += 1) {
    const parent = index === 0 ? null : random() < 0.85 ? messages.at(-1) : pick(random, messages);
    const heading = makeText(random, { hostile }).split("\n")[0]?.slice(0, 40).toWellFormed() || null;
    messages.push({
      ...PLAIN_MESSAGE,
      messageId: `m${index}`,
      parentId: parent?.messageId ?? null,
      version: 1 + messages.filter(({ parentId }) => parentId === (parent?.messageId ?? null)).length,
      role: index % 2 === 0 ? "assistant" : "user",
      content: makeText(random, { hostile }),
      heading: random() < 0.3 ? heading : null,
    });
  }
  return messages;
}

function walk(messages: readonly FileMessage[], leafId: string | null): FileMessage[] {
  const path: FileMessage[] = [];
  for (let id = leafId; id !== null; ) {
    const message = messages.find(({ messageId }) => messageId === id);
    if (message === undefined) throw new Error("There is no such message.");
    path.unshift(message);
    id = message.parentId;
  }
  return path;
}

type Taken = TakenConversation & { messages: FileMessage[]; path: FileMessage[] };

/** A story or a chat as its object gives it, `perPage` messages at a time. The open path ends with the last message. */
export function takeStory({
  messages: count,
  seed,
  kind = "story",
  hostile = 0.1,
  perPage = 7,
  onRead = () => undefined,
}: {
  messages: number;
  seed: number;
  kind?: TakenConversation["kind"];
  hostile?: number;
  perPage?: number;
  onRead?: () => void;
}): Taken {
  const random = createRandom(seed);
  const messages = makeMessages(random, count, hostile);
  const path = walk(messages, messages.at(-1)?.messageId ?? null);
  const told = new Set<string>();
  const leaves = messages.filter(({ messageId }) => !messages.some(({ parentId }) => parentId === messageId));
  const ends = [...path.slice(-1), ...leaves].map(({ messageId }) => messageId);
  const stretches = ends.flatMap((leafId): PathStretch[] => {
    const all = walk(messages, leafId);
    const own = all.filter(({ messageId }) => !told.has(messageId));
    for (const { messageId } of own) told.add(messageId);
    if (own.length === 0) return [];
    const after = all.length - own.length;
    return [{ leafId, after, length: own.length, name: null, turnName: all[after - 1]?.heading ?? null }];
  });
  const takeTree = (after: number) => {
    onRead();
    const page = messages.slice(after, after + perPage);
    return { messages: page, next: after + perPage < count ? String(after + perPage) : null };
  };
  const { notes, pathNames, readingPlace, edits, people, memoryMarks } = PLAIN_FILE;
  const openLeafId = path.at(-1)?.messageId ?? null;
  const head = { notes, pathNames, readingPlace, edits, people, memoryMarks, openLeafId };
  return {
    kind,
    id: "00000000-0000-7000-8000-000000000000",
    title: makeText(random, { hostile }).split("\n")[0]?.toWellFormed().trim() || "Untitled",
    description: makeText(random, { hostile }).toWellFormed(),
    voice: kind === "character-chat" ? "Mara <Voss>" : null,
    messages,
    path,
    conversations: {
      exportStart: async () => ({ head, stretches, ...takeTree(0) }),
      exportTree: async (_, after) => takeTree(Number(after)),
      exportPath: async (_, { leafId, after }) => {
        onRead();
        const all = walk(messages, leafId ?? path.at(-1)?.messageId ?? null);
        const page = all.slice(after, after + perPage);
        return {
          leafId: all.at(-1)?.messageId ?? null,
          messages: page,
          next: after + perPage < all.length ? after + perPage : null,
        };
      },
    },
  };
}

/** A picture of one pixel. */
const JPEG = Buffer.from(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  "base64",
);

/** The story or chat of the book of this number, and which of its paths are in it. */
export function takeBook(seed: number): { taken: Taken; path: string | null } {
  const kind = seed % 3 === 0 ? "character-chat" : "story";
  const messages = seed === 1 ? 0 : 5 + seed * 4;
  const taken = takeStory({ messages, seed, kind, hostile: (seed % 4) * 0.15 });
  return { taken, path: seed % 5 === 0 ? null : ALL_PATHS };
}

/** A book of a story or a chat, as its bytes: of every path, or of the open one. */
export async function makeBook(seed: number): Promise<Uint8Array> {
  const { taken, path } = takeBook(seed);
  const isChat = taken.kind === "character-chat";
  for (const message of taken.messages.slice(0, isChat ? 2 : 0)) {
    message.picture = { file: "picture", prompt: message.content.slice(0, 100) };
  }
  const emblem = { hue: 195, motif: "anchor", layout: "above" } as const;
  const art = drawEmblemFront(emblem, taken.voice ?? taken.title);
  const { title } = taken;
  const author = seed % 2 === 0 ? "Nora <Lindqvist> & Sohn" : "";
  const book = writeEpub(taken, await openBook(taken, path), {
    author,
    ownInItalics: seed % 2 === 0,
    namesAi: seed % 3 !== 1,
    language: findLanguage("", taken.messages.map(({ content }) => content).join("\n")),
    cover: {
      name: "cover.svg",
      mediaType: "image/svg+xml",
      bytes: drawBookFront({ title, author, art }),
    },
    now: new Date("2026-01-01T00:00:00Z"),
    readPicture: async () => JPEG,
  });
  return new Response(toStream(zipWhole(book))).bytes();
}

/** The story of the book of this number as a file that can be brought in. */
export function makeStoryFile(seed: number): string {
  const { title, description, messages, path } = takeBook(seed).taken;
  const file = { ...PLAIN_FILE, title, description, messages, openLeafId: path.at(-1)?.messageId ?? null };
  return JSON.stringify(file);
}

export function listText(parts: readonly RichText[]): string {
  return parts.map((part) => (typeof part === "string" ? part : listText(part.children))).join("");
}

/** The words that a reader sees, without the space between them, what XML can't have, and the sign that a store puts in place of that. */
export function squeeze(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFC\u{10000}-\u{10FFFF}]|\s/gu, "");
}

type BookChapter = { title: string; text: string; messageIds: string[] };

/** What the book of this number shows, chapter by chapter: each word once and in order, squeezed. */
export async function listChapters(seed: number): Promise<BookChapter[]> {
  const { taken, path } = takeBook(seed);
  const chapters: BookChapter[] = [];
  for await (const { chapter, message } of await openBook(taken, path)) {
    if (chapter !== null) {
      const title = squeeze(chapter.title ?? `${chapters.length + 1}`);
      chapters.push({ title, text: title, messageIds: [] });
    }
    const { speaker, content } = readMessage(taken, message);
    const last = chapters.at(-1);
    if (last === undefined) throw new Error("A book begins with a chapter.");
    last.text += squeeze((speaker ?? "") + listText(content));
    last.messageIds.push(message.messageId);
  }
  return chapters;
}
