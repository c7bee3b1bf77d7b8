import { pickGiven } from "#domain/json.ts";
import type { StoryRecord, StoryStatus } from "#domain/story-record.ts";

/** Where a change was made: the messages differ, and deleting a story on its own screen leads to the library. */
export type ChangePlace = "library" | "story";

/** What has to be known of a story to change it. */
export type ChangeableStory = Pick<StoryRecord, "storyId" | "title" | "description" | "status">;

/** What a person can do to a whole story. */
export type StoryChange =
  | ({ intent: "update"; place: ChangePlace } & EditValues)
  | { intent: "delete" | "restore" | "archive" | "unarchive" };

/** The specification's sentence for a change that failed. */
export function describeFailedChange({ intent }: StoryChange): string {
  return `Failed to ${intent === "unarchive" ? "bring back" : intent} story. Please try again.`;
}

type TitleAndDescription = { title?: string; description?: string };
/** What was changed of it, and what that was before. */
export type EditValues = TitleAndDescription & { before?: TitleAndDescription };

/** Where the focus goes when the entry of a list that holds `element` disappears: the next, the one before, the heading. */
export function findFocusAfterRemoval(element: Element | null): HTMLElement | null {
  const entry = element?.closest("li") ?? null;
  const beside = entry?.nextElementSibling ?? entry?.previousElementSibling ?? null;
  return (
    beside?.querySelector<HTMLElement>("a[href], button") ?? document.querySelector<HTMLElement>("main h1")
  );
}

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
    case "update": {
      const { title, description } = change;
      return [isSettled ? { ...story, ...pickGiven({ title, description }) } : story];
    }
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
