import { useState } from "react";
import { useRevalidator } from "react-router";
import { asFailure } from "#app/features/api/call-api.ts";
import { isPlanLimit } from "#app/features/billing/limits.ts";
import { useStartChat } from "#app/features/character-chats/start-chat.ts";
import { showError, showSuccess } from "#app/ui/toast.tsx";
import type { CharacterRecord, CharacterSort } from "#domain/character.ts";
import { deleteCharacter, fetchCharacters, restoreCharacter } from "./characters-api.ts";
import { CHARACTERS_LOADING_FAILED } from "./story-characters.tsx";

/** What the loader has read: the beginning of the grid. */
export type CharactersPage = { characters: readonly CharacterRecord[]; next: string | null };

/** The characters of the grid, and what can be done with them. */
export function useCharacters(userId: string, page: CharactersPage, sort: CharacterSort, perPage: number) {
  const [loaded, setLoaded] = useState<{ after: CharactersPage; further: CharactersPage } | null>(null);
  // After the first page is loaded again, the grid shows only that page, until the person loads more.
  const further = loaded?.after === page ? loaded.further : { characters: [], next: page.next };
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [version, setVersion] = useState(0);
  const { start, startingId, limit, setLimit } = useStartChat();
  const { revalidate } = useRevalidator();

  function refresh(): void {
    setVersion((current) => current + 1);
    void revalidate();
  }

  async function loadMore(): Promise<void> {
    if (further.next === null || isLoadingMore) return;
    setLoadingMore(true);
    try {
      const query = { section: "grid", sort, limit: perPage, cursor: further.next };
      const { characters, cursor } = await fetchCharacters(userId, query);
      setLoaded({
        after: page,
        further: { characters: [...further.characters, ...characters], next: cursor },
      });
    } catch {
      showError(CHARACTERS_LOADING_FAILED, { id: CHARACTERS_LOADING_FAILED });
    } finally {
      setLoadingMore(false);
    }
  }

  async function bringBack({ characterId }: CharacterRecord): Promise<void> {
    try {
      await restoreCharacter(characterId);
      showSuccess("Character restored");
      refresh();
    } catch (error) {
      const failure = asFailure(error);
      if (isPlanLimit(failure)) setLimit(failure);
      else showError(`Failed to restore character. ${failure.message}`);
    }
  }

  async function remove(character: CharacterRecord): Promise<void> {
    try {
      await deleteCharacter(character.characterId);
      showSuccess("Character deleted successfully", { undo: () => void bringBack(character) });
      refresh();
    } catch (error) {
      showError(`Failed to delete character. ${asFailure(error).message}`);
    }
  }

  const seen = new Set(page.characters.map(({ characterId }) => characterId));
  return {
    characters: [
      ...page.characters,
      ...further.characters.filter(({ characterId }) => !seen.has(characterId)),
    ],
    hasMore: further.next !== null,
    isLoadingMore,
    loadMore,
    startingId,
    chat: start,
    remove,
    refresh,
    /** Counts the changes of this page. */
    version,
    limit,
    setLimit,
  };
}
