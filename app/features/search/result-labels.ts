import type { SearchItem, SearchKind } from "#domain/search.ts";

/** The kinds in the order in which they are shown, and what their places are called. */
export const RESULT_KIND_NAMES: Record<SearchKind, string> = {
  story: "Stories",
  character: "Characters",
  lore: "Lore",
  passage: "Passages",
  chat: "Chats",
  path: "Paths",
  note: "Notes",
  memory: "Memory",
};
export const KINDS = Object.keys(RESULT_KIND_NAMES) as SearchKind[];

export function countResults(count: number, isCut = false): string {
  return `${count.toLocaleString("en")}${isCut ? "+" : ""} ${count === 1 ? "place" : "places"}`;
}

/** Where a place stands, in a few words. */
export function describeResult({
  kind,
  within,
  depth,
  isOnOpenPath,
  isArchived,
  messageId,
}: SearchItem): string {
  const path = isOnOpenPath ? "" : `${within ?? "another path"}, `;
  const words = {
    story: "Story",
    character: "Character",
    lore: within ? `Lore of ${within}` : "Lore",
    passage: `${path}passage ${depth}`,
    chat: messageId === null ? "Chat" : `${path}message ${depth}`,
    path: "Name of a path",
    note: "Notes",
    memory: "Memory",
  }[kind];
  return isArchived ? `${words}, archived` : words;
}
