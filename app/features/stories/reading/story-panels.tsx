import { useCallback, useState } from "react";
import { useNavigate } from "react-router";
import { LimitNotice } from "#app/features/billing/limit-notice.tsx";
import type { PlanLimit } from "#app/features/billing/limits.ts";
import type { ConversationState } from "#app/features/conversation/live/conversation-state.ts";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import type { CastMember, StoryRecord } from "#domain/story-record.ts";
import { findMember } from "./cast.ts";
import { type StoryCharacter, useStoryCharacter } from "./use-story-character.ts";

const StoryInformation = makeLazyDialog(
  async () => (await import("./story-information.tsx")).StoryInformation,
);
const CharacterModal = makeLazyDialog(async () => (await import("./character-modal.tsx")).CharacterModal);
const StartChatDialog = makeLazyDialog(
  async () => (await import("#app/features/character-chats/start-chat-dialog.tsx")).StartChatDialog,
);

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
  const found = useStoryCharacter(storyId, panel.open === "character" ? panel.name : null);
  const [starting, setStarting] = useState<CharacterRecord | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  const navigate = useNavigate();

  function chat({ character, chatId }: StoryCharacter): void {
    if (chatId !== null) {
      void navigate(`/character-chats/${chatId}`);
      return;
    }
    setStarting(character);
    setIsStarting(true);
  }

  return (
    <>
      <StoryInformation
        open={panel.open === "information"}
        onClose={close}
        onCharacter={openCharacter}
        title={title}
        description={description}
        metadata={metadata}
        currentLocation={currentLocation}
        messageCount={messageCount}
        cast={cast}
      />
      <CharacterModal
        open={panel.open === "character"}
        onClose={close}
        character={findMember(cast, panel.name)}
        isNSFW={metadata.isNSFW}
        {...(found === null ? {} : { onChat: () => chat(found), hasChat: found.chatId !== null })}
      />
      {starting && (
        <StartChatDialog
          key={starting.characterId}
          open={isStarting}
          character={starting}
          onClose={() => setIsStarting(false)}
          onLimit={setLimit}
        />
      )}
      <LimitNotice limit={limit} onClose={() => setLimit(null)} />
    </>
  );
}
