import { SEARCH_KINDS, type SearchKind } from "#domain/search.ts";
import { LIBRARY, type SourceUpdate } from "#domain/search-update.ts";
import type { SearchChange, SearchedThings } from "#workers/search/store.ts";

const HIDDEN = { title: "", isShown: false, isArchived: false };

/**
 * What has changed in D1, as updates of the index. A story, chat or character that is deleted is no longer shown, with all that belongs to
 * it; its messages and lore stay until its row is gone, so it comes back whole. `removedEntries`: ids of lore that is deleted.
 */
export function toUpdates(
  changes: readonly SearchChange[],
  { stories, chats, characters, entries }: SearchedThings,
): { updates: SourceUpdate[]; removedEntries: string[] } {
  const found = new Set([stories, chats, characters, entries].flatMap((rows) => rows.map(({ id }) => id)));
  const gone = changes.filter(({ id }) => !found.has(id));
  const updates = [
    ...stories.map((row) =>
      toSource(`story:${row.id}`, "story", row, row.title, [row.description, row.setting, row.character]),
    ),
    ...chats.map((row) => toSource(`character-chat:${row.id}`, "chat", row, row.title, [row.description])),
    ...characters.map((row) => {
      const texts = [row.description, row.personality, row.appearance, row.voice];
      return toSource(`character:${row.id}`, "character", row, row.name, [
        ...texts,
        ...row.quirks,
        ...row.interests,
      ]);
    }),
    ...entries.map(({ id, name, text, createdAt, bookId, book, storyId, characterId }) => ({
      source: toOwner({ storyId, characterId }),
      number: null,
      documents: [{ item: id, kind: "lore", title: name, text, createdAt, bookId, within: book } as const],
    })),
    ...gone.flatMap(({ kind, id }) =>
      kind === "entry" ? [] : [{ source: `${kind}:${id}`, number: null, whole: SEARCH_KINDS, facts: HIDDEN }],
    ),
  ];
  return { updates, removedEntries: gone.filter(({ kind }) => kind === "entry").map(({ id }) => id) };
}

function toSource(
  source: string,
  kind: SearchKind,
  { id, createdAt, deletedAt, status }: SourceOfRow,
  title: string,
  texts: readonly string[],
): SourceUpdate {
  if (deletedAt !== null) return { source, number: null, removed: [id], facts: HIDDEN };
  const text = texts.filter((part) => part.trim() !== "").join("\n");
  const facts = { title, isShown: true, isArchived: status === "archived" };
  return { source, number: null, documents: [{ item: id, kind, title, text, createdAt }], facts };
}

type SourceOfRow = { id: string; createdAt: string; deletedAt: string | null; status?: string };

/** A book of a story or a character is found as long as that is. */
function toOwner({ storyId, characterId }: { storyId: string | null; characterId: string | null }): string {
  if (storyId !== null) return `story:${storyId}`;
  return characterId === null ? LIBRARY : `character:${characterId}`;
}
