import { useEffect, useState } from "react";
import { fetchCharacters } from "#app/features/characters/characters-api.ts";
import { useReaderId } from "#app/features/layout/use-reader-id.ts";
import type { CharacterRecord } from "#domain/character.ts";

/** As many people as a story keeps, in pages. */
const PER_PAGE = 100;

/**
 * Somebody of a story as a character one can chat with, with their chats; `null` while that is not known, or where they are none yet.
 * Asked when `name` is looked at.
 */
export function useStoryCharacter(storyId: string, name: string | null): CharacterRecord | null {
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
