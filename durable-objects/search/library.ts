import { LIBRARY, type SearchDocument, type SourceUpdate } from "#domain/search-update.ts";
import type { SearchChange, SearchedThings } from "#workers/search/store.ts";

const HIDDEN = { title: "", isShown: false, isArchived: false };

/**
 * What has changed in D1, as updates of the index. A story, chat or character that is deleted is no longer shown, with all that belongs to
 * it; its messages and lore stay until it is deleted for good, so it comes back whole. `removedEntries`: ids of lore that is gone.
 */
export function toUpdates(
  changes: readonly SearchChange[],
  { stories, chats, characters, entries }: SearchedThings,
): { updates: SourceUpdate[]; removedEntries: string[] } {
  const found = new Set([stories, chats, characters, entries].flatMap((rows) => rows.map(({ id }) => id)));
  const gone = changes.filter(({ id }) => !found.has(id));
  const updates = [
    ...stories.map(({ id, title, status, createdAt, description, setting, character }) =>
      toSource(`story:${id}`, status === "archived", {
        item: id,
        kind: "story",
        title,
        text: toText(description, setting, character),
        createdAt,
      }),
    ),
    ...chats.map(({ id, title, status, createdAt, description }) =>
      toSource(`character-chat:${id}`, status === "archived", {
        item: id,
        kind: "chat",
        title,
        text: description,
        createdAt,
      }),
    ),
    ...characters.map(({ id, name, createdAt, quirks, interests, ...texts }) =>
      toSource(`character:${id}`, false, {
        item: id,
        kind: "character",
        title: name,
        text: toText(
          texts.description,
          texts.personality,
          texts.appearance,
          texts.voice,
          ...quirks,
          ...interests,
        ),
        createdAt,
      }),
    ),
    ...entries.map(({ id, name, text, createdAt, bookId, book, storyId, characterId }) => ({
      source: toOwner({ storyId, characterId }),
      number: null,
      documents: [{ item: id, kind: "lore", title: name, text, createdAt, bookId, within: book } as const],
    })),
    ...gone.flatMap(({ kind, id }) =>
      kind === "entry" ? [] : [{ source: `${kind}:${id}`, number: null, removed: [id], facts: HIDDEN }],
    ),
  ];
  return { updates, removedEntries: gone.filter(({ kind }) => kind === "entry").map(({ id }) => id) };
}

function toSource(source: string, isArchived: boolean, about: SearchDocument): SourceUpdate {
  return {
    source,
    number: null,
    documents: [about],
    facts: { title: about.title, isShown: true, isArchived },
  };
}

/** A book of a story or a character is found as long as that is. */
function toOwner({ storyId, characterId }: { storyId: string | null; characterId: string | null }): string {
  if (storyId !== null) return `story:${storyId}`;
  return characterId === null ? LIBRARY : `character:${characterId}`;
}

function toText(...parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== "").join("\n");
}
