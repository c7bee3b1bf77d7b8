import { useCallback, useState } from "react";
import * as v from "valibot";
import { callApi } from "#app/features/api/call-api.ts";
import type { LatestFacts } from "#app/features/conversation/live/conversation-facts.ts";
import type { ConversationState } from "#app/features/conversation/live/conversation-state.ts";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { messageSchema } from "#domain/message.ts";
import { type CastMember, castMemberSchema, STORY_STATUSES, type StoryRecord } from "#domain/story-record.ts";

const StoryInformation = makeLazyDialog(
  async () => (await import("./story-information.tsx")).StoryInformation,
);
const StoryCharacter = makeLazyDialog(async () => (await import("./story-character.tsx")).StoryCharacter);

/** Loads early what is about to be opened. */
export const preloadInformation = StoryInformation.preload;

/** Which panel is open. `name` stays while it closes, so that the content does not change during the animation. */
type Panel = { open: "information" | "character" | null; name: string };

/** The panels of a story. Another character opens a panel of its own, the person's own character Story Information. */
export function useStoryPanels(cast: readonly CastMember[]) {
  const [panel, setPanel] = useState<Panel>({ open: null, name: "" });
  const close = () => setPanel(({ name }) => ({ open: null, name }));
  const openInformation = useCallback(() => setPanel(({ name }) => ({ open: "information", name })), []);
  // The same function as long as the name is the same, so that the text does not render again.
  const own = cast.find(({ isMainCharacter }) => isMainCharacter)?.name ?? null;
  const openCharacter = useCallback(
    (name: string) => (name === own ? openInformation() : setPanel({ open: "character", name })),
    [own, openInformation],
  );
  return { panel, close, openInformation, openCharacter };
}

type StoryPanelsProps = {
  storyId: string;
  panels: ReturnType<typeof useStoryPanels>;
  metadata: StoryRecord["metadata"];
  state: ConversationState;
};

export function StoryPanels({ storyId, panels, metadata, state }: StoryPanelsProps) {
  const { panel, close, openCharacter } = panels;
  const { title, cast } = state;
  return (
    <>
      <StoryInformation
        open={panel.open === "information"}
        onClose={close}
        onCharacter={openCharacter}
        storyId={storyId}
        metadata={metadata}
        {...state}
      />
      <StoryCharacter
        open={panel.open === "character"}
        onClose={close}
        name={panel.name}
        cast={cast}
        story={{ storyId, title, metadata }}
      />
    </>
  );
}

/** So many of the last messages may have got their names while the page was not connected. */
const LATEST_MESSAGES = 10;

const latestSchema = v.object({
  messages: v.array(messageSchema),
  story: v.object({
    title: v.string(),
    description: v.string(),
    status: v.picklist(STORY_STATUSES),
    metadata: v.object({
      currentLocation: v.nullable(v.string()),
      mainCharacters: v.array(castMemberSchema),
    }),
  }),
});

/** A story's facts and last messages as they are now. Throws as `callApi` does. */
export async function fetchLatest(storyId: string, signal: AbortSignal): Promise<LatestFacts> {
  const query = { limit: LATEST_MESSAGES, include_story_info: true };
  const path = `/api/stories/${storyId}/messages`;
  const { messages, story } = await callApi("GET", path, latestSchema, { query, signal });
  const { title, description, status, metadata } = story;
  const { currentLocation, mainCharacters: cast } = metadata;
  return { messages, facts: { title, description, status, currentLocation, cast } };
}
