import { createStore, del, get, type UseStore, update } from "idb-keyval";
import { useEffect } from "react";
import * as v from "valibot";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { isBusy } from "#app/features/conversation/live/conversation-selectors.ts";
import type { ConversationState } from "#app/features/conversation/live/conversation-state.ts";
import { KEPT_STORIES, STORE_NAME } from "#app/features/storage/functional-storage.ts";
import { type MessagePage, messagePageSchema } from "#domain/message.ts";
import type { StoryRecord } from "#domain/story-record.ts";

/** Stories whose last messages this browser keeps: those that were open last. */
const KEPT_MAX = 20;
/** The messages that are kept of each: hours of reading. */
const MESSAGES_MAX = 400;
/** Count up when the stored shape changes: older entries are then ignored. */
const SHAPE = 2;
const RECENT = "recent";

let opened: UseStore | null = null;

/** Where the browser keeps stories. Storage that is full or forbidden gives `null`. */
async function withStore<T>(use: (store: UseStore) => Promise<T>): Promise<T | null> {
  try {
    opened ??= createStore(STORE_NAME, KEPT_STORIES);
    return await use(opened);
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return null; // forbidden, full, or not there
    throw error;
  }
}

/** A story as the reading screen opens it. */
export type ReadableStory = Pick<StoryRecord, "storyId" | "title" | "description" | "status" | "metadata">;
export type OfflineStory = { story: ReadableStory; page: MessagePage };

/** Keeps a copy of the story as it is on the page, whenever nothing is being written, and deletes the copy of a deleted story. */
export function useOfflineStory(story: ReadableStory, state: ConversationState): void {
  const userId = useReaderId();
  useEffect(() => {
    const { messages, before, title, description, currentLocation, messageCount, cast, status } = state;
    if (state.deleted || state.connection === "gone") return void forgetStory(story.storyId);
    if (isBusy(state) || userId === null || messages.length === 0) return;
    const metadata = { ...story.metadata, currentLocation, messageCount, mainCharacters: cast };
    void keepStory(userId, {
      story: { storyId: story.storyId, title, description, status, metadata },
      page: { messages: [...messages], before },
    });
  }, [userId, story, state]);
}

/**
 * Keeps the last messages of a story that this browser has shown, for reading without a network. If the browser's storage is full or
 * forbidden, nothing is kept, and nothing else fails.
 */
async function keepStory(userId: string, { story, page }: OfflineStory): Promise<void> {
  const key = toKey(userId, story.storyId);
  const keep = (kept: unknown) => {
    return { shape: SHAPE, story, page: takeLatest(withOlder(page, parseStory(kept))) };
  };
  await withStore(async (store) => {
    await update<unknown>(key, keep, store);
    await changeRecent(store, (keys) => [key, ...keys.filter((other) => other !== key)].slice(0, KEPT_MAX));
  });
}

/** Deletes the copies of a story, of everybody who has read it in this browser. */
export async function forgetStory(storyId: string): Promise<void> {
  const end = toKey("", storyId);
  await withStore((store) => changeRecent(store, (keys) => keys.filter((key) => !key.endsWith(end))));
}

/** Changes the list of stories that are kept, and deletes those that it no longer has. */
async function changeRecent(store: UseStore, change: (keys: string[]) => string[]): Promise<void> {
  let dropped: string[] = [];
  await update<string[]>(
    RECENT,
    (before = []) => {
      const keys = change(before);
      dropped = before.filter((key) => !keys.includes(key));
      return keys;
    },
    store,
  );
  for (const key of dropped) await del(key, store);
}

/** `null`: nothing is kept of it. */
export async function readOfflineStory(userId: string, storyId: string): Promise<OfflineStory | null> {
  return parseStory(await withStore((store) => get<unknown>(toKey(userId, storyId), store)));
}

/** The stories that are kept, the one opened last first. */
export async function listOfflineStories(userId: string): Promise<ReadableStory[]> {
  const keys = (await withStore((store) => get<string[]>(RECENT, store))) ?? [];
  const own = keys.filter((key) => key.startsWith(toKey(userId, "")));
  const kept = await Promise.all(
    own.map((key) => readOfflineStory(userId, key.slice(toKey(userId, "").length))),
  );
  return kept.flatMap((found) => (found === null ? [] : [found.story]));
}

const keptSchema = v.object({
  shape: v.literal(SHAPE),
  // Written by this module in this shape, from what the server sent.
  story: v.custom<ReadableStory>((story) => typeof story === "object" && story !== null),
  page: messagePageSchema,
});

function parseStory(kept: unknown): OfflineStory | null {
  const parsed = v.safeParse(keptSchema, kept);
  return parsed.success ? parsed.output : null;
}

/** The messages of the page, with those before them that are kept. */
function withOlder(page: MessagePage, kept: OfflineStory | null): MessagePage {
  const { messages, before } = kept?.page ?? { messages: [], before: null };
  const at = messages.findIndex(({ messageId }) => messageId === page.messages[0]?.parentId);
  return at < 0 ? page : { messages: [...messages.slice(0, at + 1), ...page.messages], before };
}

function takeLatest({ messages, before }: MessagePage): MessagePage {
  const latest = messages.slice(-MESSAGES_MAX);
  return {
    messages: latest,
    before: latest.length < messages.length ? (latest[0]?.messageId ?? null) : before,
  };
}

function toKey(userId: string, storyId: string): string {
  return `${userId} ${storyId}`;
}
