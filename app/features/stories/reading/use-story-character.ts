import { useEffect, useState } from "react";
import { findCurrentChat } from "#app/features/characters/character-text.ts";
import { fetchCharacters } from "#app/features/characters/characters-api.ts";
import { useReaderId } from "#app/features/layout/use-reader-id.ts";
import type { CharacterRecord } from "#domain/character.ts";

/** As many people as a story keeps, in pages. */
const PER_PAGE = 100;

export type StoryCharacter = { character: CharacterRecord; chatId: string | null };

/**
 * Somebody of a story as a character one can chat with, and their chat if there is one; `null` while that is not known, or
 * where they are none yet. Asked when `name` is looked at.
 */
export function useStoryCharacter(storyId: string, name: string | null): StoryCharacter | null {
  const userId = useReaderId();
  const [found, setFound] = useState<StoryCharacter | null>(null);
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
  return found?.character.name === name ? found : null;
}

async function findInStory(userId: string, storyId: string, name: string): Promise<StoryCharacter | null> {
  for (let cursor: string | undefined; ; ) {
    const page = await fetchCharacters(userId, {
      storyId,
      limit: PER_PAGE,
      cursor,
      include_stories: false,
    });
    const character = page.characters.find((one) => one.name === name);
    if (character) {
      return { character, chatId: findCurrentChat(character.chats ?? [])?.chatId ?? null };
    }
    if (page.cursor === null) return null;
    cursor = page.cursor;
  }
}
