import * as v from "valibot";
import {
  chatSettingsSchema,
  type FileBook,
  type FileMessage,
  type FileStart,
  NOTHING_BESIDE,
  STORY_FILE_FORMAT,
  STORY_FILE_SCHEMA_PATH,
  STORY_FILE_VERSION,
  type StoryFileHead,
  storySettingsSchema,
} from "#domain/story-file.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import { toChatRecord } from "../character-chats/records.ts";
import type { ChatRow } from "../character-chats/store.ts";
import type { TakenConversation } from "./conversation-text.ts";

/** What the file says of the conversation besides what its object has. */
export type FileFacts = Omit<StoryFileHead, keyof FileStart["head"] | "$schema" | "format" | "version">;

type Options = {
  facts: FileFacts;
  start: FileStart | null;
  /** The origin of this site. */
  origin: string;
  /** The name of a picture's file, by that in the message. */
  namePicture: (file: string) => string;
};

/** The file of `domain/story-file.ts`, a message at a time. */
export async function* writeStoryJson(
  taken: TakenConversation,
  { facts, start, origin, namePicture }: Options,
): AsyncGenerator<string> {
  const head: StoryFileHead = {
    $schema: origin + STORY_FILE_SCHEMA_PATH,
    format: STORY_FILE_FORMAT,
    version: STORY_FILE_VERSION,
    ...facts,
    ...(start?.head ?? NOTHING_BESIDE),
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "messages": [`;
  const known = new Set<string>();
  let separator = "\n    ";
  for await (const message of readTree(taken, start)) {
    const { picture } = message;
    const named = picture && { ...picture, file: namePicture(picture.file) };
    yield separator + JSON.stringify({ ...message, picture: named, memory: shorten(message.memory, known) });
    separator = ",\n    ";
  }
  yield `${separator.startsWith(",") ? "\n  " : ""}]\n}\n`;
}

async function* readTree(
  { id, conversations }: TakenConversation,
  start: FileStart | null,
): AsyncGenerator<FileMessage> {
  for (let page: Pick<FileStart, "messages" | "next"> | null = start; page !== null; ) {
    yield* page.messages;
    if (page.next === null) return;
    page = await conversations.exportTree(id, page.next);
  }
}

/** A line of memory that was written before is only its id: the memory of each passage has all lines of those before. */
function shorten(memory: FileMessage["memory"], known: Set<string>): FileMessage["memory"] {
  if (memory === null) return null;
  const lines = memory.lines.map((line) => {
    if (typeof line === "string" || known.has(line.lineId))
      return typeof line === "string" ? line : line.lineId;
    known.add(line.lineId);
    return line;
  });
  return { ...memory, lines };
}

export function toStoryFileFacts(story: StoryRecord, lorebooks: FileBook[], now: Date): FileFacts {
  const { metadata } = story;
  const settings = v.parse(storySettingsSchema, { ...story, ...metadata, kind: "story" });
  return toFacts({ ...story, isNSFW: metadata.isNSFW }, settings, lorebooks, now);
}

/** `portrait`: the name of the file with the character's picture. */
export function toChatFileFacts(
  row: ChatRow,
  { lorebooks, portrait, now }: { lorebooks: FileBook[]; portrait: string | null; now: Date },
): FileFacts {
  const chat = toChatRecord(row);
  const { character, metadata } = chat;
  const settings = v.parse(chatSettingsSchema, {
    kind: "chat",
    config: metadata.config,
    character: { ...character, emblem: character.metadata.emblem, portrait, card: row.character.card },
    story: row.storySnapshot,
  });
  return toFacts(chat, settings, lorebooks, now);
}

function toFacts(
  record: Pick<FileFacts, "title" | "description" | "createdAt" | "updatedAt" | "isNSFW">,
  settings: FileFacts["settings"],
  lorebooks: FileBook[],
  now: Date,
): FileFacts {
  const { title, description, createdAt, updatedAt, isNSFW } = record;
  return {
    exportedAt: now.toISOString(),
    title,
    description,
    createdAt,
    updatedAt,
    isNSFW,
    settings,
    lorebooks,
  };
}
