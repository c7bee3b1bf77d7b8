import { useCallback, useState } from "react";
import { useNavigate } from "react-router";
import { LimitNotice } from "#app/features/billing/limit-notice.tsx";
import type { PlanLimit } from "#app/features/billing/limits.ts";
import type { StartChatDialogProps } from "#app/features/character-chats/start-chat-dialog.tsx";
import type { ConversationState } from "#app/features/conversation/live/conversation-state.ts";
import { Lazily, LazyDialog } from "#app/ui/lazy-dialog.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import type { CastMember, StoryRecord } from "#domain/story-record.ts";
import { memberNamed } from "./cast.ts";
import type { CharacterModalProps } from "./character-modal.tsx";
import type { StoryInformationProps } from "./story-information.tsx";
import { type StoryCharacter, useStoryCharacter } from "./use-story-character.ts";

const storyInformation = new Lazily<StoryInformationProps>(
  async () => (await import("./story-information.tsx")).StoryInformation,
);
const characterModal = new Lazily<CharacterModalProps>(
  async () => (await import("./character-modal.tsx")).CharacterModal,
);

const startChatDialog = new Lazily<StartChatDialogProps>(
  async () => (await import("#app/features/character-chats/start-chat-dialog.tsx")).StartChatDialog,
);

/** Loads early what is about to be opened. */
export const preloadInformation = storyInformation.preload;

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

/** Story Information and the character panel. */
export function StoryPanels({ storyId, panels, metadata, state }: StoryPanelsProps) {
  const { panel, close, openCharacter } = panels;
  const { title, description, currentLocation, messageCount, cast } = state;
  const found = useStoryCharacter(storyId, panel.open === "character" ? panel.name : null);
  const [starting, setStarting] = useState<CharacterRecord | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  const navigate = useNavigate();
  const closeStart = useCallback(() => setIsStarting(false), []);

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
      <LazyDialog of={storyInformation} open={panel.open === "information"} onClose={close}>
        {(StoryInformation) => (
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
        )}
      </LazyDialog>
      <LazyDialog of={characterModal} open={panel.open === "character"} onClose={close}>
        {(CharacterModal) => (
          <CharacterModal
            open={panel.open === "character"}
            onClose={close}
            character={memberNamed(cast, panel.name)}
            isNSFW={metadata.isNSFW}
            {...(found === null ? {} : { onChat: () => chat(found), hasChat: found.chatId !== null })}
          />
        )}
      </LazyDialog>
      <LazyDialog of={startChatDialog} open={isStarting} onClose={closeStart}>
        {(StartChatDialog) =>
          starting && (
            <StartChatDialog
              key={starting.characterId}
              open={isStarting}
              character={starting}
              onClose={closeStart}
              onLimit={setLimit}
            />
          )
        }
      </LazyDialog>
      <LimitNotice limit={limit} onClose={() => setLimit(null)} />
    </>
  );
}
