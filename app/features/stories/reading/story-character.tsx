import { useLoaded } from "#app/features/api/use-loaded.ts";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { useStartChat } from "#app/features/character-chats/start-chat.ts";
import { fetchCharacters } from "#app/features/characters/character-calls.ts";
import { CharacterSheet } from "#app/features/characters/character-sheet.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import type { CastMember, StoryRecord } from "#domain/story-record.ts";
import { findMember, toSheetCharacter } from "./cast.ts";

type StoryCharacterProps = {
  open: boolean;
  onClose: () => void;
  name: string;
  cast: readonly CastMember[];
  story: Pick<StoryRecord, "storyId" | "title" | "metadata">;
};

/** Somebody of a story, with a way to a chat with them. */
export function StoryCharacter({ open, onClose, name, cast, story }: StoryCharacterProps) {
  const member = findMember(cast, name);
  const found = useStoryCharacter(story.storyId, open ? member.name : null);
  const { start } = useStartChat();
  return (
    <CharacterSheet
      open={open}
      onClose={onClose}
      character={toSheetCharacter(member, story, found)}
      back="Back to Story"
      {...(found === null ? {} : { onChat: () => start(found) })}
    />
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
  // Without it the panel shows what the story knows.
  const { value } = useLoaded(name, async () => name && userId && findInStory(userId, storyId, name));
  return value || null;
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
    if (page.next === null) return null;
    cursor = page.next;
  }
}
