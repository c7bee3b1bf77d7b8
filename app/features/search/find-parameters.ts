import type { SearchItem } from "#domain/search.ts";

/** A place in a conversation. */
export type FoundPlace = Pick<SearchItem, "messageId" | "leafId" | "isOnOpenPath">;

/** The query of a page that leads to a place. `path`: a path that has to be opened first. */
export function toFindParameters(
  { messageId, leafId, isOnOpenPath }: FoundPlace,
  q: string,
): URLSearchParams {
  return new URLSearchParams({
    find: q,
    at: messageId ?? "",
    ...(isOnOpenPath || leafId === null ? {} : { path: leafId }),
  });
}
