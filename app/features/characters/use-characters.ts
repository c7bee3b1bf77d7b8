import { useState } from "react";
import { flushSync } from "react-dom";
import { useRevalidator } from "react-router";
import { attempt } from "#app/features/api/call-api.ts";
import { useStartChat } from "#app/features/character-chats/start-chat.ts";
import { showSuccess } from "#app/ui/show-toast.tsx";
import { CHARACTER_SORTS, type CharacterRecord, type CharacterSort } from "#domain/character.ts";
import {
  type CharacterQuery,
  type CharactersPage,
  deleteCharacter,
  fetchCharacters,
  restoreCharacter,
  restoreDeleted,
} from "./character-calls.ts";

/** The specification's. */
export const CHARACTERS_LOADING_FAILED = "Failed to load characters. Please try again.";

/**
 * The characters of a first page, and those after it, loaded when more are asked for. After the first page is loaded again, only that
 * page is shown until then. `page`: `null` while it is not here.
 */
export function useFurtherCharacters(userId: string, page: CharactersPage | null, query: CharacterQuery) {
  const [loaded, setLoaded] = useState<{ after: CharactersPage; further: CharactersPage } | null>(null);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const first = page ?? NONE;
  const further = loaded?.after === first ? loaded.further : { characters: [], next: first.next };

  /** Resolves when the page shows them. */
  async function loadMore(): Promise<void> {
    if (further.next === null || isLoadingMore) return;
    setLoadingMore(true);
    await attempt(CHARACTERS_LOADING_FAILED, async () => {
      const { characters, next } = await fetchCharacters(userId, { ...query, cursor: further.next ?? "" });
      const others = [...further.characters, ...characters];
      flushSync(() => setLoaded({ after: first, further: { characters: others, next } }));
    });
    setLoadingMore(false);
  }

  const all = [...first.characters, ...further.characters];
  return {
    characters: [...new Map(all.map((one) => [one.characterId, one])).values()],
    hasMore: further.next !== null,
    isLoadingMore,
    loadMore,
  };
}

export const CHARACTERS_A_PAGE = 30;

/** The order that an address asks for; `null`: none, or one that there is not. */
export function findCharacterSort(search: string): CharacterSort | null {
  const wanted = new URLSearchParams(search).get("sort");
  return CHARACTER_SORTS.find((sort) => sort === wanted) ?? null;
}

const NONE: CharactersPage = { characters: [], next: null };

/** The characters of the grid, and what can be done with them. `page`: what the loader has read. */
export function useCharacters(userId: string, page: CharactersPage, sort: CharacterSort) {
  const list = useFurtherCharacters(userId, page, { section: "grid", sort, limit: CHARACTERS_A_PAGE });
  const [version, setVersion] = useState(0);
  const { start, startingId } = useStartChat();
  const { revalidate } = useRevalidator();

  function refresh(): void {
    setVersion((current) => current + 1);
    void revalidate();
  }

  async function bringBack({ characterId }: CharacterRecord): Promise<void> {
    if (await restoreDeleted("character", () => restoreCharacter(characterId))) refresh();
  }

  async function remove(character: CharacterRecord): Promise<void> {
    const { characterId } = character;
    if (!(await attempt("Failed to delete character.", () => deleteCharacter(characterId)))) return;
    showSuccess("Character deleted successfully", { undo: () => void bringBack(character) });
    refresh();
  }

  return {
    ...list,
    startingId,
    chat: start,
    remove,
    refresh,
    /** Counts the changes of this page. */
    version,
  };
}
