import { useCallback, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { asFailure } from "#app/features/api/call-api.ts";
import { LimitNotice } from "#app/features/billing/limit-notice.tsx";
import { isPlanLimit, type PlanLimit } from "#app/features/billing/limits.ts";
import { createChat } from "#app/features/character-chats/create-chat.ts";
import type { ConversationState } from "#app/features/conversation/live/conversation-state.ts";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { showError, showSuccess } from "#app/ui/toast.tsx";
import type { CastMember, StoryRecord } from "#domain/story-record.ts";
import { findMember } from "./cast.ts";
import { type StoryCharacter, useStoryCharacter } from "./use-story-character.ts";

const StoryInformation = makeLazyDialog(
  async () => (await import("./story-information.tsx")).StoryInformation,
);
const CharacterModal = makeLazyDialog(async () => (await import("./character-modal.tsx")).CharacterModal);

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
  const isStarting = useRef(false);
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  const navigate = useNavigate();

  /** Opens the chat with somebody. A new one is created with the usual settings, which its menu changes. */
  async function chat({ character: { characterId }, chatId }: StoryCharacter): Promise<void> {
    if (isStarting.current) return;
    isStarting.current = true;
    try {
      const opened = chatId ?? (await createChat({ characterId, requestId: crypto.randomUUID() }));
      if (chatId === null) showSuccess("Chat created successfully!");
      await navigate(`/character-chats/${opened}`);
    } catch (error) {
      const failure = asFailure(error);
      if (isPlanLimit(failure)) setLimit(failure);
      else showError("Failed to create chat. Please try again.");
    } finally {
      isStarting.current = false;
    }
  }

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
      <CharacterModal
        open={panel.open === "character"}
        onClose={close}
        character={findMember(cast, panel.name)}
        isNSFW={metadata.isNSFW}
        {...(found === null ? {} : { onChat: () => void chat(found), hasChat: found.chatId !== null })}
      />
      <LimitNotice limit={limit} onClose={() => setLimit(null)} />
    </>
  );
}
