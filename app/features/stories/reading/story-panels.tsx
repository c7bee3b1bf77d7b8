import { useCallback, useState } from "react";
import type { ConversationState } from "#app/features/conversation/live/conversation-state.ts";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import type { CastMember, StoryRecord } from "#domain/story-record.ts";

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
  const close = useCallback(() => setPanel(({ name }) => ({ open: null, name })), []);
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
  const { title, description, currentLocation, messageCount, cast } = state;
  return (
    <>
      <StoryInformation
        open={panel.open === "information"}
        onClose={close}
        onCharacter={openCharacter}
        storyId={storyId}
        title={title}
        description={description}
        metadata={metadata}
        currentLocation={currentLocation}
        messageCount={messageCount}
        cast={cast}
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
