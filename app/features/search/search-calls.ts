import { callApi } from "#app/features/api/call-api.ts";
import type { Role } from "#domain/message.ts";
import { type SearchItem, type SearchKind, type SearchPage, searchPageSchema } from "#domain/search.ts";
import { toFindParameters } from "./find-parameters.ts";

export type SearchFilters = {
  /** `null`: all kinds. */
  kind: SearchKind | null;
  storyId: string | null;
  role: Role | null;
  /** In days back from now; `null`: at any time. */
  days: number | null;
  archived: boolean;
};

export const NO_FILTERS: SearchFilters = {
  kind: null,
  storyId: null,
  role: null,
  days: null,
  archived: true,
};

/** Results of each kind that are shown while all kinds are. */
const PER_KIND = 3;
const DAY_MS = 86_400_000;

/** Throws as `callApi` does. */
export function fetchSearchResults(
  q: string,
  { kind, storyId, role, days, archived }: SearchFilters,
  { cursor, signal }: { cursor?: string | null; signal?: AbortSignal },
): Promise<SearchPage> {
  const query = {
    q,
    ...(kind === null ? { perKind: PER_KIND } : { kind }),
    ...(storyId === null ? {} : { storyId }),
    ...(role === null ? {} : { role }),
    ...(days === null ? {} : { since: new Date(Date.now() - days * DAY_MS).toISOString() }),
    ...(archived ? {} : { withoutArchived: "true" }),
    ...(cursor ? { cursor } : {}),
  };
  return callApi("GET", "/api/search", searchPageSchema, { query, signal });
}

/** All places of one conversation, in the order in which they are read. At most a hundred. Throws as `callApi` does. */
export async function fetchResultsWithin(
  q: string,
  conversation: { storyId: string } | { chatId: string },
  signal: AbortSignal,
): Promise<SearchItem[]> {
  const query = { q, ...conversation, limit: 100 };
  const { items } = await callApi("GET", "/api/search", searchPageSchema, { query, signal });
  return items
    .filter(({ kind, messageId }) => (kind === "passage" || kind === "chat") && messageId !== null)
    .sort(
      (one, other) => (one.depth ?? 0) - (other.depth ?? 0) || one.createdAt.localeCompare(other.createdAt),
    );
}

/** Where a place is opened. `null`: it belongs to nothing that has a page. */
export function toAddress(item: SearchItem, q: string): string | null {
  const { kind, storyId, chatId, characterId, messageId } = item;
  const page = storyId ? `/stories/${storyId}` : chatId && `/character-chats/${chatId}`;
  if (kind === "character" || !page) return characterId && `/characters?character=${characterId}`;
  if (kind === "note" || kind === "lore") return `${page}?sheet=${kind === "note" ? "notes" : "lore"}`;
  if (messageId === null) return page;
  return `${page}?${toFindParameters(item, q)}`;
}
