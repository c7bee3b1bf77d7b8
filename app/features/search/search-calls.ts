import { callApi } from "#app/features/api/call-api.ts";
import type { Role } from "#domain/message.ts";
import {
  SEARCH_RESULTS_MAX,
  type SearchItem,
  type SearchKind,
  type SearchPage,
  searchPageSchema,
} from "#domain/search.ts";
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

/** All messages of one conversation that were found, in the order in which they are read. Throws as `callApi` does. */
export async function fetchResultsWithin(
  q: string,
  conversation: { storyId: string } | { chatId: string },
  signal: AbortSignal,
): Promise<SearchItem[]> {
  const kind = "storyId" in conversation ? "passage" : "chat";
  const found: SearchItem[] = [];
  let next: string | null = "0";
  while (next !== null) {
    const query = { q, kind, ...conversation, limit: SEARCH_RESULTS_MAX, cursor: next };
    const page: SearchPage = await callApi("GET", "/api/search", searchPageSchema, { query, signal });
    found.push(...page.items);
    next = page.next;
  }
  return found
    .filter(({ messageId }) => messageId !== null)
    .sort(
      (one, other) => (one.depth ?? 0) - (other.depth ?? 0) || one.createdAt.localeCompare(other.createdAt),
    );
}

/** Where a place is opened. `null`: it belongs to nothing that has a page. */
export function toAddress(item: SearchItem, q: string): string | null {
  const { kind, storyId, chatId, characterId, messageId, bookId } = item;
  const page = storyId ? `/stories/${storyId}` : chatId && `/character-chats/${chatId}`;
  if (kind === "character" || !page) return characterId && `/characters?character=${characterId}`;
  if (kind === "note") return `${page}?sheet=notes`;
  if (kind === "lore") return `${page}?sheet=lore&entry=${item.id}&book=${bookId}`;
  if (messageId === null) return page;
  return `${page}?${toFindParameters(item, q)}`;
}
