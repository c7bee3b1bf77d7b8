import { useEffect } from "react";
import type { ConversationState } from "#app/features/conversation/live/conversation-state.ts";
import { useReaderId } from "#app/features/layout/use-reader-id.ts";
import { keepStory, type ReadableStory } from "./kept-stories.ts";

/** Keeps the story as it stands on the page, whenever nothing is being written. */
export function useKeptStory(story: ReadableStory, state: ConversationState, busy: boolean): void {
  const userId = useReaderId();
  const { messages, before, title, description, currentLocation, messageCount, cast, status } = state;
  useEffect(() => {
    if (busy || userId === null || messages.length === 0) return;
    const metadata = { ...story.metadata, currentLocation, messageCount, mainCharacters: cast };
    void keepStory(userId, {
      story: { storyId: story.storyId, title, description, status, metadata },
      page: { messages: [...messages], before },
    });
  }, [
    userId,
    story,
    busy,
    messages,
    before,
    title,
    description,
    currentLocation,
    messageCount,
    cast,
    status,
  ]);
}
