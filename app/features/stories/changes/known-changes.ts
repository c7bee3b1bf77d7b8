import type { StoryStatus } from "#domain/story-record.ts";
import type { StoryChange } from "./story-change.ts";

/** The last change of a story that this page has asked for; `settledAt`: when it was confirmed, on `performance.now()`. */
export type KnownChange = { change: StoryChange; settledAt: number | null };
export type KnownChanges = ReadonlyMap<string, KnownChange>;

type Listed = { storyId: string; title: string; description: string };

/**
 * Applies changes that a list does not contain yet: those confirmed after it was requested (`askedAt`, on the same clock),
 * and pending ones that hardly ever fail. A change that a limit may refuse waits for its answer.
 */
export function withChanges<Story extends Listed>(
  stories: readonly Story[],
  { status, askedAt, known }: { status: StoryStatus; askedAt: number; known: KnownChanges },
): Story[] {
  return stories.flatMap((story) => {
    const entry = known.get(story.storyId);
    const isKnown = entry === undefined || (entry.settledAt !== null && entry.settledAt <= askedAt);
    return isKnown ? [story] : changed(story, entry, status);
  });
}

function changed<Story extends Listed>(
  story: Story,
  { change, settledAt }: KnownChange,
  status: StoryStatus,
): Story[] {
  const isSettled = settledAt !== null;
  switch (change.intent) {
    case "update":
      return [isSettled ? { ...story, title: change.title, description: change.description } : story];
    case "delete":
      return [];
    case "archive":
      return status === "active" ? [] : [story];
    case "unarchive":
      return isSettled && status === "archived" ? [] : [story];
    case "restore":
      return [story];
  }
}
