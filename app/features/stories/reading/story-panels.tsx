import { useCallback, useEffect, useState } from "react";
import { LimitNotice } from "#app/features/billing/limit-notice.tsx";
import { useStartChat } from "#app/features/character-chats/start-chat.ts";
import { fetchCharacters } from "#app/features/characters/characters-api.ts";
import type { ConversationState } from "#app/features/conversation/live/conversation-state.ts";
import { useReaderId } from "#app/features/layout/use-reader-id.ts";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import type { CastMember, StoryRecord } from "#domain/story-record.ts";
import { findMember, toSheetCharacter } from "./cast.ts";

const StoryInformation = makeLazyDialog(
  async () => (await import("./story-information.tsx")).StoryInformation,
);
const CharacterSheet = makeLazyDialog(
  async () => (await import("#app/features/characters/character-sheet.tsx")).CharacterSheet,
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
  const { start, limit, setLimit } = useStartChat();
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
      <CharacterSheet
        open={panel.open === "character"}
        onClose={close}
        character={toSheetCharacter(findMember(cast, panel.name), { storyId, title, metadata }, found)}
        back="Back to Story"
        {...(found === null ? {} : { onChat: () => start(found) })}
      />
      <LimitNotice limit={limit} onClose={() => setLimit(null)} />
    </>
  );
}

/** As many people as a story keeps, in pages. */
const PER_PAGE = 100;

/**
 * Somebody of a story as a character one can chat with, with their chats; `null` while that is not known, or where they are none yet.
 * Asked when `name` is looked at.
 */
function useStoryCharacter(storyId: string, name: string | null): CharacterRecord | null {
  const userId = useReaderId();
  const [found, setFound] = useState<CharacterRecord | null>(null);
  useEffect(() => {
    if (name === null || userId === null) return;
    let wanted = true;
    findInStory(userId, storyId, name).then(
      (character) => {
        if (wanted) setFound(character);
      },
      () => undefined, // without it the panel shows what the story knows
    );
    return () => {
      wanted = false;
    };
  }, [userId, storyId, name]);
  return found?.name === name ? found : null;
}

async function findInStory(userId: string, storyId: string, name: string): Promise<CharacterRecord | null> {
  for (let cursor: string | undefined; ; ) {
    const page = await fetchCharacters(userId, {
      storyId,
      limit: PER_PAGE,
      cursor,
      include_stories: false,
    });
    const character = page.characters.find((one) => one.name === name);
    if (character) return character;
    if (page.cursor === null) return null;
    cursor = page.cursor;
  }
}
